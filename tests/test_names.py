"""How names are cleaned, compared, found and put in order."""

import pytest

from tournament.names import fold, is_printable, search_key, tidy


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("Anna", "Anna"),
        ("  Anna   Weiß ", "Anna Weiß"),
        ("Anna\r\n\tWei\u00df\u2028", "Anna Weiß"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("ﬁ", "ﬁ"),
        ("", ""),
        ("\u200b \ufeff", ""),
        ("👩‍🦰", "👩‍🦰"),
    ],
)
def test_a_text_is_tidied_to_composed_letters_and_single_blanks(typed, tidied):
    assert (tidy(typed), tidy(tidied)) == (tidied, tidied)


@pytest.mark.parametrize(
    ("text", "can_be_printed"),
    [
        ("Şule O’Brien (jun.) 👩‍🦰 מיכל", True),
        ("", True),
        ("a\x00", False),
        ("a\x7f", False),
        ("a\u0085", False),
        ("a\ud800", False),
        ("a\ue000", False),
        ("a\uffff", False),
    ],
)
def test_what_has_no_shape_cannot_be_printed(text, can_be_printed):
    assert is_printable(text) is can_be_printed


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "ANNA", True),
        ("Weiß", "WEISS", True),
        ("Jörg", "Jo\u0308rg", True),
        ("Anna\u00a0Lind", "Anna Lind", True),
        ("ＡＮＮＡ", "Anna", True),
        ("Jörg", "Jorg", False),
        ("Anna Lind", "AnnaLind", False),
    ],
)
def test_names_are_the_same_whatever_their_capitals_and_encoding(one, other, same):
    assert (fold(one) == fold(other)) is same


@pytest.mark.parametrize(
    ("typed", "name"),
    [("jorg", "Jörg"), ("lukasz", "Łukasz"), ("JÖRG", "Jörg"), ("weiss", "Weiß"), ("oyvind", "Øyvind"), ("zoe", "Zoë")],
)
def test_a_name_is_found_without_its_marks(typed, name):
    assert search_key(typed) == search_key(name)


def test_names_are_ordered_as_readers_expect():
    names = ["Zoë", "Özil", "Peter", "Ćwik", "anna", "Łukasz", "Mia", "Åsa"]

    assert sorted(names, key=search_key) == ["anna", "Åsa", "Ćwik", "Łukasz", "Mia", "Özil", "Peter", "Zoë"]
