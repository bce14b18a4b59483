"""Where somebody may be named: the columns that hold words, the names that somebody ever had, the words themselves."""

import re
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import QuerySet

from tournament.models import Club, Entry, JoinRequest, JournalLine, Person, Tournament

# Everything else that is written of a tournament loses the name: a new column does, too, unless it stands here.
NAMES_NOBODY = frozenset(
    {
        # What the tournament is called, and what its draws are checked by.
        *(f"tournament.{name}" for name in ("slug", "stamp", "name", "venue", "organiser", "clock", "currency")),
        *("tournament.draw_seed", "tournament.ranking", "tournament.settled_edition"),
        # Names of others; whoever is forgotten loses their own one by one.
        *("entry.name", "entry.shown_as", "entry.club", "joinrequest.name", "joinrequest.club"),
        # Codes, secrets, and moves without names.
        *(
            "invitation.nonce",
            "pairing.outcome",
            "pastresult.outcome",
            "voucher.movement",
            *(f"voucher.{name}" for name in ("printed_number", "currency", "evening")),
            "game.kind",
            "game.words",
        ),
        *("report.phone", "transcript.text"),
        # What the club is called, how its seasons count, and its papers of closed years, which are books.
        *(f"club.{name}" for name in ("slug", "stamp", "name", "place", "currency")),
        *("season.key", "season.table", "clubyear.currency", "yearpaper.file", "yearpaper.content"),
        # Who is an account, not a player: whom the club invited to its desk, and who closed its year.
        *("clubinvitation.mail", "clubinvitation.nonce", "clubyear.closed_by"),
        # Who answers for the club by law, as its directors write it themselves.
        *(f"clubnotice.{name}" for name in ("name", "language", "text")),
        # The books keep whom cash came from until their period is over, and then lose it by hand.
        "voucher.party",
    }
)


def texts_of_a_tournament() -> list[tuple[type[models.Model], str]]:
    """Every table whose rows belong to a tournament and may name somebody, with the way to its key."""
    return _texts_of(Tournament)


def texts_of_a_club() -> list[tuple[type[models.Model], str]]:
    """The same of a club: what is no tournament's, and no person's."""
    of_tournaments = {model for model, _way in texts_of_a_tournament()}
    return [(model, way) for model, way in _texts_of(Club) if model not in {*of_tournaments, Person, JoinRequest}]


def _texts_of(whole: type[models.Model]) -> list[tuple[type[models.Model], str]]:
    tables = apps.get_app_config("tournament").get_models()
    ways = [(model, _way_to(whole, model)) for model in tables if model is not JournalLine]
    return [(model, way) for model, way in ways if way and texts_that_may_name(model)]


def texts_that_may_name(model: type[models.Model]) -> list["models.Field[Any, Any]"]:
    """The columns of a table in which somebody may be named: all texts, but for those that are known not to."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.choices
        and f"{model._meta.model_name}.{field.name}" not in NAMES_NOBODY
    ]


def _way_to(whole: type[models.Model], model: type[models.Model]) -> str | None:
    if model is whole:
        return "pk"
    for field in model._meta.concrete_fields:
        other = field.related_model
        if isinstance(field, models.ForeignKey) and isinstance(other, type) and other is not model:
            way = _way_to(whole, other)
            if way:
                return f"{field.name}__{way}"
    return None


def names_of_others(club: Club, same: QuerySet[Person]) -> set[str]:
    """The names of all others in the register."""
    others = Person.objects.filter(club=club).exclude(pk__in=same.values("pk"))
    return set(others.values_list("name", flat=True))


def register_names_ever(club: Club, same: QuerySet[Person]) -> set[str]:
    """Every name that these had in the register, as far as the journal of the club knows, and played under."""
    names = {name for pair in same.values_list("name", "shown_as") for name in pair}
    names |= set(Entry.objects.filter(person__in=same).values_list("name", flat=True))
    keys = {person.pk for person in same}
    for line in club.journal.order_by("version"):
        for row in line.changes:
            if row["model"] == "person" and row["id"] in keys:
                sides = (row["before"] or {}, row["after"] or {})
                names |= {values.get(field, "") for values in sides for field in ("name", "shown_as")}
    return names - {"", "…"}


def as_whole_words(names: Iterable[str]) -> re.Pattern[str]:
    """What finds one of these names in a text, the longest first, and not merely as a part of another."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
