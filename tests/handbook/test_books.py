from tournament.handbook.books import Section, read_book, search
from tournament.languages import language_called

ENGLISH, GERMAN = language_called("en"), language_called("de")
EVENING = """# The evening

Read *Start* first.

## 1. Start

Double-click *Start*
or see [the club](club.md). ![A window](../static/window.png)

## After that

See [the engine](../engine.md). The stick is full.
"""
ABEND = """# Der Abend

Zuerst.

## 1. Anfangen

*Los* drücken.

## Danach

Der Stick ist voll.
"""
PLACES = {"club.md": "/help/club/", "../static/window.png": "/static/window.png"}


def read(tmp_path, language=ENGLISH, **files):
    for name, text in ({"evening": EVENING} | files).items():
        (tmp_path / f"{name.replace('_', '.')}.md").write_text(text, "utf-8")
    return read_book(tmp_path, "evening", language, PLACES.get)


def test_a_book_is_its_title_what_comes_first_and_its_sections(tmp_path):
    book = read(tmp_path)

    assert (book.title, book.lead) == ("The evening", "<p>Read <em>Start</em> first.</p>\n")
    assert [(section.anchor, section.title) for section in book.sections] == [
        ("1-start", "1. Start"),
        ("after-that", "After that"),
    ]


def test_links_and_pictures_lead_into_the_program_and_what_is_not_there_is_plain_text(tmp_path):
    first, second = read(tmp_path).sections

    assert first.html == (
        '<p>Double-click <em>Start</em>\nor see <a href="/help/club/">the club</a>. '
        '<img src="/static/window.png" alt="A window" loading="lazy" /></p>\n'
    )
    assert second.html == "<p>See the engine. The stick is full.</p>\n"


def test_without_markup_a_label_stands_in_quotation_marks_and_a_picture_nowhere(tmp_path):
    assert read(tmp_path).sections[0].paragraphs == ("Double-click “Start” or see the club.",)
    assert read(tmp_path, GERMAN, evening_de=ABEND).sections[0].paragraphs == ("„Los“ drücken.",)


def test_a_translated_book_has_the_anchors_of_the_english_one(tmp_path):
    book = read(tmp_path, GERMAN, evening_de=ABEND)

    assert book.language == "de"
    assert [(section.anchor, section.title) for section in book.sections] == [
        ("1-start", "1. Anfangen"),
        ("after-that", "Danach"),
    ]


def test_a_book_that_is_not_translated_is_the_english_one(tmp_path):
    book = read(tmp_path, GERMAN)

    assert (book.language, book.title) == ("en", "The evening")


def test_markup_of_a_web_page_is_shown_as_it_was_typed(tmp_path):
    book = read(tmp_path, evening="# A\n\n## B\n\n<script>x</script>\n")

    assert book.sections[0].html == "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"


def test_a_search_finds_the_sections_with_all_words_and_quotes_a_sentence_with_one(tmp_path):
    book = read(tmp_path)
    second: Section = book.sections[1]

    assert [(section, sentence) for _book, section, sentence in search([book], "STICK engine")] == [
        (second, "See the engine.")
    ]
    assert search([book], "stick moon") == ()
    assert search([book], "  ") == ()
