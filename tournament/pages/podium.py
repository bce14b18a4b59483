"""The end of a tournament as its director sees it: the first three, the cash, what the closing asks."""

from dataclasses import dataclass
from typing import Any

from tournament.models import Entry, Tournament
from tournament.phrases.cash import cash_sentence
from tournament.phrases.standings import figure_in_words
from tournament.queries.cash import cost_statement
from tournament.queries.persons import honours
from tournament.queries.standings import standings_page

# So much is said of each below the name; the standings beneath tell the rest.
FIGURES = 2


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One of the first three: what the ranking counts first, and the prizes for the place."""

    rank: int
    entry: Entry
    figures: str
    prizes: tuple[str, ...]


def podium(tournament: Tournament) -> tuple[PodiumPlace, ...]:
    """The first three by place; nobody where not every match that will be played is over."""
    ranking = standings_page(tournament)
    return tuple(
        PodiumPlace(
            honour.rank,
            honour.entry,
            " · ".join(figure_in_words(*figure) for figure in list(row.standing.figures.items())[:FIGURES]),
            honour.prizes,
        )
        for honour, row in zip(honours(tournament, ranking), ranking.rows, strict=False)
    )


def closed_page(tournament: Tournament) -> dict[str, Any]:
    """What stands above the final standings of a closed tournament."""
    places = podium(tournament)
    return {
        "podium": places,
        "winner": places[0].entry if places else None,
        "cash": cash_sentence(cost_statement(tournament)),
    }
