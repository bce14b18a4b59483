"""Letters on paper: which can be set, Arabic joined, right to left in its order, names that no face has."""

import unicodedata

import pytest
from django.utils import timezone

from tests.exports.paper import page_lines, reader, texts
from tests.factories import make_tournament, vouch_for_payments
from tournament.exports.papers import BRACKET, PAIRINGS, PAPERS, STANDINGS
from tournament.models import Entry, Tournament
from tournament.names import isolated
from tournament.paper.fonts import REGULAR, breadth, is_drawable
from tournament.paper.letters import in_order_seen, missing_letters, names_on_paper, printable

LATIN = (0x0020, 0x024F)
LATIN_ADDITIONAL = (0x1E00, 0x1EF9)
GREEK = (0x0370, 0x03FF)
GREEK_EXTENDED = (0x1F00, 0x1FFF)
CYRILLIC = (0x0400, 0x0523)
HEBREW = (0x05D0, 0x05EA)
ARABIC = (0x0621, 0x063A)
ARABIC_ENDING = (0x0641, 0x064A)


@pytest.mark.parametrize(
    "block",
    [LATIN, LATIN_ADDITIONAL, GREEK, GREEK_EXTENDED, CYRILLIC, HEBREW, ARABIC, ARABIC_ENDING],
)
def test_every_letter_of_these_alphabets_can_be_set(block):
    characters = map(chr, range(block[0], block[1] + 1))
    letters = "".join(character for character in characters if unicodedata.category(character)[0] in "LM")

    assert missing_letters(letters) == set()


def test_what_the_faces_lack_is_named_once():
    assert missing_letters("Anna 王 🎲 王") == {"王", "🎲"}


def test_a_control_character_counts_as_missing():
    assert missing_letters("Anna\x07") == {"\x07"}


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("王小明 Łukasz", "… Łukasz"),
        ("王 小 明", "…"),
        ("Anna 🎲", "Anna"),
        ("👩‍🦰 Anna", "Anna"),
        ("An\u00adna\u202e \u200bKeller", "Anna Keller"),
    ],
)
def test_one_sign_stands_for_letters_that_are_lacking_and_symbols_are_left_out(text, set_as):
    assert printable(text) == set_as


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("ירון", "ןורי"),
        ("Anna ירון", "Anna ןורי"),
        ("ירון כהן-לוי", "יול-ןהכ ןורי"),
        ("שָׁלוֹם", "םולש"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("علا", "\ufefc\ufecb"),
        ("عبد الله", "\ufeea\ufee0\ufedf\ufe8d \ufeaa\ufe92\ufecb"),
        ("پگاه", "\ufee9\ufe8e\ufb95\ufb58"),
    ],
)
def test_a_name_from_right_to_left_is_joined_and_stands_in_its_order(name, seen):
    assert in_order_seen(printable(name)) == seen


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        (f"Round 2 · {isolated('קונסטנץ')} · 20 November", "Round 2 · ץנטסנוק · 20 November"),
        (f"{isolated('ירון')} (no. 1)", "ןורי (no. 1)"),
        (f"{isolated('ירון')} – {isolated('דוד')} 3:1", "ןורי – דוד 3:1"),
    ],
)
def test_numbers_beside_a_name_from_right_to_left_stay_where_they_are(line, seen):
    assert in_order_seen(line) == seen


def test_a_name_is_as_broad_as_what_is_seen_of_it():
    isolated = "\u2068ירון\u2069"

    assert breadth(isolated, REGULAR, 10) == breadth(in_order_seen(isolated), REGULAR, 10) > 0


NAMES = [
    "Łukasz Żółć",
    "Ελένη Παπαδοπούλου",
    "Юлия Щёголева",
    "Արամ Խաչատրյան",
    "გიორგი ბერიძე",
    "ירון כהן",
    "محمد علي",
    "پگاه گیلانی",
    "Anna ירון",
    "अनिता शर्मा",
    "สมชาย ใจดี",
    "王小明",
    "さくら Tanaka",
    "김철수",
    "Anna 🎲",
    "أ" * 100,
]


def in_many_alphabets(**fields):
    """A tournament of players from everywhere, over, with prizes."""
    make_tournament(entries=len(NAMES), played=2, planned_rounds=2, fee_cents=800, **fields)
    for number, name in enumerate(NAMES, start=1):
        Entry.objects.filter(number=number).update(name=name, club="クラブ", paid_cents=800)
    Tournament.objects.update(name="Открытый קונסטנץ 杯", venue="القاهرة 🎲", organiser="クラブ Ω")
    tournament = Tournament.objects.get()
    vouch_for_payments(tournament)
    return tournament


def printed(paper, tournament, number=1):
    subject = paper.subject(tournament, number, for_director=True)
    return paper.pdf(tournament, subject, public_url="http://club.example/t/a/", printed_at=timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("paper", PAPERS, ids=[paper.name for paper in PAPERS])
def test_no_paper_asks_a_face_for_a_letter_that_it_has_not(paper):
    data = printed(paper, in_many_alphabets(finals_players=8 if paper is BRACKET else None))

    characters = {character for page in page_lines(data) for line in page for character in line}
    assert {character for character in characters if not is_drawable(character)} == set()
    assert len(reader(data).pages) > 0 or paper.name == "changed_slips_pdf"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "numbered"), [("de", "… (Nr. 12)"), ("en", "… (no. 12)")])
def test_a_name_that_cannot_be_printed_carries_its_start_number(language, numbered):
    tournament = in_many_alphabets(language=language)

    for paper in (STANDINGS, PAIRINGS):
        lines = [line for page in page_lines(printed(paper, tournament)) for line in page]
        assert [line for line in lines if "12)" in line] == [numbered]


def test_a_name_turned_round_carries_its_number_too():
    with names_on_paper({7: "Wei 王"}):
        assert (printable("Wei 王"), printable("王, Wei")) == ("Wei … (no. 7)", "…, Wei (no. 7)")

    assert printable("Wei 王") == "Wei …"


@pytest.mark.django_db
def test_a_name_stands_in_its_order_in_the_rows_of_a_list():
    make_tournament(entries=2)
    Entry.objects.filter(number=1).update(name="ירון כהן")

    data = printed(STANDINGS, Tournament.objects.get())

    # What the page itself says, which a reader of it would turn round again.
    assert "ןהכ ןורי" in [text.content for text in texts(reader(data).pages[0])]
