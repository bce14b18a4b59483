"""Who can still win the tournament, while its last round is being played."""

from dataclasses import dataclass

from tournament.engine.chances import SIMULATED_ENDINGS, chances
from tournament.engine.record import TournamentRecord
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import possible_scores
from tournament.names import isolated
from tournament.phrases.rounds import chance_sentences
from tournament.queries.standings import StandingsPage


@dataclass(frozen=True, slots=True)
class ChancesPage:
    """Sentences about the first few; where endings had to be simulated, how many, else 0."""

    sentences: tuple[str, ...]
    simulated: int


def chances_page(ranking: StandingsPage, record: TournamentRecord, wanted: MatchFormat) -> ChancesPage:
    """The first five before the last planned round, from its pairing until its last result.

    Before it is paired nobody knows against whom the win would have to be, or what Buchholz can still bring.
    """
    names = {number: isolated(entry.display_name) for number, entry in ranking.entries.items()}
    found = chances(record, possible_scores(wanted))
    return ChancesPage(
        chance_sentences(found, names),
        0 if all(chance.is_proven for chance in found) else SIMULATED_ENDINGS,
    )
