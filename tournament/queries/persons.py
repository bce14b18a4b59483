"""Persons of the register: their names, wishes, honours and tournaments."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import chain, groupby
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone

from tournament.engine.finals import bracket_of
from tournament.models import (
    FULL_NAME,
    Club,
    Entry,
    Helper,
    ImportedMatch,
    JoinRequest,
    JournalLine,
    MatchImport,
    Person,
    Round,
    Tournament,
    Voucher,
    Wish,
    Wished,
)
from tournament.models.cash import PLACES
from tournament.money.years import fiscal_year, last_day
from tournament.names import (
    BESIDE_A_NAME,
    NOT_IN_PUBLIC,
    first_name_and_initial,
    fold,
    has_words,
    is_same_name,
    like_names,
    person_key,
    search_key,
    spellings,
    tidy,
)
from tournament.queries import cash, standings
from tournament.queries.clubs import directed_clubs
from tournament.queries.evening import evening_of
from tournament.queries.tournaments import directed_by

# The podium and its prizes.


@dataclass(frozen=True, slots=True)
class Honour:
    """One of the best-placed, with their match wins in the Swiss and in the finals, and the prizes for their place.

    `has_won_second` tells the winner of a second bracket, whatever their place.
    """

    rank: int
    match_wins: int
    entry: Entry
    prizes: tuple[str, ...]
    finals_wins: int = 0
    has_won_second: bool = False


def certified(tournament: Tournament) -> tuple[Honour, ...]:
    """Return the three best-placed and the winner of a second bracket, who may be one of them."""
    best, evening = honours(tournament), evening_of(tournament)
    bracket = bracket_of(evening.record)
    last = bracket.second[-1].matches if best and bracket and bracket.second else ()
    winner = last[0].winner if last else None
    if winner is None:
        return best
    if any(honour.entry.number == winner for honour in best):
        return tuple(replace(honour, has_won_second=honour.entry.number == winner) for honour in best)
    row = next(row for row in standings.standings_page(evening).rows if row.entry.number == winner)
    return (*best, Honour(row.standing.rank, row.standing.match_wins, row.entry, (), row.finals_wins, True))


def honours(tournament: Tournament, ranking: standings.StandingsPage | None = None) -> tuple[Honour, ...]:
    """Return the three best-placed; empty until all matches are played."""
    ranking = ranking or standings.standings_page(evening_of(tournament))
    if not cash.is_complete(tournament, ranking):
        return ()
    prizes = cash.prize_rows(tournament, ranking)
    return tuple(
        Honour(
            row.standing.rank,
            row.standing.match_wins,
            row.entry,
            tuple(prize.prize.description for prize in prizes if prize.prize.place == row.standing.rank),
            row.finals_wins,
        )
        for row in ranking.placed_rows[:PLACES]
    )


# People who have played before and are not on the list yet.

MOST_SUGGESTED = 6


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A person suggested for a tournament's list; `namesakes` counts the entries of that name on it.

    `person` is the key in the register.
    """

    name: str
    club: str
    namesakes: int
    person: int | None = field(default=None, compare=False)


def known_players(tournament: Tournament, typed: str) -> tuple[KnownPlayer, ...]:
    """Suggest people from the club's other tournaments; first those with words beginning as typed.

    Every typed word must occur in the name. Practice tournaments are left out.
    """
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    present = _entries_by_name(tournament.entries.all())
    other_evenings = Tournament.objects.filter(club=tournament.club_id, is_practice=False).exclude(pk=tournament.pk)
    earlier = Entry.objects.filter(tournament__in=other_evenings).select_related("person")
    earlier = earlier.order_by("-tournament__date", "-tournament", "number")
    entries_by_name = {
        name: entries for name, entries in _entries_by_name(earlier).items() if has_words(words, entries[0].name)
    }
    players = [
        KnownPlayer(entry.name, entry.club, len(present[name]), entry.person.real_id if entry.person else None)
        for name, entries in entries_by_name.items()
        for entry in _without(present[name], _people(entries))
    ]
    begins = [re.compile(rf"\b{re.escape(word)}") for word in words]

    def order(player: KnownPlayer) -> tuple[bool, str, str]:
        name = search_key(player.name)
        return not all(word.search(name) for word in begins), name, player.club

    return tuple(dict.fromkeys(sorted(players, key=order)))[:MOST_SUGGESTED]


def _entries_by_name(entries: Iterable[Entry]) -> defaultdict[str, list[Entry]]:
    by_name = defaultdict(list)
    for entry in entries:
        by_name[fold(entry.name)].append(entry)
    return by_name


def _people(namesakes: Iterable[Entry]) -> list[Entry]:
    """Return one entry for each person of this name: the newest, or those of a tournament that had several."""
    by_tournament = defaultdict(list)
    for entry in namesakes:
        by_tournament[entry.tournament_id].append(entry)
    return max(by_tournament.values(), key=len)


def _without(present: Sequence[Entry], people: Sequence[Entry]) -> list[Entry]:
    """Return the people of one name who are not on the list yet, told apart by club."""
    if len(present) >= len(people):
        return []
    missing = list(people)
    for entry in present:
        same = next((person for person in missing if fold(person.club) == fold(entry.club)), None)
        if same:
            missing.remove(same)
    return missing


# Names that the register has under another spelling, for every list of players or matches that comes in.


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person in the register; `wished` is how they appear in public."""

    key: int
    name: str
    wished: Wished = field(default=FULL_NAME, compare=False)

    @property
    def is_hidden(self) -> bool:
        """Tell whether the person wishes to be hidden."""
        return self.wished.wish == Wish.HIDDEN

    @property
    def short_name(self) -> str:
        """The name shown instead of a person who wishes to be abbreviated, else empty."""
        is_abbreviated = self.wished.wish == Wish.ABBREVIATED
        return (self.wished.own_name or first_name_and_initial(self.name)) if is_abbreviated else ""


@dataclass(frozen=True, slots=True)
class Likeness:
    """A name that the register does not have, and whom it may mean.

    `persons` are those of the register who are not on the list; `listed` are names on the list, or earlier among the
    names added together.
    """

    name: str
    persons: tuple[KnownPerson, ...]
    listed: tuple[str, ...]

    @property
    def others(self) -> tuple[str, ...]:
        """All known names of which this name may be another spelling."""
        return tuple(dict.fromkeys([*self.listed, *(person.name for person in self.persons)]))

    @property
    def is_listed(self) -> bool:
        """Tell whether the same name is on the list, so that this is suggested."""
        return any(is_same_name(self.name, other) for other in self.listed)

    @property
    def same(self) -> KnownPerson | None:
        """The person of the same name, who is suggested unless they are on the list; an alike name suggests nobody."""
        if self.is_listed:
            return None
        return next((person for person in self.persons if is_same_name(self.name, person.name)), None)


def likenesses(club: Club, names: Sequence[str], person_keys: Collection[int] = ()) -> tuple[Likeness, ...]:
    """Return the new names that may be another spelling of one in the register, or of an earlier one in `names`.

    `person_keys` are the keys of the persons on the list already.
    """
    name_keys = {person_key(name) for name in names}
    known_persons = Person.objects.filter(club=club, key__in=name_keys).exclude(name="")
    exact = set(known_persons.values_list("key", flat=True))
    new_names = tuple(dict.fromkeys(name for name in names if person_key(name) not in exact))
    if not new_names:
        return ()
    keys: defaultdict[str, list[int]] = defaultdict(list)
    club_persons = Person.objects.filter(club=club).exclude(name="").order_by("pk")
    for key, merged_into, name in club_persons.values_list("pk", "merged_into_id", "name"):
        keys[name].append(merged_into or key)
    alike = like_names(new_names, [*keys, *names])
    wanted_keys = {key for others in alike.values() for other in others for key in keys.get(other, ())}
    alike_persons = Person.objects.filter(pk__in=wanted_keys).exclude(name="")
    persons = {person.pk: KnownPerson(person.pk, person.name, person.wished) for person in alike_persons}
    places = {name: place for place, name in reversed([*enumerate(names)])}
    all_likenesses = []
    for name, others in alike.items():
        meant = tuple(dict.fromkeys(persons[key] for other in others for key in keys.get(other, ()) if key in persons))
        on_list = [person.name for person in meant if person.key in person_keys or person_key(person.name) in name_keys]
        on_list += [other for other in others if places.get(other, places[name]) < places[name]]
        free = tuple(person for person in meant if person.name not in on_list)
        if free or on_list:
            all_likenesses.append(Likeness(name, free, tuple(dict.fromkeys(on_list))))
    return tuple(all_likenesses)


# Names in a list of matches: persons of the register, new persons, or ambiguous.


@dataclass(frozen=True, slots=True)
class MatchName:
    """A name in the list, and the number of its matches there.

    `persons` have exactly this name: a single one is meant, of several one has to be chosen, without any a new person
    is made. `similar` are names in the register or the list that may be the same person, misspelt.
    """

    name: str
    matches: int
    persons: tuple[KnownPerson, ...]
    similar: tuple[str, ...]
    similar_persons: tuple[KnownPerson, ...]

    @property
    def is_new(self) -> bool:
        return not self.persons

    @property
    def is_doubtful(self) -> bool:
        """Tell whether the director has to say who is meant."""
        return len(self.persons) > 1


def match_names(club: Club | None, names: Iterable[str]) -> tuple[MatchName, ...]:
    """Return each name of the list once, sorted; without a club, nobody is known yet."""
    count_by_key: dict[str, int] = defaultdict(int)
    name_by_key: dict[str, str] = {}
    for name in names:
        key = person_key(name)
        count_by_key[key] += 1
        name_by_key.setdefault(key, name)
    by_key: dict[str, list[KnownPerson]] = defaultdict(list)
    by_name: dict[str, list[KnownPerson]] = defaultdict(list)
    rows = Person.objects.filter(club=club).exclude(name="").order_by("pk").values_list("pk", "merged_into_id", "name")
    # A merged person is found under the former name too.
    for person in dict.fromkeys(KnownPerson(real or key, name) for key, real, name in (rows if club else ())):
        by_key[person_key(person.name)].append(person)
        by_name[person.name].append(person)
    all_names = []
    for name, other_names in like_names(name_by_key.values(), [*by_name, *name_by_key.values()]).items():
        key, in_order = person_key(name), tuple(sorted(other_names))
        similar_persons = tuple(person for other_name in in_order for person in by_name.get(other_name, ()))
        all_names.append(MatchName(name, count_by_key[key], tuple(by_key[key]), in_order, similar_persons))
    return tuple(sorted(all_names, key=lambda match_name: search_key(match_name.name)))


# Where a person may be named: columns of text, names a person ever had, patterns to find them.

# Erasing a person removes the name from every text column, including columns added later, except for these.
NAMES_NOBODY = frozenset(
    {
        # The name of the tournament, and what its draws can be checked with.
        *(f"tournament.{name}" for name in ("slug", "stamp", "name", "venue", "organiser", "clock", "currency")),
        *(f"tournament.{name}" for name in ("begins_at", "draw_seed", "ranking", "settled_edition")),
        *(f"tournament.finals_{name}" for name in ("as_set", "lengths", "second")),
        "round.second_seeds",
        # Names of others; the names of the erased person are replaced one by one.
        *("entry.name", "entry.shown_as", "entry.club", "joinrequest.name", "joinrequest.club"),
        # Codes, secrets, and moves without names.
        *(
            "invitation.nonce",
            "joinrequest.network_digest",
            "joinrequest.phone_digest",
            "pairing.outcome",
            "pastresult.outcome",
            "voucher.movement",
            *(f"voucher.{name}" for name in ("printed_number", "currency", "evening")),
            "game.kind",
            "game.words",
        ),
        *("report.phone", "transcript.text"),
        # How an evening is known on which somebody was erased.
        *("erasure.evening", "erasure.draw_seed"),
        # The name of the club, how its seasons count, and its papers of closed years, which are books.
        *(f"club.{name}" for name in ("slug", "stamp", "name", "place", "currency")),
        *("season.key", "season.table", "clubyear.currency", "yearpaper.file", "yearpaper.content"),
        # Holders of accounts, not players: invited to the club's desk, or having closed its year.
        *("clubinvitation.mail", "clubinvitation.nonce", "clubyear.closed_by"),
        # Notices, in which the club's directors name who is legally responsible.
        *(f"clubnotice.{name}" for name in ("name", "language", "text")),
        # The books keep who paid or received until their period is over; then a director erases it.
        "voucher.party",
    }
)


def texts_of_a_tournament() -> list[tuple[type[models.Model], str]]:
    """Return the models whose rows belong to a tournament and may name a person, each with its lookup of the key."""
    return _texts_of(Tournament)


def texts_of_a_club() -> list[tuple[type[models.Model], str]]:
    """Return the models of a club that may name a person, except those of its tournaments, persons and sign-ups."""
    of_tournaments = {model for model, _path in texts_of_a_tournament()}
    return [(model, path) for model, path in _texts_of(Club) if model not in {*of_tournaments, Person, JoinRequest}]


def _texts_of(whole: type[models.Model]) -> list[tuple[type[models.Model], str]]:
    tables = apps.get_app_config("tournament").get_models()
    paths = [(model, _path_to(whole, model)) for model in tables if model is not JournalLine]
    return [(model, path) for model, path in paths if path and texts_that_may_name(model)]


def texts_that_may_name(model: type[models.Model]) -> list["models.Field[Any, Any]"]:
    """Return the fields of a model that may name a person: all texts but those in `NAMES_NOBODY`."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.choices
        and f"{model._meta.model_name}.{field.name}" not in NAMES_NOBODY
    ]


def _path_to(whole: type[models.Model], model: type[models.Model]) -> str | None:
    if model is whole:
        return "pk"
    for column in model._meta.concrete_fields:
        related_model = column.related_model
        if isinstance(column, models.ForeignKey) and isinstance(related_model, type) and related_model is not model:
            path = _path_to(whole, related_model)
            if path:
                return f"{column.name}__{path}"
    return None


def names_of_others(club: Club, same: QuerySet[Person]) -> set[str]:
    """Return the names of all other persons in the register."""
    other_persons = Person.objects.filter(club=club).exclude(pk__in=same.values("pk"))
    return set(other_persons.values_list("name", flat=True))


def register_names_ever(club: Club, same: QuerySet[Person]) -> set[str]:
    """Return every name the persons had in the register, as far as the journal knows, and those they played under."""
    names = {name for pair in same.values_list("name", "shown_as") for name in pair}
    names |= set(Entry.objects.filter(person__in=same).values_list("name", flat=True))
    names |= _names_in(club.journal.all(), ("person",), {person.pk for person in same})
    return names - {"", "…"}


def as_whole_words(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds one of these names in a text, the longest first, and only as whole words."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


# Where the texts of a club name somebody who is to be erased.

FEWEST_LETTERS = 2
TEXT = models.TextField()


@dataclass(frozen=True, slots=True)
class FoundText:
    """A name or a word in a text of a club, in a field of a stored row; `tournament` is None in a text of the club."""

    word: str
    text: str
    model: type[models.Model]
    key: int
    field: str
    club: Club
    tournament: Tournament | None

    @property
    def code(self) -> str:
        """The word and its place, as a page sends them."""
        return f"{self.model._meta.model_name}.{self.field}.{self.key}.{self.word}"


def texts_with(club: Club, words: Collection[str], around: Collection[str] = ()) -> tuple[FoundText, ...]:
    """Find the words in the texts of a club and of all its tournaments, except inside of one of the names `around`."""
    if not words:
        return ()
    pattern = as_whole_words({*words, *around})
    evenings = {tournament.pk: tournament for tournament in club.tournaments.order_by("pk")}
    tables: list[tuple[type[models.Model], str, dict[str, Any]]] = [
        *((model, path, {f"{path}__in": list(evenings)}) for model, path in texts_of_a_tournament()),
        *((model, "", {path: club.pk}) for model, path in texts_of_a_club()),
        (Voucher, "", {"club": club.pk, "tournament": None}),
    ]
    found_texts = []
    for model, path, of in tables:
        for column in [text_field.attname for text_field in texts_that_may_name(model)]:
            model_rows = model._default_manager.filter(**of).exclude(**{column: ""}).order_by("pk")
            text_rows = model_rows.values_list("pk", column, path or "pk")
            for key, text, evening in text_rows:
                for word in sorted({*words}.intersection(pattern.findall(text))):
                    found_texts.append(
                        FoundText(word, text, model, key, column, club, evenings[evening] if path else None)
                    )
    return tuple(found_texts)


def lines_with(journal_lines: QuerySet[JournalLine], names: Collection[str]) -> list[JournalLine]:
    """Return the lines of a journal in which one of the names may stand, without reading all others as JSON."""
    if not names:
        return []
    # SQLite stores letters beyond ASCII escaped, PostgreSQL as they are.
    written_names = {*names, *(json.dumps(name)[1:-1] for name in names)}
    whole = Concat(Cast("facts", TEXT), Cast("changes", TEXT), "by_name", output_field=TEXT)
    texts = journal_lines.annotate(whole=whole)
    keys = [
        key
        for key, whole in texts.values_list("pk", "whole").iterator()
        if any(name in whole for name in written_names)
    ]
    return list(journal_lines.filter(pk__in=keys).order_by("pk"))


def whole_names(names: Iterable[str]) -> frozenset[str]:
    """Return those names that have two words and more, so that they tell who is meant wherever they stand."""
    return frozenset(name for name in names if len(name.split()) > 1)


def single_words(names: Iterable[str]) -> frozenset[str]:
    """Return the words of the names, which may mean somebody else as well."""
    words = {word.strip(",.") for name in names for word in name.split()}
    return frozenset(
        word for word in words if len(word) >= FEWEST_LETTERS and not word.islower() and fold(word) not in BESIDE_A_NAME
    )


def texts_to_ask_about(user: User, persons: Iterable["PersonHistory"], typed: str) -> tuple[FoundText, ...]:
    """Find single words of these persons' names, and what was typed, in the texts of the clubs that the user directs.

    The names of two words and more go with the person; where nobody is called as was typed, it is asked about.
    """
    names = {name for person in persons for name in (person.name, *person.other_names)} - {NOT_IN_PUBLIC}
    whole = whole_names(names)
    words = single_words({*names, tidy(typed)}) | ({tidy(typed)} - whole - {""})
    return tuple(
        found_text
        for club in directed_clubs(user)
        for found_text in texts_with(club, words, {*whole, *whole_names(names_in_club(club))} - words)
    )


def names_of_everybody_else(club: Club, same: QuerySet[Person], entries: Collection[Entry]) -> set[str]:
    """Return the names of all others in the register, and those under which others play in the club."""
    club_entries = Entry.objects.filter(tournament__club=club).exclude(pk__in=[entry.pk for entry in entries])
    other_entries = club_entries.exclude(person__in=same)
    return names_of_others(club, same) | set(other_entries.values_list("name", flat=True))


# Whom the texts about a person name, so that a copy of them names nobody else.


@dataclass(frozen=True)
class NamesInTexts:
    """The names of a person, and those of everybody else that may stand in texts about them.

    `own` are all spellings of the person. Of those, `shared` are also the name of somebody else on the same list: a
    text with such a name does not tell who is meant.
    """

    own: frozenset[str]
    shared: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    @cached_property
    def _kept(self) -> frozenset[str]:
        return _with_initials(self.own)

    @cached_property
    def _anybody(self) -> re.Pattern[str]:
        """A pattern for all names; the longest counts, so that “Anna” is not found in “Anna Keller”."""
        return as_whole_words(self._kept | _with_initials(self.others))

    def is_named(self, text: str) -> bool:
        """Tell whether a text names the person and nobody else of that name."""
        return bool(self.own) and not (self.own - self.shared).isdisjoint(self._anybody.findall(text))

    def alone(self, text: str) -> str:
        """Return a text in which everybody else is “…”."""
        if not (self.own or self.others):
            return text
        return self._anybody.sub(
            lambda pattern_match: pattern_match[0] if pattern_match[0] in self._kept else NOT_IN_PUBLIC, text
        )

    def of_facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a journal line, with each list of names that has the person's cut down to these."""
        return {key: self._of_fact(fact) for key, fact in facts.items()}

    def _of_fact(self, fact: Any) -> Any:
        if isinstance(fact, dict):
            return self.of_facts(fact)
        if isinstance(fact, list):
            return [item for item in fact if isinstance(item, str) and item in self.own] or fact
        return fact


def _with_initials(names: Iterable[str]) -> frozenset[str]:
    """Add to each name its abbreviated form."""
    full = {name for name in names if name.strip()}
    return frozenset(full | {first_name_and_initial(name) for name in full})


def names_in_club(club: Club) -> frozenset[str]:
    """Return the names of all persons, players, guests and helpers that texts of a club may contain."""
    of_club = Q(tournament__club=club)
    columns = (
        Person.objects.filter(club=club).values_list("name", "shown_as"),
        Entry.objects.filter(of_club).values_list("name", "shown_as"),
        JoinRequest.objects.filter(of_club).values_list("name"),
        Helper.objects.filter(of_club).values_list("user__first_name"),
    )
    names = {name for rows in columns for row in rows.distinct() for name in row}
    return frozenset(names | _in_journal(club.journal.all())) - {"", NOT_IN_PUBLIC}


def names_in_journal(tournament: Tournament) -> frozenset[str]:
    """Return every name that players of a tournament, or people who signed up for it, ever had."""
    return frozenset(_in_journal(tournament.journal.all())) - {"", NOT_IN_PUBLIC}


def _in_journal(journal_lines: QuerySet[JournalLine]) -> set[str]:
    return _names_in(journal_lines, ("entry", "joinrequest", "person")) | {
        line.by_name for line in journal_lines if line.by_guest
    }


def _names_in(journal: QuerySet[JournalLine], kinds: Sequence[str], keys: Collection[int] | None = None) -> set[str]:
    """Return every name, and every name shown instead, that rows of these kinds had before or after a change.

    With `keys` only those of these rows.
    """
    rows = (row for line in journal for row in line.changes if row["model"] in kinds)
    own_rows = (row for row in rows if keys is None or row["id"] in keys)
    sides = (side for row in own_rows for side in (row["before"], row["after"]) if side)
    return {side.get(field) or "" for side in sides for field in ("name", "shown_as")}


# All that is stored of a person, what the books keep, and every name that an entry had.

MOST_FOUND = 30


# A tournament and its vouchers that name a person, and the last day on which the law requires the club to keep them.
InBooks = tuple[str, tuple[str, ...], date]


class PersonHistory:
    """A person in the register of a club with all that is stored of them, the newest tournament first.

    Without a `registered` person it is only a name, which may belong to several people: from practice, from sign-ups
    without an entry, or from tournaments whose club others direct. `earlier` is the number of matches of earlier years.
    """

    def __init__(self, registered: Person | None, name: str) -> None:
        self.registered = registered
        self.names = [name]
        self.entries: list[Entry] = []
        self.requests: list[JoinRequest] = []
        self.of_name: list[Voucher] = []
        self.earlier = 0

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def other_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.names))[1:]

    @property
    def is_stored(self) -> bool:
        """Whether anything is stored beside the names."""
        return bool(self.entries or self.requests or self.of_name or self.earlier)

    @cached_property
    def vouchers(self) -> tuple[Voucher, ...]:
        """The vouchers of deleted tournaments."""
        if self.registered is None:
            return tuple(self.of_name)
        return tuple(vouchers_of_deleted(self.registered.club).filter(party__in=dict.fromkeys(self.names)))

    @cached_property
    def in_books(self) -> tuple[InBooks, ...]:
        return (*in_books(self.entries), *in_books_of_deleted(self.vouchers))

    @property
    def tournaments(self) -> int:
        """The number of tournaments that store the name."""
        return len({row.tournament_id for row in chain[Entry | JoinRequest](self.entries, self.requests)})


def persons_like(user: User, typed: str) -> tuple[PersonHistory, ...]:
    """Find persons in the user's tournaments and clubs with a name that has every typed word, sorted by name."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    found_persons = [
        found_person for found_person in _everybody(user) if any(has_words(words, name) for name in found_person.names)
    ]
    found_persons.sort(
        key=lambda found_person: (
            search_key(found_person.name),
            found_person.registered.pk if found_person.registered else 0,
        )
    )
    return tuple(found_persons[:MOST_FOUND])


def _everybody(user: User) -> Iterable[PersonHistory]:
    """Collect all that is stored, by person if known, else by name.

    A sign-up belongs to the only person of that name in its club.
    """
    found_by_person: dict[Person | str, PersonHistory] = {}
    of_name: defaultdict[tuple[int, str], set[Person]] = defaultdict(set)
    known_persons = Person.objects.filter(club__in=directed_clubs(user)).select_related("club", "merged_into__club")
    for person in known_persons.exclude(name="").order_by("merged_into_id", "pk"):
        real = person.real
        found_by_person.setdefault(real, PersonHistory(real, real.name)).names.append(person.name)
        of_name[real.club_id, person.key].add(real)
    for entry in entries_of(user).select_related("person__merged_into"):
        real_or_name = entry.person.real if entry.person and entry.person.real in found_by_person else fold(entry.name)
        found_person = found_by_person.setdefault(real_or_name, PersonHistory(None, entry.name))
        found_person.names.append(entry.name)
        found_person.entries.append(entry)
        if found_person.registered:
            of_name[found_person.registered.club_id, person_key(entry.name)].add(found_person.registered)
    for join_request in requests_of(user):
        meant = of_name[join_request.tournament.club_id, person_key(join_request.name)]
        found_person = found_by_person.setdefault(
            next(iter(meant)) if len(meant) == 1 else fold(join_request.name), PersonHistory(None, join_request.name)
        )
        found_person.requests.append(join_request)
    for voucher in vouchers_of_deleted(*directed_clubs(user)):
        meant = of_name[voucher.club_id or 0, person_key(voucher.party)]
        if not meant:
            name = fold(voucher.party)
            found_by_person.setdefault(name, PersonHistory(None, voucher.party)).of_name.append(voucher)
    by_key = {
        found_person.registered.pk: found_person for found_person in found_by_person.values() if found_person.registered
    }
    for side in ("imported_wins", "imported_losses"):
        match_counts = (
            known_persons.filter(**{f"{side}__isnull": False}).values_list("pk", "merged_into_id").annotate(Count(side))
        )
        for key, merged_into, matches in match_counts.order_by("pk"):
            if counted_for := by_key.get(merged_into or key):
                counted_for.earlier += matches
    return (found_person for found_person in found_by_person.values() if found_person.is_stored)


def in_books(entries: Iterable[Entry]) -> Iterator[InBooks]:
    """Yield the vouchers of these entries that keep the name after it is erased elsewhere."""
    for entry in entries:
        voucher_numbers = entry.vouchers.order_by("number").values_list("number", flat=True)
        numbers = tuple(str(number) for number in voucher_numbers if number is not None)
        if numbers and (until := books_kept_until(entry.tournament)):
            yield entry.tournament.name, numbers, until


def in_books_of_deleted(vouchers: Iterable[Voucher]) -> Iterator[InBooks]:
    """Yield those vouchers of deleted tournaments that keep the name after it is erased elsewhere."""
    for (evening, day), rows in groupby(vouchers, key=lambda voucher: (voucher.evening, voucher.evening_date)):
        first, *other_rows = rows
        if first.club and day and (until := kept_until(first.club, day)):
            yield evening, tuple(row.label for row in (first, *other_rows)), until


def books_kept_until(tournament: Tournament) -> date | None:
    """Return the last day on which the tournament's vouchers must keep names; None if past, or for practice."""
    return None if tournament.is_practice else kept_until(tournament.club, tournament.date)


def kept_until(club: Club, day: date) -> date | None:
    """Return the last day on which the club must keep vouchers of a tournament on `day`, or None if that is past."""
    years, month = club.voucher_years, club.fiscal_month
    until = last_day(fiscal_year(day, month) + years, month)
    return until if years and until >= timezone.localdate() else None


def vouchers_of_deleted(*clubs: Club) -> QuerySet[Voucher]:
    """Return the vouchers of the clubs' deleted tournaments that name a person."""
    of_deleted = Voucher.objects.filter(club__in=clubs, tournament=None, evening_date__isnull=False)
    vouchers = of_deleted.exclude(party__in=["", NOT_IN_PUBLIC]).select_related("club")
    return vouchers.order_by("club", "evening_date", "evening", "year_number")


def expired_in_deleted(club: Club) -> tuple[Voucher, ...]:
    """Return vouchers of deleted tournaments that need not be kept any more and name nobody in the register."""
    registered = set(Person.objects.filter(club=club).exclude(name="").values_list("key", flat=True))
    return tuple(
        voucher
        for voucher in vouchers_of_deleted(club)
        if person_key(voucher.party) not in registered and is_expired(club, voucher)
    )


def is_expired(club: Club, of_deleted: Voucher) -> bool:
    """Tell whether a voucher of a deleted tournament need not be kept any more."""
    day = of_deleted.evening_date
    return day is None or kept_until(club, day) is None


def erased_but_in_books(club: Club) -> Iterator[Entry]:
    """Return entries of erased persons whose vouchers still name them but need not be kept any more."""
    vouchers = Voucher.objects.exclude(party="").exclude(party=F("entry__name"))
    entries = Entry.objects.filter(
        tournament__club=club, person__name="", pk__in=vouchers.filter(entry__isnull=False).values("entry")
    )
    for entry in entries.select_related("tournament__club").order_by("tournament__date", "number"):
        if books_kept_until(entry.tournament) is None:
            yield entry


def registered_of(user: User, keys: Iterable[int]) -> tuple[PersonHistory, ...]:
    """Return the persons with these keys in the registers of the user's clubs, with all that is stored of them."""
    person_keys = set(keys)
    return tuple(
        found_person
        for found_person in _everybody(user)
        if found_person.registered and found_person.registered.pk in person_keys
    )


def entries_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[Entry]:
    """Return the entries in the user's tournaments, newest first; with `keys`, only these."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament__club")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def requests_of(user: User, keys: Iterable[int] | None = None) -> QuerySet[JoinRequest]:
    """Return the sign-ups without an entry in the user's tournaments, newest first; with `keys`, only these."""
    requests = JoinRequest.objects.filter(tournament__in=directed_by(user), entry=None).select_related(
        "tournament__club"
    )
    if keys is not None:
        requests = requests.filter(pk__in=list(keys))
    return requests.order_by("-at", "-pk")


def matches_of(person: Person) -> QuerySet[ImportedMatch]:
    """Return the matches of earlier years of a person, by day."""
    same = Person.objects.including_merged([person.real_id])
    imported_matches = ImportedMatch.objects.filter(Q(winner__in=same) | Q(loser__in=same))
    return imported_matches.select_related("match_import", "winner").order_by("date", "match_import", "position")


def names_ever(entry: Entry) -> set[str]:
    """Return every name the entry had, as far as the journal knows, and the name it signed up with."""
    names = {entry.name, entry.shown_as, *JoinRequest.objects.filter(entry=entry).values_list("name", flat=True)}
    names |= _names_in(JournalLine.objects.filter(tournament=entry.tournament_id), ("entry",), {entry.pk})
    return names - {""}


# The register of a club: who has played there, how often, when last, and likely duplicates.


class Registered:
    """A person with the number of tournaments played, the last day (None: never), and their other names.

    `entered` has of each entry the name on it, its tournament and day, and whether that is drawn; `lists` are the keys
    of all these tournaments.
    """

    def __init__(self, person: Person, entered: Sequence[tuple[str, int, date, bool]]) -> None:
        played = [day for _name, _tournament, day, is_drawn in entered if is_drawn]
        self.person = person
        self.evenings, self.last = len(played), max(played, default=None)
        self.other_names = tuple(dict.fromkeys(name for name, *_where in entered if name != person.name))
        self.lists = frozenset(tournament for _name, tournament, _day, _is_drawn in entered)

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the person, their own first."""
        return (self.person.name, *self.other_names)

    @property
    def sort_key(self) -> str:
        return search_key(self.person.name)


class EarlierMatch:
    """An imported match that counts, from the side of one player; `name` is that player's name in the list."""

    def __init__(self, match: ImportedMatch, person: Person) -> None:
        self.match, self.won = match, match.winner.real_id == person.pk
        own, other = (match.winner, match.loser) if self.won else (match.loser, match.winner)
        self.name, self.opponent = own.name, other.real.name


@dataclass(frozen=True, slots=True)
class Played:
    """All that a person of the register has played: entries, and matches of earlier years by list, the newest first."""

    entries: tuple[Entry, ...] = ()
    lists: tuple[tuple[MatchImport, tuple[EarlierMatch, ...]], ...] = ()

    @property
    def matches(self) -> tuple[EarlierMatch, ...]:
        return tuple(match for _list, earlier_matches in self.lists for match in earlier_matches)

    def __len__(self) -> int:
        return len(self.entries) + len(self.matches)

    def parted(
        self, entries: Collection[int], matches: Collection[int], lists: Collection[int]
    ) -> tuple["Played", "Played"]:
        """Return what is chosen by these keys of entries, matches and whole lists, and the rest."""

        def part(is_wanted: bool) -> Played:
            of_lists = (
                (
                    earlier,
                    tuple(
                        earlier_match
                        for earlier_match in list_matches
                        if (earlier_match.match.pk in matches or earlier.pk in lists) == is_wanted
                    ),
                )
                for earlier, list_matches in self.lists
            )
            return Played(
                tuple(entry for entry in self.entries if (entry.pk in entries) == is_wanted),
                tuple((earlier, list_matches) for earlier, list_matches in of_lists if list_matches),
            )

        return part(True), part(False)


def register(club: Club) -> tuple[Registered, ...]:
    """Return everybody of the club who is in a tournament or a match of earlier years and not erased, by name.

    Takes four queries for any number of persons.
    """
    has_rounds = Exists(Round.objects.filter(tournament=OuterRef("tournament")))
    entries = Entry.objects.filter(tournament__club=club, person__isnull=False).annotate(
        real=Coalesce("person__merged_into_id", F("person_id")), is_drawn=has_rounds
    )
    columns = ("real", "name", "tournament_id", "tournament__date", "is_drawn")
    lists: defaultdict[int, list[tuple[str, int, date, bool]]] = defaultdict(list)
    for real, name, tournament, day, is_drawn in entries.order_by("tournament__date", "pk").values_list(*columns):
        lists[real].append((name, tournament, day, is_drawn))
    people = Person.objects.filter(club=club, merged_into=None).exclude(name="")
    imported_matches = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
    sides = [Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser")]
    person_keys = {*lists, *(key for side in sides for key in imported_matches.values_list(side, flat=True).distinct())}
    register_rows = [Registered(person, lists[person.pk]) for person in people if person.pk in person_keys]
    return tuple(sorted(register_rows, key=lambda row: (row.sort_key, row.person.pk)))


def matching_names(register_rows: Iterable[Registered], typed: str) -> tuple[Registered, ...]:
    """Return the rows with a name that has every typed word."""
    words = search_key(tidy(typed)).split()
    return tuple(row for row in register_rows if any(has_words(words, name) for name in row.names))


def entries_of_person(person: Person) -> tuple[Entry, ...]:
    """Return all entries of a person, the newest first."""
    entries = Entry.objects.filter(person__in=Person.objects.including_merged([person.pk]))
    return tuple(entries.select_related("tournament").order_by("-tournament__date", "-tournament_id"))


def played_by(person: Person) -> Played:
    """Return all entries of a person, and the matches of earlier years that count, newest first, in three queries."""
    same = Person.objects.including_merged([person.pk])
    imported_matches = ImportedMatch.objects.filter(Q(winner__in=same) | Q(loser__in=same), match_import__counts=True)
    imported_matches = imported_matches.select_related("match_import", "winner__merged_into", "loser__merged_into")
    lists: dict[MatchImport, list[EarlierMatch]] = {}
    for match in imported_matches.order_by("-match_import__at", "-match_import", "-date", "-position"):
        lists.setdefault(match.match_import, []).append(EarlierMatch(match, person))
    of_lists = tuple((earlier, tuple(earlier_matches)) for earlier, earlier_matches in lists.items())
    return Played(entries_of_person(person), of_lists)


def handed_out(person: Person) -> tuple[Tournament, ...]:
    """Return the person's tournaments whose lists may already have been read, printed or saved, the newest first."""
    has_rounds = Exists(Round.objects.filter(tournament=OuterRef("pk")))
    evenings = Tournament.objects.filter(entries__person__in=Person.objects.including_merged([person.real_id]))
    return tuple(evenings.filter(has_rounds).distinct().order_by("-date", "-pk"))


def likely_doubles(register_rows: Sequence[Registered]) -> tuple[tuple[Person, Person], ...]:
    """Return pairs of persons with similar names who have never entered the same tournament."""
    alike: defaultdict[str, list[Registered]] = defaultdict(list)
    short = {_abbreviated(row.person.name) for row in register_rows if row.person.name.endswith(".")}
    for row in register_rows:
        for spelling in {*spellings(row.person.name), *({_abbreviated(row.person.name)} & short)}:
            alike[spelling].append(row)
    pairs = {
        (first.person.pk, second.person.pk): (first.person, second.person)
        for group in alike.values()
        for index, first in enumerate(group)
        for second in group[index + 1 :]
        if not first.lists & second.lists
    }
    return tuple(pairs.values())


def _abbreviated(name: str) -> str:
    """Abbreviate a name to first name and initial, which Jörg Übelacker and Jörg Ü. have in common."""
    return first_name_and_initial(search_key(name)).rstrip(".")
