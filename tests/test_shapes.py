"""The program has no more classes of values than it had: a new one takes the place of another.

What is built in one function and read by one template is a property of what it is made of, or plain context. `python -m
tests.shapes` prints the figures.
"""

import pytest

from tests.shapes import named_once, optional_evenings, shapes, shapes_of, sources

# Lowered by whoever takes one away.
CLASSES_OF_VALUES = 298


@pytest.mark.costly
def test_there_are_no_more_classes_of_values_than_before():
    assert len(shapes_of(sources())) <= CLASSES_OF_VALUES


@pytest.mark.costly
def test_no_function_takes_an_evening_that_may_be_missing():
    assert [name for text in sources().values() for name in optional_evenings(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass(frozen=True)\nclass Row:\n    name: str",
        "@dataclasses.dataclass\nclass Row:\n    name: str",
        "class Row(NamedTuple):\n    name: str",
        "class Row(typing.TypedDict):\n    name: str",
        "class Row:\n    name: str",
        "class Row:\n    def __init__(self, name):\n        self.name = name",
        "Row = namedtuple('Row', 'name')",
        "def row():\n    return {'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'g': 1}",
        "def row():\n    return dict(a=1, b=1, c=1, d=1, e=1, f=1, g=1)",
    ],
)
def test_a_class_of_values_is_counted_however_it_is_written(text):
    assert len(list(shapes("rows.py", text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "class Row(models.Model):\n    name: str",
        "class Count:\n    def __init__(self, n):\n        self.n = n\n    def add(self):\n        self.n += 1",
        "WORDS = {'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'g': 1}",
        "def row():\n    return {'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1}",
    ],
)
def test_what_does_more_than_hold_values_and_a_table_of_constants_are_not_counted(text):
    assert list(shapes("rows.py", text)) == []


def test_an_evening_that_may_be_missing_is_seen_however_it_is_written():
    text = "def a(one: Evening | None): ...\ndef b(*, one: 'Optional[Evening]'): ...\ndef c(one: Evening): ..."

    assert list(optional_evenings(text)) == ["a", "b"]


def test_a_function_named_in_one_place_alone_is_seen():
    assert named_once(("def a(): ...\ndef b(): ...\na()", "rows.b()\nb()")) == ("a",)
