"""Matches played at random, written down in the dialects of several programs and sites."""

from dataclasses import dataclass, field, replace

from tournament.board.ending import ending
from tournament.board.games import BAR, OFF, Variant
from tournament.board.notation import write_play
from tournament.board.plays import legal_plays
from tournament.board.positions import start
from tournament.matches.games import WORTH, GameEnding


@dataclass(frozen=True)
class Deed:
    """What a player did: a roll with the steps of its play, or a word such as "Takes"."""

    player: int
    word: str = ""
    roll: tuple = ()
    steps: tuple = ()
    has_moved: bool = True


@dataclass(frozen=True)
class InventedGame:
    """A game; `points` as they count, `written` as they are written where that differs."""

    score: tuple
    deeds: tuple
    winner: int
    points: int
    written: int = 0

    def with_deeds(self, deeds):
        return replace(self, deeds=tuple(deeds))


@dataclass(frozen=True)
class InventedMatch:
    length: int
    games: tuple
    players: tuple = ("Anna", "Ben")

    def with_game(self, index, game):
        return replace(self, games=(*self.games[:index], game, *self.games[index + 1 :]))


def invented_match(chance, length, *, most_rolls=14):
    """A match to `length`; 0: three single games."""
    score, games, crawford_played = (0, 0), [], False
    while max(score) < length if length else len(games) < 3:
        is_crawford = length > 1 and not crawford_played and max(score) == length - 1
        crawford_played = crawford_played or is_crawford
        game = invented_game(chance, score, has_cube=not is_crawford, most_rolls=most_rolls)
        missing = length - score[game.winner]
        games.append(replace(game, written=min(game.points, missing) if length else game.points))
        won = (game.points, 0) if game.winner == 0 else (0, game.points)
        score = (score[0] + won[0], score[1] + won[1])
    return InventedMatch(length, tuple(games))


def invented_game(chance, score, *, has_cube, most_rolls):
    deeds, cube, owner = [], 1, None
    position, player = start(Variant.BACKGAMMON), chance.randint(0, 1)
    last = chance.randint(5, most_rolls)
    while True:
        if has_cube and deeds and owner in (None, player) and cube < 8 and chance.random() < 0.1:
            deeds.append(Deed(player, f"Doubles => {2 * cube}"))
            if chance.random() < 0.3:
                return InventedGame(score, (*deeds, Deed(1 - player, "Drops")), player, cube)
            deeds.append(Deed(1 - player, "Takes"))
            cube, owner = 2 * cube, 1 - player
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        if len(deeds) >= last:
            return _conceded(chance, InventedGame(score, tuple(deeds), player, cube), roll, position)
        play = chance.choice(legal_plays(position, (max(roll), min(roll))))
        deeds.append(Deed(player, roll=roll, steps=play.steps))
        if end := ending(play.after):
            return InventedGame(score, tuple(deeds), player, WORTH[GameEnding(end.kind)] * cube)
        position, player = play.after.turned(), 1 - player


def _conceded(chance, game, roll, position):
    """Given up: with a word, after a roll that is not played any more, or just so.

    The winner so far is on turn in the `position`; a gammon is lost only by who has borne off nothing.
    """
    thrown = Deed(game.winner, roll=roll, has_moved=False)
    ways = (
        ((Deed(game.winner, "Resigns"),), 1 - game.winner),
        ((thrown,), 1 - game.winner),
        ((thrown,), game.winner),
        ((), 1 - game.winner),
    )
    more, winner = chance.choice(ways)
    worth = chance.choice((1, 1, 2))
    has_borne_off = (position.other if winner == game.winner else position.own)[0]
    return replace(
        game, deeds=(*game.deeds, *more), winner=winner, points=game.points * (1 if has_borne_off else worth)
    )


def short(steps):
    """8/5*(2), one checker's steps joined."""
    return write_play(steps)


def step_by_step(steps):
    """13/11 13/11, the bar as 25 and off as 0."""
    return " ".join(f"{step.start}/{step.target}{'*' * step.is_hit}" for step in steps)


def without_marks(steps):
    """Bar/20 6/Off, without a word about hits."""
    names = {BAR: "Bar", OFF: "Off"}
    return " ".join("/".join(names.get(point, str(point)) for point in (step.start, step.target)) for step in steps)


def shouting(steps):
    return write_play(steps).upper().replace("*", "x")


@dataclass(frozen=True)
class Dialect:
    """How a program or a site writes."""

    name: str
    head: str = " {length} point match\n\n"
    play: object = short
    nothing: str = ""
    width: int = 27
    end: str = "column"
    line_end: str = "\n"
    encoding: str = "utf-8"
    players: tuple = ("Anna", "Ben")
    last_turn: str = ""
    cuts: bool = True
    words: dict = field(default_factory=dict)

    def __str__(self):
        return self.name


KEYS = '; [Site "A site"]\n; [Match ID "17"]\n; [Event "Cup: 1 : 0"]\n; [CubeLimit "1024"]\n'
DIALECTS = (
    Dialect("plain"),
    Dialect("steps", play=step_by_step, cuts=False, head=" {length} point match (money: no)\n\n\n"),
    Dialect("keys", head=KEYS + "\n{length} point match\n\n", end="both", line_end="\r\n", encoding="utf-8-sig"),
    Dialect("loser", end="loser", last_turn="bare", nothing="Cannot Move", head="; {length}\n {length} point match\n"),
    Dialect("latin", play=shouting, encoding="latin-1", players=("Zoë", "Jörg 9"), nothing="????", end="beside"),
    Dialect("unmarked", play=without_marks, players=("lasse", ""), nothing="(no play)", last_turn="bare", width=40),
    Dialect("cells", end="cell", words={"Resigns": "Concedes"}),
    Dialect("words", words={"Doubles": "Redoubles"}, end="singular", line_end="\r", encoding="utf-16"),
)


def written(match, dialect):
    """The match as a file; and for each game the line of its title and those of its deeds, and of its end."""
    lines = dialect.head.format(length=match.length).split("\n") if match.length else ["; single games"]
    places = []
    for number, game in enumerate(match.games, 1):
        title = len(lines) + 1
        first, second = (f"{name} : {points}" for name, points in zip(dialect.players, game.score, strict=True))
        lines += [f" Game {number}", f" {first:<30}  {second}".rstrip()]
        rows = _rows(game, dialect)
        if dialect.end == "cell":
            _say_who_lost(rows, game)
        where = {index: len(lines) + 1 + at for at, row in enumerate(rows) for index in row if isinstance(index, int)}
        lines += [_line(at, row, dialect) for at, row in enumerate(rows, 1)]
        if dialect.last_turn == "bare":
            lines.append(f"{len(rows) + 1:3})")
        is_last = number == len(match.games) and match.length > 0
        lines += [_end(game, dialect, is_last=is_last, turn=len(rows) + 1), ""]
        places.append((title, where, len(lines) - (2 if dialect.end == "cell" else 1)))
    return dialect.line_end.join(lines).encode(dialect.encoding), places


def _rows(game, dialect):
    """Deeds in rows of two columns: {index or None: text}, the left one first."""
    rows, left = [], True
    for index, deed in enumerate(game.deeds):
        text = _text(deed, dialect)
        if deed.player == 0 or not left or not rows:
            rows.append({})
            left = deed.player == 0
            if deed.player == 1:
                rows[-1]["empty"] = ""
        else:
            left = False
        rows[-1][index] = text
        if deed.player == 1:
            left = False
    return rows


def _say_who_lost(rows, game):
    """In the cell of the loser: that of the last turn, where it is free."""
    loses = f"Losses {game.written} point{'' if game.written == 1 else 's'}"
    if game.winner == 0 and len(rows[-1]) == 1:
        rows[-1]["loser"] = loses
    else:
        rows.append({"empty": "", "loser": loses} if game.winner == 0 else {"loser": loses})


def _line(number, row, dialect):
    first, *rest = row.values()
    return f"{number:3}) {first:<{dialect.width}} {''.join(rest)}".rstrip()


def _text(deed, dialect):
    if deed.word:
        word, *rest = deed.word.split(" ")
        is_first_double = word == "Doubles" and rest[1:] == ["2"]
        return " ".join([word if is_first_double else dialect.words.get(word, word), *rest])
    roll = "{}{}".format(*deed.roll)
    if not deed.has_moved:
        return f"{roll}:"
    return f"{roll}: {dialect.play(deed.steps) if deed.steps else dialect.nothing}"


def _end(game, dialect, *, is_last, turn):
    points = game.written if dialect.cuts else game.points
    many = "" if dialect.end == "singular" or points == 1 else "s"
    wins = f"Wins {points} point{many}{' and the match' if is_last and dialect.end != 'column' else ''}"
    loses = f"{'Loses' if dialect.end == 'beside' else 'Losses'} {points} point{many}"
    right = " " * 34
    match dialect.end:
        case "loser":
            return f"{right if game.winner == 0 else '      '}{loses}"
        case "both":
            left, other = (wins, loses) if game.winner == 0 else (loses, wins)
            return f"{turn:3}) {left}      {other}"
        case "beside":
            left, other = (wins, loses) if game.winner == 0 else (loses, wins)
            return f"      {left:<28}{other}"
        case _:
            return f"{'      ' if game.winner == 0 else right}{wins}"


def deeds_of(match, kind):
    """Where in the match a word is said: pairs of the game and the deed."""
    return [
        (at, index)
        for at, game in enumerate(match.games)
        for index, deed in enumerate(game.deeds)
        if deed.word.startswith(kind)
    ]
