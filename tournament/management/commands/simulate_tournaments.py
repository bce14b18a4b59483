"""`manage.py simulate_tournaments --players 14 --seed 1 --tournaments 100 -o DIR`: plays invented tournaments."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from tournament.archive.format import write_archive
from tournament.engine.criteria import PRESETS as RANKINGS, ranking_of
from tournament.engine.finals import shown_standings
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Ranking
from tournament.machine.terminal import _, ngettext, reason
from tournament.management.words import terminal_sentence
from tournament.matches.formats import PRESETS, Preset
from tournament.simulation.profiles import MIXED, PROFILES
from tournament.simulation.tournaments import simulate

KNOWN = {preset.key: preset for preset in PRESETS}


class Command(BaseCommand):
    help = _("Play invented tournaments and write them as archives; the same seed gives the same bytes.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, help=_("how many enter; left out, it is drawn from 2 to 64"))
        parser.add_argument("--rounds", type=int, help=_("how many rounds are planned; left out, it is drawn"))
        parser.add_argument("--seed", default="1", help=_("the same seed gives the same tournaments"))
        parser.add_argument("--tournaments", type=int, default=1, help=_("how many tournaments to play"))
        parser.add_argument("--profile", default="club", choices=[*PROFILES, MIXED], help=_("what happens meanwhile"))
        parser.add_argument(
            "--format", choices=list(KNOWN), help=_("what a match is, kept game by game; left out, 3 points and scores")
        )
        parser.add_argument("--length", type=int, help=_("how far a match of this format goes"))
        parser.add_argument(
            "--ranking",
            metavar="CRITERIA",
            help=_("what the ranking goes by between wins and lot, with commas, or %(presets)s; left out, Konstanz")
            % {"presets": ", ".join(RANKINGS)},
        )
        parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help=_("the folder for the archives"))

    def handle(
        self,
        *args: Any,
        players: int | None,
        rounds: int | None,
        seed: str,
        tournaments: int,
        profile: str,
        format: str | None,
        length: int | None,
        ranking: str | None,
        output: Path | None,
        **options: Any,
    ) -> None:
        if (players is not None and players < 2) or (rounds is not None and rounds < 1) or tournaments < 1:
            raise CommandError(_("It takes at least two players, one round and one tournament."))
        if output is None and tournaments > 1:
            raise CommandError(_("Several tournaments need a folder: -o FOLDER."))
        preset = KNOWN[format] if format else None
        match_format = preset.at(_length(preset, length)) if preset else None
        if length is not None and preset is None:
            raise CommandError(_("A length goes with a format: --format FORMAT."))
        criteria = KONSTANZ if ranking is None else _ranking(ranking)
        for number in tqdm(range(1, tournaments + 1), unit="tournament", disable=None if tournaments > 1 else True):
            archive = simulate(
                f"{seed}/{number}",
                profile,
                players,
                rounds,
                wanted=match_format,
                counts_excess_points=bool(preset and preset.counts_excess_points),
                ranking=criteria,
            )
            data = write_archive(archive, shown_standings(archive.record))
            if output is None:
                self.stdout.write(data.decode(), ending="")
            else:
                _write(output, f"{profile}-{seed}-{number:05}.json", data)
        if output is not None:
            sentence = ngettext(
                "%(count)s tournament is in %(folder)s.", "%(count)s tournaments are in %(folder)s.", tournaments
            )
            self.stdout.write(sentence % {"count": tournaments, "folder": output})


def _length(preset: Preset, match_length: int | None) -> int:
    if match_length is not None and match_length not in preset.lengths:
        lengths = ", ".join(map(str, preset.lengths))
        raise CommandError(_("Matches of this format go to one of these lengths: %(lengths)s.") % {"lengths": lengths})
    return match_length or preset.lengths[0]


def _ranking(ranking_text: str) -> Ranking:
    """Return the preset of this name, or the ranking by these criteria; without any, by wins and lot alone."""
    if ranking_text in RANKINGS:
        return RANKINGS[ranking_text]
    try:
        return ranking_of([name.strip() for name in ranking_text.split(",") if name.strip()])
    except Refused as refused:
        raise CommandError(terminal_sentence(refused)) from refused


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name.replace("/", "_")).write_bytes(data)
    except OSError as error:
        raise CommandError(f"{folder}: {reason(error)}") from error
