import unicodedata

import pytest

from tournament.exports.fonts import BOLD, breadth, missing_glyphs, printable, wrap

LATIN = (0x0020, 0x024F)
LATIN_ADDITIONAL = (0x1E00, 0x1EF9)
GREEK = (0x0370, 0x03FF)
GREEK_EXTENDED = (0x1F00, 0x1FFF)
CYRILLIC = (0x0400, 0x0523)


@pytest.mark.parametrize("block", [LATIN, LATIN_ADDITIONAL, GREEK, GREEK_EXTENDED, CYRILLIC])
def test_every_latin_greek_and_cyrillic_letter_can_be_set(block):
    characters = map(chr, range(block[0], block[1] + 1))
    letters = "".join(character for character in characters if unicodedata.category(character)[0] in "LM")

    assert missing_glyphs(letters) == set()


def test_what_the_font_lacks_is_named_once():
    assert missing_glyphs("Anna 王 🎲 王") == {"王", "🎲"}


def test_letters_from_right_to_left_count_as_missing_for_they_would_read_backwards():
    assert missing_glyphs("David דוד") == {"ד", "ו"}


def test_a_control_character_counts_as_missing():
    assert missing_glyphs("Anna\x07") == {"\x07"}


def test_a_missing_character_is_set_as_a_box():
    assert printable("王小明 Łukasz") == "□□□ Łukasz"


def test_invisible_characters_are_left_out_and_not_missing():
    name = "An\u00adna\u202e \u200bKeller"

    assert (printable(name), missing_glyphs(name)) == ("Anna Keller", set())


def test_a_text_is_wrapped_between_words_and_after_hyphens():
    width = breadth("Leutheusser-", BOLD, 10)

    assert wrap("Anna Maria Leutheusser-Berg", BOLD, 10, width) == ("Anna Maria", "Leutheusser-", "Berg")


def test_a_word_without_a_break_loses_no_letter():
    name = "W" * 100

    lines = wrap(name, BOLD, 12, 70)

    assert "".join(lines) == name
    assert max(breadth(line, BOLD, 12) for line in lines) <= 70
