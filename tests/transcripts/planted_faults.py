"""Faults planted in matches that are sound: each gives the match, the mistake, the game and where in it."""

from dataclasses import dataclass, replace

from tests.transcripts.invented_matches import Deed, InventedMatch, deeds_of
from tournament.transcripts.following import Mistake

END, TITLE, HEAD = "end", "title", "head"


@dataclass(frozen=True)
class Planted:
    match: InventedMatch
    mistake: Mistake
    game: int
    place: object


def _changed(match, at, deeds):
    return match.with_game(at, match.games[at].with_deeds(deeds))


def _crawford(match):
    """The Crawford game, if the match has one."""
    games = [at for at, game in enumerate(match.games) if match.length > 1 and max(game.score) == match.length - 1]
    return games[0] if games else None


def _rolls(game):
    return [index for index, deed in enumerate(game.deeds) if deed.roll and deed.has_moved]


def _without_cube(match):
    """Games in which nobody doubles although they might."""
    return [
        at
        for at, game in enumerate(match.games)
        if at != _crawford(match) and not any(deed.word.startswith("Doubles") for deed in game.deeds)
    ]


def _doubled_at(match, at, index, player, value=2):
    deeds = match.games[at].deeds
    more = (Deed(player, f"Doubles => {value}"), Deed(1 - player, "Takes"))
    return _changed(match, at, (*deeds[:index], *more, *deeds[index:]))


def before_the_first_roll(chance, match):
    for at in _without_cube(match)[:1]:
        player = match.games[at].deeds[0].player
        yield Planted(_doubled_at(match, at, 0, player), Mistake.DOUBLE_BEFORE_FIRST_ROLL, at, 0)


def after_the_roll(chance, match):
    for at in _without_cube(match)[:1]:
        index = chance.choice(_rolls(match.games[at])[:-1] or [0])
        player = match.games[at].deeds[index].player
        yield Planted(_doubled_at(match, at, index + 1, player), Mistake.DOUBLE_AFTER_ROLL, at, index + 1)


def without_the_cube(chance, match):
    for at, taken in deeds_of(match, "Takes"):
        deeds = match.games[at].deeds
        owner, value = deeds[taken].player, int(deeds[taken - 1].word.split()[-1])
        mine = [index for index in _rolls(match.games[at]) if index > taken + 1 and deeds[index].player != owner]
        if mine and not any(deed.word for deed in deeds[taken + 1 : mine[0]]):
            planted = _doubled_at(match, at, mine[0], 1 - owner, 2 * value)
            yield Planted(planted, Mistake.DOUBLE_WITHOUT_CUBE, at, mine[0])
            return


def in_the_crawford_game(chance, match):
    at = _crawford(match)
    if at is not None and len(_rolls(match.games[at])) > 1:
        index = chance.choice(_rolls(match.games[at])[1:])
        player = match.games[at].deeds[index].player
        yield Planted(_doubled_at(match, at, index, player), Mistake.DOUBLE_IN_CRAWFORD, at, index)


def to_another_value(chance, match):
    for at, index in deeds_of(match, "Doubles")[:1]:
        deeds = match.games[at].deeds
        value = int(deeds[index].word.split()[-1])
        other = replace(deeds[index], word=f"Doubles => {chance.choice((3, 4, 8)) * value}")
        planted = _changed(match, at, (*deeds[:index], other, *deeds[index + 1 :]))
        yield Planted(planted, Mistake.DOUBLE_TO_OTHER_VALUE, at, index)


def not_answered(chance, match):
    for word in ("Takes", "Drops"):
        for at, index in deeds_of(match, word)[:1]:
            deeds = match.games[at].deeds
            planted = _changed(match, at, (*deeds[:index], *deeds[index + 1 :]))
            yield Planted(planted, Mistake.NOT_ANSWERED, at, index - 1)


def answered_by_the_doubler(chance, match):
    for word in ("Takes", "Drops"):
        for at, index in deeds_of(match, word)[:1]:
            deeds = match.games[at].deeds
            wrong = replace(deeds[index], player=1 - deeds[index].player)
            planted = _changed(match, at, (*deeds[:index], wrong, *deeds[index + 1 :]))
            yield Planted(planted, Mistake.ANSWERED_BY_DOUBLER, at, index)


def answered_without_a_double(chance, match):
    at = chance.randrange(len(match.games))
    deeds = match.games[at].deeds
    plain = [index for index in _rolls(match.games[at])[1:] if not deeds[index - 1].word]
    if plain:
        index = chance.choice(plain)
        planted = _changed(match, at, (*deeds[:index], Deed(deeds[index].player, "Takes"), *deeds[index:]))
        yield Planted(planted, Mistake.NOTHING_TO_ANSWER, at, index)


def beavers(chance, match):
    for at, index in deeds_of(match, "Takes")[:1]:
        deeds = match.games[at].deeds
        beaver = replace(deeds[index], word=f"Beavers => {2 * int(deeds[index - 1].word.split()[-1])}")
        planted = _changed(match, at, (*deeds[:index], beaver, *deeds[index + 1 :]))
        yield Planted(planted, Mistake.BEAVER, at, index)


def another_score(chance, match):
    at = chance.randrange(len(match.games))
    game = match.games[at]
    wrong = (game.score[0] + 1, game.score[1])
    # What a file begins with is taken as given.
    if at and (match.length == 0 or max(wrong) < match.length):
        yield Planted(match.with_game(at, replace(game, score=wrong)), Mistake.OTHER_SCORE, at, HEAD)


def another_worth(chance, match):
    for at, game in enumerate(match.games):
        certain = game.deeds[-1].word == "Drops"
        missing = match.length - game.score[game.winner] if match.length else 0
        if certain and missing != game.points + 1:
            wrong = replace(game, points=game.points + 1, written=game.points + 1)
            yield Planted(match.with_game(at, wrong), Mistake.OTHER_WORTH, at, END)
            return


def won_by_the_other(chance, match):
    for at, game in enumerate(match.games):
        # Of a resignation, the end that is written decides who has won.
        if game.deeds[-1].word == "Drops":
            yield Planted(match.with_game(at, replace(game, winner=1 - game.winner)), Mistake.OTHER_WORTH, at, END)
            return


def after_the_match(chance, match):
    if match.length:
        *_games, last = match.games
        won = (last.points, 0) if last.winner == 0 else (0, last.points)
        score = (last.score[0] + won[0], last.score[1] + won[1])
        deeds = tuple(deed for deed in last.deeds if not deed.word)
        more = replace(last, score=score, deeds=deeds, points=1, written=1)
        yield Planted(replace(match, games=(*match.games, more)), Mistake.AFTER_THE_MATCH, len(match.games), TITLE)


def out_of_turn(chance, match):
    at = chance.randrange(len(match.games))
    game = match.games[at]
    plain = [index for index in _rolls(game)[1:-2] if not (game.deeds[index - 1].word or game.deeds[index + 1].word)]
    if plain:
        index = chance.choice(plain)
        planted = _changed(match, at, (*game.deeds[:index], *game.deeds[index + 1 :]))
        yield Planted(planted, Mistake.OUT_OF_TURN, at, index)


def a_roll_not_played(chance, match):
    at = chance.randrange(len(match.games))
    game = match.games[at]
    index = _rolls(game)[0]
    missed = replace(game.deeds[index], steps=())
    planted = _changed(match, at, (*game.deeds[:index], missed, *game.deeds[index + 1 :]))
    yield Planted(planted, Mistake.NOT_PLAYED, at, index)


def half_a_roll_played(chance, match):
    at = chance.randrange(len(match.games))
    game = match.games[at]
    index = _rolls(game)[0]
    half = replace(game.deeds[index], steps=game.deeds[index].steps[:1])
    planted = _changed(match, at, (*game.deeds[:index], half, *game.deeds[index + 1 :]))
    yield Planted(planted, Mistake.NOT_ALLOWED, at, index)


FAULTS = (
    before_the_first_roll,
    after_the_roll,
    without_the_cube,
    in_the_crawford_game,
    to_another_value,
    not_answered,
    answered_by_the_doubler,
    answered_without_a_double,
    beavers,
    another_score,
    another_worth,
    won_by_the_other,
    after_the_match,
    out_of_turn,
    a_roll_not_played,
    half_a_roll_played,
)
# A board on which something else stands than was written gives more to name further on.
AND_MORE = (a_roll_not_played, half_a_roll_played)
