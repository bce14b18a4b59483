"""A club in which every stored field says something, for the files that have to carry it."""

import datetime
import uuid
from base64 import b64encode
from itertools import count

from tests.factories import make_director, make_member
from tournament.engine.lot import lot
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
from tournament.models.tournament import KONSTANZ_RANKING
from tournament.money.prizes import NO_PLACE
from tournament.names import NOT_IN_PUBLIC, person_key

NUMBERS = count(2)
DAY = datetime.date(2026, 11, 20)
AT = datetime.datetime(2026, 11, 20, 19, 30, 5, tzinfo=datetime.UTC)


def store(model, **said):
    """Store a row in which what has to fit together is as `said`, and every other field has a value of its kind."""
    others = {
        field.name: value_of_its_kind(field)
        for field in model._meta.concrete_fields
        if not (field.primary_key or field.is_relation or field.name in said)
    }
    return model._default_manager.create(**others | said)


def value_of_its_kind(field):
    """A value of the field that is not its default."""
    if field.choices:
        return next(value for value, _label in reversed(field.flatchoices) if value != field.get_default())
    match field.get_internal_type():
        case "BooleanField":
            return not field.get_default()
        case "CharField" | "TextField":
            return f"{field.model.__name__} {field.name}"[: field.max_length]
        case "IntegerField" | "PositiveIntegerField" | "PositiveSmallIntegerField" | "SmallIntegerField":
            return next(NUMBERS)
        case "DateField":
            return DAY + datetime.timedelta(days=next(NUMBERS))
        case "DateTimeField":
            return AT + datetime.timedelta(minutes=next(NUMBERS))
        case "UUIDField":
            return uuid.uuid4()
        case kind:
            raise AssertionError(f"Say in {__name__} which value of a {kind} {field} is to have.")


def make_home_club():
    """Store a club with tournaments of every kind, earlier matches, seasons and books."""
    club = store(Club, slug="home", fiscal_month=7, currency="CHF", books_years=11, voucher_years=9)
    ann = store_person(club, "Ann Arber", wish="abbreviated", shown_as="A. A.")
    store_person(club, "Annie", merged_into=ann)
    persons = [
        ann,
        store_person(club, "Ben Boll", wish="hidden"),
        store_person(club, "Cem"),
        store_person(club, "Dan"),
    ]
    cup = make_cup(club, persons)
    make_single_games(club, persons)
    make_practice(club)
    make_finals(club)
    make_knock_out(club)
    store_tournament(club, 4, slug="plakoto", game="plakoto", finals_players=4, finals_lengths="5 7")
    make_club_books(club)
    make_earlier_matches(club, persons)
    store(
        Season, club=club, key="2026", begins=DAY, ends=DAY, points_by="match_wins", table="9 5 3", finals_count=False
    )
    ticked = store(Season, club=club, key="cup", table="7 4", begins=None, ends=None, is_own=False)
    store(SeasonEvening, season=ticked, tournament=cup)
    store(ClubNotice, club=club, name="privacy", language="en")
    store(Erasure, club=club, tournament=None)
    return club


def store_person(club, name, **said):
    """Store somebody who appears by the full name, but for what is said."""
    return store(Person, **{"club": club, "name": name, "key": person_key(name), "wish": "full", "shown_as": ""} | said)


def store_tournament(club, day, **said):
    """Store a tournament at Backgammon without cube, clock and fee, but for what is said."""
    plain = {
        "club": club,
        "date": DAY + datetime.timedelta(days=day),
        "game": "backgammon",
        "match_length": 3,
        "gammons": True,
        "backgammons": False,
        "cube": False,
        "cube_limit": 64,
        "crawford": False,
        "jacoby": False,
        "beavers": False,
        "automatic_doubles": 0,
        "winner_opens": True,
        "clock": "",
        "begins_at": "19:30",
        "count_excess_points": False,
        "ranking": "",
        "finals_players": None,
        "finals_match_length": None,
        "finals_lengths": "",
        "finals_third_place": False,
        "finals_second": "",
        "finals_second_players": None,
        "finals_second_length": None,
        "is_closed": False,
        "is_practice": False,
        "fee_cents": 0,
        "currency": "CHF",
    }
    return store(Tournament, **plain | said)


def make_cup(club, persons):
    """Store a cup with the cube, fees and vouchers; the second of its rounds is hidden."""
    cup = store_tournament(
        club,
        1,
        slug="cup",
        director=make_director(),
        match_length=5,
        backgammons=True,
        cube=True,
        cube_limit=32,
        crawford=True,
        winner_opens=False,
        clock="delay 90 15",
        ranking="buchholz points_won",
        fee_cents=800,
    )
    cup.co_directors.add(make_member("ada"))
    for up_to, cents in ((3, 900), (None, 800)):
        store(FeeStep, tournament=cup, up_to=up_to, fee_cents=cents)
    ann, ben, cem, dan = (
        store_entry(
            cup,
            1,
            persons[0],
            shown_as=persons[0].shown_as,
            paid_cents=800,
            paid_at=AT,
            paid_to="Ute",
            refunded_cents=300,
            refunded_at=AT + datetime.timedelta(minutes=1),
            refunded_by="Ida",
        ),
        store_entry(cup, 2, persons[1], shown_as=NOT_IN_PUBLIC, fee_waived="helps out"),
        store_entry(cup, 3, persons[2], withdrawn_after=1),
        store_entry(cup, 4, persons[3], joined_round=2),
    )
    store(Absence, entry=dan, round_number=3)
    store(KeptApart, first=ann, second=dan, since=1, until=2)
    store(Erasure, club=club, tournament=cup)
    board = store(Prize, tournament=cup, place=1)
    make_vouchers(cup, ann, ben, board, store(Prize, tournament=cup, place=NO_PLACE))

    first = store_round(cup, number=1, is_hidden=False)
    match = store(
        Pairing,
        round=first,
        position=1,
        first=ann,
        second=ben,
        outcome="played",
        first_points=5,
        second_points=1,
        winner=None,
        in_second=False,
    )
    store(PastResult, pairing=match, until=2, outcome="forfeit", first_points=None, second_points=None, winner=ben)
    for number, winner, words in ((1, ann, "0-won-single"), (2, ben, "1-won-single")):
        store(Game, pairing=match, number=number, kind="single", winner=winner, cube=1, automatic=0, words=words)
    store_bye(first, cem)
    second = store_round(cup, number=2)
    store_match(second, 1, dan, ann, outcome="pending", finished_at=None)
    store_bye(second, ben)
    return cup


def store_entry(tournament, number, person, **said):
    """Store an entry that has paid nothing, is shown as played and stays to the end, but for what is said."""
    plain = {
        "shown_as": "",
        "paid_cents": None,
        "paid_at": None,
        "paid_to": "",
        "refunded_cents": 0,
        "refunded_at": None,
        "refunded_by": "",
        "fee_waived": "",
        "joined_round": 1,
        "withdrawn_after": None,
    }
    name = person.name if person else f"Player {number}"
    return store(Entry, **{"tournament": tournament, "person": person, "number": number, "name": name} | plain | said)


def store_round(tournament, number, **said):
    """Store a round before the finals, but for what is said."""
    plain = {"is_finals": False, "late_seeds": 0, "second_seeds": "", "second_ended": False}
    return store(Round, **{"tournament": tournament, "number": number} | plain | said)


def store_match(round_, position, first, second, **said):
    """Store a match without a score, nor given up, but for what is said."""
    plain = {"first_points": None, "second_points": None, "winner": None, "gave_up": False, "in_second": False}
    return store(Pairing, **{"round": round_, "position": position, "first": first, "second": second} | plain | said)


def store_bye(round_, entry):
    """Store the bye of a round with one match."""
    store_match(round_, 2, entry, None, table=None, outcome="bye", finished_at=None)


def make_vouchers(cup, ann, ben, board, room):
    """Store what Ann has paid and got back, a prize, a cost, a fee that was cancelled and one that was countered."""

    def vouch(number, movement, **said):
        plain = {
            "club": cup.club,
            "tournament": cup,
            "number": number,
            "movement": movement,
            "year": 2025,
            "year_number": number,
            "printed_number": "",
            "currency": "",
            "evening": "",
            "evening_date": None,
            "booked_on": None,
            "purchase": "",
            "cancelled_at": None,
            "cancelled_by": "",
        }
        return store(Voucher, **plain | said)

    vouch(1, "fee", entry=ann, party=ann.name, cents=800, at=ann.paid_at, hand=ann.paid_to)
    vouch(2, "refund", entry=ann, party=ann.name, cents=300, at=ann.refunded_at, hand=ann.refunded_by)
    vouch(3, "prize", prize=board, purchase=board.description, cents=board.price_cents)
    cancelled = {"cancelled_at": AT, "cancelled_by": "Ute"}
    vouch(4, "fee", entry=ben, year_number=None, printed_number="2024-0007", booked_on=DAY, **cancelled)
    taken_back = vouch(5, "fee", entry=ben, cents=700)
    vouch(6, "fee", entry=ben, cents=700, counters=taken_back)
    vouch(7, "prize", prize=room, purchase=room.description, cents=room.price_cents)


def make_single_games(club, persons):
    """Store a closed tournament of single games with the cube."""
    evening = store_tournament(
        club,
        2,
        slug="single-games",
        match_length=1,
        cube=True,
        jacoby=True,
        beavers=True,
        automatic_doubles=2,
        count_excess_points=True,
        is_closed=True,
        is_rated=True,
    )
    cem, dan = store_entry(evening, 1, persons[2]), store_entry(evening, 2, persons[3])
    only = store_round(evening, number=1, manual=False, reason="", is_hidden=False)
    match = store_match(only, 1, cem, dan, outcome="played", first_points=0, second_points=8)
    store(Game, pairing=match, number=1, kind="gammon", winner=dan, cube=4, automatic=1, conceded=False, words="")


def make_practice(club):
    """Store practice, which nobody of the register plays: a stopped match that was then given as a forfeit."""
    practice = store_tournament(club, 3, slug="practice", gammons=False, ranking=KONSTANZ_RANKING, is_practice=True)
    first, second = store_entry(practice, 1, None), store_entry(practice, 2, None)
    for number in (1, 2):
        round_ = store_round(practice, number=number, manual=False, reason="", is_hidden=False)
        match = store_match(round_, 1, first, second, outcome="forfeit", winner=second)
        if number == 1:
            store(PastResult, pairing=match, until=2, outcome="stopped", first_points=2, second_points=1, winner=None)


def make_finals(club):
    """Store practice that ends with the first round of finals, and with a consolation of the others that was ended."""
    rules = {"finals_players": 4, "finals_match_length": 5, "finals_third_place": True}
    rules |= {"finals_second": "rest", "finals_second_players": 2, "finals_second_length": 7}
    evening = store_tournament(club, 5, slug="finals", planned_rounds=1, is_practice=True, **rules)
    first, second, third, fourth, *others = (store_entry(evening, number, None) for number in range(1, 7))
    plain = {"planned_rounds": 1, "manual": False, "reason": "", "is_hidden": False}
    swiss = store_round(evening, 1, rematches_allowed=False, lookahead_bound=False, **plain)
    store_match(swiss, 1, first, third, outcome="forfeit", winner=first)
    store_match(swiss, 2, second, fourth, outcome="double_forfeit")
    store_match(swiss, 3, *others, outcome="double_forfeit")
    drawn = {"is_finals": True, "rematches_allowed": False, "lookahead_bound": False}
    finals = store_round(evening, 2, second_seeds="5 6", second_ended=True, **drawn, **plain)
    store_match(finals, 1, first, fourth, outcome="pending", finished_at=None)
    store_match(finals, 2, second, third, outcome="played", first_points=5, second_points=4)
    store_match(finals, 3, *others, in_second=True, outcome="played", first_points=7, second_points=4)


def make_knock_out(club):
    """Store practice whose first round is the first of a knock-out, with a latecomer."""
    evening = store_tournament(club, 6, slug="knock-out", planned_rounds=0, is_practice=True, finals_players=4)
    numbers = {entry.number: entry for entry in (store_entry(evening, number, None) for number in range(1, 5))}
    in_time = sorted(range(1, 4), key=lambda number: lot(evening.draw_seed, 0, number))
    best, second, third, late = (numbers[number] for number in (*in_time, 4))
    plain = {"planned_rounds": 0, "manual": False, "reason": "", "is_hidden": False, "late_seeds": 1}
    round_ = store_round(evening, 1, is_finals=True, rematches_allowed=False, lookahead_bound=False, **plain)
    store_match(round_, 1, best, late, outcome="pending", finished_at=None)
    store_match(round_, 2, second, third, outcome="pending", finished_at=None)


def make_club_books(club):
    """Store a closed year with its paper, money of a deleted evening and an entry that takes it back."""
    year = store(ClubYear, club=club, year=2024, currency="CHF")
    store(YearPaper, year=year, file="a4", content=b64encode(b"%PDF-1.7").decode())
    plain = {"club": club, "number": None, "year": 2025, "currency": "CHF", "movement": "fee", "printed_number": ""}
    plain |= {"booked_on": None}
    first = store(Voucher, **plain, year_number=11, cents=500)
    store(Voucher, **plain, year_number=12, cents=500, counters=first)


def make_earlier_matches(club, persons):
    """Store a list of matches and one that was entered by itself."""
    for is_single in (False, True):
        came = store(MatchImport, club=club, is_single=is_single)
        winner, loser = persons[:2]
        known = {"match_length": 5, "winner_points": 7, "loser_points": 3}
        store(ImportedMatch, match_import=came, position=1, winner=winner, loser=loser, **known)
