"""`manage.py check_transcript FILE…`: one line for each mistake in transcripts (`.mat`), exit code 1 if there is any.

What nobody wrote down, what was not read, and a play that another program calls illegal have a line, too, but are no
mistakes.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, reason, terminal_language
from tournament.phrases.findings import finding_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.transcripts.checking import check_transcript
from tournament.transcripts.reading import read_transcript


class Command(BaseCommand):
    help = _("Check every play of transcripts (.mat), the worth of the games and the score; name each mistake.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        mistake_count = 0
        for file in files:
            for is_mistake, sentence in findings(file):
                mistake_count += is_mistake
                self.stdout.write(f"{file}: {sentence}")
        if mistake_count:
            raise SystemExit(1)


def findings(file: Path) -> list[tuple[bool, str]]:
    """A sentence for each finding in the file, with whether it is a mistake; one for a file that cannot be read."""
    with translation.override(terminal_language()):
        try:
            transcript = read_transcript(file.read_bytes(), file.name)
            return [(not finding.is_remark, finding_sentence(finding)) for finding in check_transcript(transcript)]
        except OSError as error:
            return [(True, reason(error))]
        except Refused as refused:
            return [(True, refusal_sentence(refused))]
