"""`manage.py import_matches FILE --club SLUG`: reads single matches of earlier years; with a mistake none."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from tournament.actions.clubs import club_called, refuse_address
from tournament.actions.seasons import NewMatch, import_matches
from tournament.engine.refusals import Refused
from tournament.imports.encodings import ENCODINGS
from tournament.imports.match_lists import MatchLine, read_match_list
from tournament.machine.terminal import _, ngettext
from tournament.management import database, words
from tournament.management.options import add_data_options
from tournament.models import Club
from tournament.names import person_key
from tournament.pages.seasons import MatchListPage
from tournament.queries.seasons import forgotten_in_list
from tournament.season.ratings import Ramp


class Command(BaseCommand):
    help = _("Import single matches of earlier years from an Excel or CSV file; they count for ratings and records.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument("file", type=Path, metavar="FILE", help=_("the list: Date, Winner, Loser, Match length"))
        parser.add_argument(
            "--club", required=True, metavar="SLUG", help=_("the club, by the end of its address; made if not there")
        )
        parser.add_argument("--start", type=int, help=_("the rating to start from, 1500 unless set before"))
        parser.add_argument(
            "--ramp", choices=[ramp.value for ramp in Ramp], help=_("how much faster newcomers move, fibs unless set")
        )
        parser.add_argument(
            "--new-only", action="store_true", help=_("leave out the matches that are here already, import the others")
        )
        parser.add_argument(
            "--skip-bad-lines", action="store_true", help=_("leave out the lines that cannot be read, and name them")
        )
        parser.add_argument(
            "--early-years", action="store_true", help=_("matches of more than 60 years ago are right, ask no more")
        )
        parser.add_argument(
            "--encoding",
            choices=ENCODINGS,
            default="",
            help=_("the encoding of a text file whose names come out wrong"),
        )
        parser.add_argument("--bring-back", action="store_true", help=_("bring back who was erased here"))

    def handle(
        self,
        *args: Any,
        file: Path,
        club: str,
        start: int | None,
        ramp: str | None,
        new_only: bool,
        skip_bad_lines: bool,
        early_years: bool,
        encoding: str,
        bring_back: bool,
        **options: Any,
    ) -> None:
        database.prepare_database()
        if start is not None and not 0 <= start <= 9999:
            raise CommandError(_("The rating to start from is a number from 0 to 9999."))
        lines = self._lines(file, encoding, skip_bad_lines=skip_bad_lines, early_years=early_years)
        with words.errors_of(file), transaction.atomic():
            into = _club_to_read_into(club)
            match_facts = ((line.date, line.winner, line.loser, line.match_length) for line in lines)
            if not bring_back and (erased := forgotten_in_list(match_facts, into)):
                raise Refused("archive_names_forgotten", erased=erased)
            settings = {"rating_start": start, "rating_ramp": ramp}
            rating = {field: value for field, value in settings.items() if value is not None}
            self._import(file, lines, into, rating, only_new=new_only)

    def _lines(self, file: Path, encoding: str, *, skip_bad_lines: bool, early_years: bool) -> Sequence[MatchLine]:
        with words.errors_of(file), file.open("rb") as opened:
            match_list = read_match_list(opened, timezone.localdate(), encoding, early_years=early_years)
        if match_list.encoding and not encoding:
            self.stderr.write(
                _("Read as %(encoding)s; if names come out wrong, choose with --encoding.")
                % {"encoding": match_list.encoding}
            )
        if match_list.unrated:
            left_out = ngettext(
                "%(count)d unrated match left out", "%(count)d unrated matches left out", match_list.unrated
            )
            self.stderr.write(left_out % {"count": match_list.unrated})
        for number, refused in (*match_list.mistakes, *match_list.byes):
            self.stderr.write(
                _("Line %(number)s: %(sentence)s") % {"number": number, "sentence": words.terminal_sentence(refused)}
            )
        if match_list.mistakes and not skip_bad_lines:
            raise CommandError(
                _("Nothing has been imported. Correct these lines, or leave them out with --skip-bad-lines.")
            )
        if not match_list.lines:
            raise CommandError(f"{file}: {words.terminal_sentence(Refused('match_list_without_match'))}")
        return match_list.lines

    def _import(
        self, file: Path, lines: Sequence[MatchLine], club: Club, rating: Mapping[str, int | str], *, only_new: bool
    ) -> None:
        understood = MatchListPage(club, lines)
        matches = [NewMatch(line.date, line.winner, line.loser, line.match_length, line.points) for line in lines]
        # Known persons are chosen as a user would choose them on the page.
        chosen_keys = {person_key(match_name.name): match_name.persons[0].key for match_name in understood.known}
        count = import_matches(
            club, by=None, name=file.name, matches=matches, chosen=chosen_keys, rating=rating, only_new=only_new
        )
        self._tell(understood, count, club.slug)

    def _tell(self, understood: MatchListPage, count: int, slug: str) -> None:
        matches_text = ngettext("%(count)d match", "%(count)d matches", understood.matches) % {
            "count": understood.matches
        }
        self.stdout.write(f"{matches_text}, {understood.first_day} – {understood.last_day}")
        if count < understood.matches:
            imported = ngettext("%(count)s match imported", "%(count)s matches imported", count)
            self.stdout.write(imported % {"count": count})
        known_text = ngettext("%(count)d person known", "%(count)d people known", len(understood.known))
        self.stdout.write(known_text % {"count": len(understood.known)})
        similar_names = [name for name, _persons in understood.similar]
        new_names = (*understood.new, *similar_names)
        new_text = ngettext("%(count)d new person", "%(count)d new people", len(new_names)) % {"count": len(new_names)}
        self.stdout.write(
            ": ".join(filter(None, (new_text, ", ".join(sorted(match_name.name for match_name in new_names)))))
        )
        for match_name in similar_names:
            similar = {"name": match_name.name, "others": ", ".join(match_name.similar)}
            warning = _("%(name)s is new; perhaps the same person as %(others)s: merge them in the register.") % similar
            self.stderr.write(self.style.WARNING(warning))
        self.stdout.write(f"/c/{slug}/ratings.json")


def _club_to_read_into(slug: str) -> Club:
    """Return the club with this slug; if there is none, the nameless club of a new installation gets it, or a new one.

    The club gets a name, too, because without one nobody would see its ratings.
    """
    existing_club = Club.objects.filter(slug=slug).first()
    if existing_club:
        return existing_club
    clubs = Club.objects.order_by("pk")[:2]
    is_new_laptop = len(clubs) == 1 and not clubs[0].name
    refuse_address(slug)
    club = clubs[0] if is_new_laptop else club_called(slug)
    club.slug, club.name = slug, slug.replace("-", " ").title()
    club.save(update_fields=["slug", "name"])
    return club
