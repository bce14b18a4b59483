"""The models that the archive of a tournament and the file of a club carry, and what is stored in their fields."""

from collections.abc import Iterable, Mapping

from django.db.models import Field, Model

from tournament.models import (
    Absence,
    Club,
    ClubNotice,
    ClubYear,
    Entry,
    Erasure,
    FeeStep,
    Game,
    ImportedMatch,
    KeptApart,
    MatchImport,
    Pairing,
    PastResult,
    Person,
    Prize,
    Round,
    Season,
    SeasonEvening,
    Tournament,
    Voucher,
    YearPaper,
)

Rows = Mapping[type[Model], list[Model]]

# Each model with the way from its rows to the tournament or club, and the order of its rows.
OF_TOURNAMENTS = {
    Tournament: ("pk", "date"),
    FeeStep: ("tournament", "pk"),
    Prize: ("tournament", "pk"),
    Entry: ("tournament", "pk"),
    Absence: ("entry__tournament", "pk"),
    KeptApart: ("first__tournament", "pk"),
    Erasure: ("tournament", "pk"),
    Round: ("tournament", "pk"),
    Pairing: ("round__tournament", "pk"),
    PastResult: ("pairing__round__tournament", "pk"),
    Game: ("pairing__round__tournament", "pk"),
    Voucher: ("tournament", "number"),
}
OF_CLUBS = {
    Club: ("pk", "pk"),
    Person: ("club", "name"),
    Season: ("club", "pk"),
    SeasonEvening: ("season__club", "pk"),
    MatchImport: ("club", "pk"),
    ImportedMatch: ("match_import__club", "pk"),
    ClubYear: ("club", "pk"),
    YearPaper: ("year__club", "pk"),
    ClubNotice: ("club", "pk"),
    # Those of its tournaments, too.
    Voucher: ("club", "number"),
    Erasure: ("club", "number"),
}


def rows_of_tournaments(tournaments: Iterable[Tournament]) -> Rows:
    """Read all rows that belong to the tournaments."""
    keys = [tournament.pk for tournament in tournaments]
    return {
        model: list(model._default_manager.filter(**{f"{way}__in": keys}).order_by(order, "pk"))
        for model, (way, order) in OF_TOURNAMENTS.items()
    }


def rows_of_club(club: Club) -> Rows:
    """Read all rows that belong to the club and to its tournaments."""
    return rows_of_tournaments(club.tournaments.all()) | {
        model: list(model._default_manager.filter(**{way: club.pk}).order_by(order, "pk"))
        for model, (way, order) in OF_CLUBS.items()
    }


def fields_of(models: Iterable[type[Model]]) -> dict[str, Field]:
    """Return by `Model.field` every stored field of the models but the primary keys, which say nothing."""
    return {
        f"{model.__name__}.{field.name}": field
        for model in models
        for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
        if not field.primary_key
    }


def stored_columns(rows: Rows) -> dict[str, list[object]]:
    """Return by `Model.field` what the rows say there: of another of the rows, its place among those of its model.

    A voucher may be of an entry or a prize that was removed: then of none.
    """
    places = {model: {row.pk: place for place, row in enumerate(of_model)} for model, of_model in rows.items()}

    def told(row: Model, field: Field) -> object:
        if field.many_to_many:
            return list(getattr(row, field.name).values_list("pk", flat=True))
        value = getattr(row, field.attname)
        return places[field.related_model].get(value) if field.related_model in places else value

    return {key: [told(row, field) for row in rows[field.model]] for key, field in fields_of(rows).items()}
