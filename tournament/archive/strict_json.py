"""Reads JSON of exactly the wanted shape; anything else is refused with the place of the mistake.

The shape is a pydantic model built on `Part`; pydantic checks it, and its errors become refusals. A place is written
like `rounds[0].pairings[3].score`, counted from 0.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any, ClassVar, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError

from tournament.engine.refusals import Refused

LARGEST_NUMBER = 2**31 - 1
"""The largest whole number that every database holds."""

MOST_KEYS = 100
"""The most keys that an object may have; no valid file comes near."""

_LONGEST_QUOTE = 60
_LINE_BREAKS_AND_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})


def _end_at_first_mistake(schema: Any) -> None:
    """Make the validation of every list in the schema stop at the first mistake."""
    if isinstance(schema, dict):
        if schema.get("type") == "list":
            schema["fail_fast"] = True
        schema = list(schema.values())
    if isinstance(schema, list | tuple):
        for part in schema:
            _end_at_first_mistake(part)


REQUIRED = object()


class Part(BaseModel):
    """An object of the file; only declared keys are allowed, and types are strict: 1 is not true, 1.0 no integer."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    KEYS: ClassVar[Sequence[tuple[str, str, object]]] = ()
    """Each field with its key in the file and its default, or `REQUIRED`."""
    TIME_FORMAT: ClassVar[str] = ""
    """The `strftime` format of times in UTC; if empty, they are written in ISO format with microseconds."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Stop at the first mistake in a list: a file full of mistakes would create a million errors."""
        schema = handler(source)
        _end_at_first_mistake(schema)
        return schema

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        super().__pydantic_init_subclass__(**options)
        cls.KEYS = tuple(
            (name, key.alias or name, REQUIRED if key.is_required() else key.get_default())
            for name, key in cls.model_fields.items()
        )

    @classmethod
    def of(cls, values: object, *, within: tuple[str, ...] = ()) -> Self:
        """Read the object from parsed JSON. Raises Refused with the place of a mistake, prefixed by `within`."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            raise _refusal([{**mistake, "loc": (*within, *mistake["loc"])} for mistake in errors]) from error

    @classmethod
    def as_in_file(cls, source: object = None, **values: object) -> dict[str, Any]:
        """Return the object for JSON, in the order of the fields, without optional ones that are None or the default.

        The value of a field is the argument of its name, else the attribute of that name of `source`.
        """
        json_values: dict[str, Any] = {}
        for name, key, usual in cls.KEYS:
            value = values[name] if name in values else getattr(source, name)
            if usual is REQUIRED or (value is not None and value != usual):
                json_values[key] = cls._in_json(value) if isinstance(value, date) else value
        return json_values

    @classmethod
    def _in_json(cls, at: date) -> str:
        if not isinstance(at, datetime):
            return at.isoformat()
        return at.astimezone(UTC).strftime(cls.TIME_FORMAT) if cls.TIME_FORMAT else at.astimezone(UTC).isoformat()


@dataclass(frozen=True, slots=True)
class _DoubledKey:
    """Stands for an object in which a key occurs twice; Python would silently keep the last."""

    key: str


def parse(data: bytes, most: int) -> dict[str, object]:
    """Parse the file: one JSON object in UTF-8, with or without a byte order mark.

    In memory a value takes at least twenty times its size in the file, so more than `most` values are refused.
    """
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > most:
        raise Refused("archive_too_much", most=most)
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object_without_doubled_keys)
    except UnicodeDecodeError as error:
        raise Refused("archive_not_utf8", position=error.start) from error
    except json.JSONDecodeError as error:
        raise Refused("archive_not_json", line=error.lineno, column=error.colno) from error
    except ValueError as error:
        # Python refuses integers of more than some thousand digits.
        raise Refused("archive_number_too_long") from error
    except RecursionError as error:
        raise Refused("archive_nested_too_deep") from error
    if isinstance(value, _DoubledKey):
        raise Refused("archive_doubled_key", place=_legible(value.key))
    if not isinstance(value, dict):
        raise Refused("archive_not_json", line=1, column=1)
    return value


def _object_without_doubled_keys(pairs: list[tuple[str, object]]) -> dict[str, object] | _DoubledKey:
    if len(pairs) > MOST_KEYS:
        raise Refused("archive_too_many_keys", most=MOST_KEYS)
    # Pydantic accepts lone surrogates in values, but not in keys.
    values = {
        key if key.isascii() else key.encode("utf-16", "surrogatepass").decode("utf-16", "replace"): value
        for key, value in pairs
    }
    if len(values) == len(pairs):
        return values
    occurrences = Counter(key for key, _ in pairs)
    return _DoubledKey(occurrences.most_common(1)[0][0])


def quote(value: object) -> str:
    """Quote a value of the file for a sentence: short, and without control characters."""
    match value:
        case dict() | _DoubledKey():
            return "{…}"
        case list():
            return "[…]"
        case str():
            return f'"{_legible(value)}"'
        case _:
            return _legible(json.dumps(value))


def broken(code: str, **values: Any) -> PydanticCustomError:
    """Make the error that a validator raises, from the refusal's code and values; its place is added later.

    `key` among the values names the wrong key of the object being checked.
    """
    return PydanticCustomError(code, code, values)


def text_in(value: object) -> str:
    if not isinstance(value, str):
        raise broken("archive_not_a_text", value=quote(value))
    return value


def number(least: int, most: int = LARGEST_NUMBER) -> AfterValidator:
    def within(value: int) -> int:
        if not least <= value <= most:
            raise broken("archive_out_of_range", value=quote(value), least=least, most=most)
        return value

    return AfterValidator(within)


def verbatim(longest: int, *, of_lines: bool = False) -> AfterValidator:
    """Make a validator that refuses long texts and control characters; `of_lines` allows line breaks."""

    def one_line(text: str) -> str:
        if len(text) > longest:
            raise broken("archive_text_too_long", longest=longest)
        for character in text:
            if _is_control(character) and not (of_lines and character == "\n"):
                raise broken("archive_control_character", character=f"U+{ord(character):04X}")
        return text

    return AfterValidator(one_line)


def composed(*, may_be_empty: bool = False) -> AfterValidator:
    """Make a validator that refuses texts not composed (NFC) or invisible; `may_be_empty` allows an empty text."""

    def legible(text: str) -> str:
        is_seen = any(not character.isspace() and unicodedata.category(character) != "Cf" for character in text)
        if not (is_seen or (may_be_empty and not text)):
            raise broken("archive_text_empty")
        if not unicodedata.is_normalized("NFC", text):
            raise broken("archive_text_not_composed", value=quote(text))
        return text

    return AfterValidator(legible)


def refuse_unless_ascending(numbers: Sequence[int]) -> None:
    if any(number >= following for number, following in pairwise(numbers)):
        raise broken("archive_not_ascending")


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in _LINE_BREAKS_AND_CONTROLS


def _refusal(errors: Sequence[ErrorDetails]) -> Refused:
    """Turn pydantic's errors into one refusal: for unknown keys, else for missing ones, else for the first error."""
    unknown = [mistake["loc"] for mistake in errors if mistake["type"] == "extra_forbidden"]
    if unknown:
        return Refused("archive_unknown_key", places=_paths(unknown))
    if missing := _paths([mistake["loc"] for mistake in errors if mistake["type"] == "missing"]):
        return Refused("archive_missing_key", places=missing)
    error = errors[0]
    path, value = _path(error["loc"]), error["input"]
    if isinstance(value, _DoubledKey):
        return Refused("archive_doubled_key", place=f"{path}.{_legible(value.key)}")
    facts = error.get("ctx", {})
    match error["type"]:
        case "string_type":
            return Refused("archive_not_a_text", place=path, value=quote(value))
        case "int_type":
            return Refused("archive_not_a_whole_number", place=path, value=quote(value))
        case "bool_type":
            return Refused("archive_not_true_or_false", place=path, value=quote(value))
        case "list_type" | "tuple_type":
            return Refused("archive_not_a_list", place=path, value=quote(value))
        case "model_type" | "dict_type":
            return Refused("archive_not_an_object", place=path, value=quote(value))
        case "literal_error":
            choices = facts["expected"].replace("'", "").replace(" or ", ", ")
            return Refused("archive_not_one_of", place=path, value=quote(value), choices=choices)
        case "too_long" | "too_short":
            return Refused("archive_not_two", place=path, count=facts["actual_length"])
        case "archive_missing_key":
            return Refused("archive_missing_key", places=f"{path}.{facts['key']}")
        case code if "key" in facts:
            return Refused(code, place=f"{path}.{facts.pop('key')}".removeprefix("."), **facts)
        case code:
            return Refused(code, place=path, **facts)


def _paths(places: Sequence[Sequence[str | int]]) -> str:
    """Join at most five places of mistakes into a text; empty if there is none."""
    paths = [_path(place) for place in places]
    return ", ".join(paths if len(paths) <= 5 else [*paths[:5], "…"])


def _path(steps: Sequence[str | int]) -> str:
    """The place of a mistake as text: `rounds[0].pairings[3].score`."""
    parts = (f"[{step}]" if isinstance(step, int) else f".{_legible(step)}" for step in steps)
    return "".join(parts).removeprefix(".")


def _legible(text: str) -> str:
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_control(character) else character for character in text)
