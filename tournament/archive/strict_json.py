"""Bytes -> JSON values of exactly the kind asked for; anything else is refused with the place where it stands.

A place is written as programs write it, `rounds[0].pairings[3].score`, counted from 0.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournament.engine.refusals import Refused

LARGEST_NUMBER = 2**31 - 1
"""The largest whole number that every database holds."""

_LONGEST_QUOTE = 60
_LINE_BREAKS_AND_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys an object must have, and those it may have."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _DoubledKey:
    """Stands for an object in which a key occurs twice: Python would silently keep the last."""

    key: str


def parse(data: bytes) -> "JsonObject":
    """The JSON object that fills the file, UTF-8 with or without a byte order mark."""
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object_without_doubled_keys)
    except UnicodeDecodeError as error:
        raise Refused("archive_not_utf8", position=error.start) from error
    except json.JSONDecodeError as error:
        raise Refused("archive_not_json", line=error.lineno, column=error.colno) from error
    except ValueError as error:
        # Python reads no number of more than some thousand digits.
        raise Refused("archive_number_too_long") from error
    except RecursionError as error:
        raise Refused("archive_nested_too_deep") from error
    if not isinstance(value, dict | _DoubledKey):
        raise Refused("archive_not_json", line=1, column=1)
    return JsonObject.of(value, "")


def _object_without_doubled_keys(pairs: list[tuple[str, object]]) -> dict[str, object] | _DoubledKey:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    occurrences = Counter(key for key, _ in pairs)
    return _DoubledKey(occurrences.most_common(1)[0][0])


def quote(value: object) -> str:
    """A value of the file as a sentence can show it: short, and of characters that can be written anywhere."""
    match value:
        case dict() | _DoubledKey():
            return "{…}"
        case list():
            return "[…]"
        case str():
            return f'"{_legible(value)}"'
        case _:
            return _legible(json.dumps(value))


def _legible(text: str) -> str:
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_control(character) else character for character in text)


@dataclass(slots=True)
class JsonObject:
    """One object of the file with the place where it stands ("" for the whole file)."""

    values: dict[str, object]
    place: str = ""

    @classmethod
    def of(cls, value: object, place: str) -> "JsonObject":
        """The object, refused where the value is none or has a key twice."""
        if isinstance(value, _DoubledKey):
            raise Refused("archive_doubled_key", place=_listed(place, [value.key]))
        if not isinstance(value, dict):
            raise Refused("archive_not_an_object", place=place, value=quote(value))
        return cls(value, place)

    def with_keys(self, keys: Keys) -> "JsonObject":
        """The same object, refused where it has a key it may not have, or lacks one it must have."""
        unknown = [key for key in self.values if key not in keys.required and key not in keys.optional]
        if unknown:
            raise Refused("archive_unknown_key", places=_listed(self.place, unknown))
        missing = [key for key in keys.required if key not in self.values]
        if missing:
            raise Refused("archive_missing_key", places=_listed(self.place, missing))
        return self

    def at(self, key: str) -> str:
        """The place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str, longest: int, may_be_empty: bool = False) -> str:
        """A text of one line in composed form (NFC), with something to see in it unless it is empty."""
        text = self.verbatim_text(key, longest)
        if not (_has_something_to_see(text) or (may_be_empty and not text)):
            raise Refused("archive_text_empty", place=self.at(key))
        if not unicodedata.is_normalized("NFC", text):
            raise Refused("archive_text_not_composed", place=self.at(key), value=quote(text))
        return text

    def verbatim_text(self, key: str, longest: int) -> str:
        """A text of one line, otherwise as it is."""
        text = self.values[key]
        if not isinstance(text, str):
            raise Refused("archive_not_a_text", place=self.at(key), value=quote(text))
        if len(text) > longest:
            raise Refused("archive_text_too_long", place=self.at(key), longest=longest)
        for character in text:
            if _is_control(character):
                raise Refused("archive_control_character", place=self.at(key), character=f"U+{ord(character):04X}")
        return text

    def one_of(self, key: str, choices: Sequence[str]) -> str:
        """One of the texts to choose from."""
        value = self.values[key]
        if not isinstance(value, str) or value not in choices:
            raise Refused("archive_not_one_of", place=self.at(key), value=quote(value), choices=", ".join(choices))
        return value

    def flag(self, key: str) -> bool:
        """true or false."""
        value = self.values[key]
        if not isinstance(value, bool):
            raise Refused("archive_not_true_or_false", place=self.at(key), value=quote(value))
        return value

    def number(self, key: str, least: int, most: int = LARGEST_NUMBER) -> int:
        """A whole number within bounds."""
        return number_within(self.values[key], least, most, self.at(key))

    def number_or_null(self, key: str, least: int, most: int = LARGEST_NUMBER) -> int | None:
        """A whole number within bounds, or null."""
        return None if self.values[key] is None else self.number(key, least, most)

    def list_of(self, key: str) -> list[object]:
        """A list of whatever it holds."""
        value = self.values[key]
        if not isinstance(value, list):
            raise Refused("archive_not_a_list", place=self.at(key), value=quote(value))
        return value

    def two_of(self, key: str) -> tuple[object, object]:
        """A list of two."""
        values = self.list_of(key)
        if len(values) != 2:
            raise Refused("archive_not_two", place=self.at(key), count=len(values))
        return values[0], values[1]

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers within bounds, ascending, none of them twice."""
        numbers = tuple(
            number_within(value, least, most, f"{self.at(key)}[{index}]")
            for index, value in enumerate(self.list_of(key))
        )
        refuse_unless_ascending(numbers, self.at(key))
        return numbers

    def objects(self, key: str, keys: Keys) -> "Iterator[JsonObject]":
        """A list of objects, one after the other."""
        place = self.at(key)
        for index, value in enumerate(self.list_of(key)):
            yield JsonObject.of(value, f"{place}[{index}]").with_keys(keys)

    def object(self, key: str, keys: Keys) -> "JsonObject":
        """An object inside this one."""
        return JsonObject.of(self.values[key], self.at(key)).with_keys(keys)


def number_within(value: object, least: int, most: int, place: str) -> int:
    """A whole number within bounds; true and false are none, nor is 1.0."""
    if type(value) is not int:
        raise Refused("archive_not_a_whole_number", place=place, value=quote(value))
    if not least <= value <= most:
        raise Refused("archive_out_of_range", place=place, value=quote(value), least=least, most=most)
    return value


def refuse_unless_ascending(numbers: Sequence[int], place: str) -> None:
    """Refuse numbers of which one is not above the one before it."""
    if any(number >= following for number, following in pairwise(numbers)):
        raise Refused("archive_not_ascending", place=place)


def _has_something_to_see(text: str) -> bool:
    return any(not character.isspace() and unicodedata.category(character) != "Cf" for character in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in _LINE_BREAKS_AND_CONTROLS


def _listed(place: str, keys: Sequence[str]) -> str:
    shown = [f"{place}.{_legible(key)}" if place else _legible(key) for key in keys[:5]]
    return ", ".join(shown if len(keys) <= 5 else [*shown, "…"])
