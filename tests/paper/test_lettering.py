import pytest

from tournament.paper.fonts import breadth
from tournament.paper.lettering import LEADING, LEGIBLE, SMALL, TITLE, fitted

WIDTH = 130


def test_a_text_that_has_room_is_set_in_its_size():
    text = fitted("Anna", WIDTH, 30, TITLE)

    assert (text.size, text.lines) == (TITLE, ("Anna",))


def test_a_text_without_room_in_its_size_is_set_in_the_next_one_that_has_room():
    text = fitted("Franziska von der Au-Hohenstein", WIDTH, 30, TITLE)

    assert (text.size, text.lines) == (SMALL, ("Franziska von der Au-", "Hohenstein"))


def test_sizes_between_can_be_asked_for():
    assert fitted("Franziska", 80, 30, TITLE, then=(16,)).size == 16


@pytest.mark.parametrize("name", ["W" * 100, "Maximiliane-Alexandra Freifrau von und zu Guttenberg " * 2, "□" * 60])
def test_even_the_longest_text_is_whole_and_inside_its_room(name):
    text = fitted(name, WIDTH, 25)

    assert "".join(text.lines).replace(" ", "") == name.replace(" ", "")
    assert text.height <= 25
    assert max(breadth(line, text.font, text.size) for line in text.lines) <= WIDTH


def test_a_word_is_not_broken_where_a_smaller_size_holds_it_whole():
    text = fitted("Donaudampfschifffahrtsgesellschaft", 100, 3 * SMALL * LEADING)

    assert text.lines == ("Donaudampfschifffahrtsgesellschaft",)


def test_a_word_is_broken_before_it_is_too_small_to_be_read():
    text = fitted("W" * 60, WIDTH, 3 * TITLE, TITLE)

    assert (text.size >= LEGIBLE, len(text.lines) > 1) == (True, True)
