"""What stands on many pages, in HTML."""

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from tournament.models import Tournament

CHOICES = [(1, "1st"), (2, "<2nd>")]


def drawn(source, **context):
    html = Template(source).render(
        Context({"csrf_token": "of the page", "name": "<Bo>", "choices": CHOICES, **context})
    )
    return " ".join(html.split())


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            '{% post_button "Reopen" "reopen" "open-2026" look="link" %}',
            '<form action="/t/open-2026/desk/reopen/" method="post">'
            ' <input type="hidden" name="csrfmiddlewaretoken" value="of the page">'
            ' <button class="link">Reopen</button> </form>',
        ),
        (
            '{% text_field "club" "Club" name id="club-3" maxlength=100 aria_keyshortcuts="/" %}',
            '<label for="club-3">Club</label><input class="form-control" id="club-3" name="club"'
            ' value="&lt;Bo&gt;" autocomplete="off" maxlength="100" aria-keyshortcuts="/">',
        ),
        (
            '{% text_field "club" "Club" None label_within=True type="search" %}',
            '<label class="visually-hidden" for="club">Club</label><input class="form-control" id="club" name="club"'
            ' value="" placeholder="Club" autocomplete="off" type="search">',
        ),
        (
            '{% text_field "club" "Club" 7 error=name %}',
            '<label for="club">Club</label><input class="form-control is-invalid" id="club" name="club"'
            ' value="7" aria-describedby="club-problem" autocomplete="off">'
            '<p class="invalid-feedback" id="club-problem">&lt;Bo&gt;</p>',
        ),
        (
            '{% choice_field "place" "Place" choices "2" %}',
            '<label for="place">Place</label><select class="form-select" id="place" name="place">'
            '<option value="1">1st</option><option value="2" selected>&lt;2nd&gt;</option></select>',
        ),
        (
            '{% menu name "wide" id="more" %}<b>{{ name }}</b>{% endmenu %}',
            '<details class="more wide" id="more"><summary aria-label="&lt;Bo&gt;">⋯</summary>'
            '<div class="panel"><b>&lt;Bo&gt;</b></div></details>',
        ),
        (
            '{% live "/news/" hx_include=None data_me=3 %}{{ name }}{% endlive %}',
            '<div id="live" hx-get="/news/" hx-trigger="every 5s, wake" hx-swap="morph:innerHTML"'
            ' hx-target="this" data-me="3">&lt;Bo&gt;</div>',
        ),
        (
            '{% score_choice "3:1" "played/3/1/" "played/3/1/" "counts as 3:1" %}',
            '<button class="btn btn-side" name="result" value="played/3/1/" data-tap="3:1" aria-pressed="true">'
            "<span>3:1</span> <small>counts as 3:1</small></button>",
        ),
    ],
    ids=["button", "field", "label within", "mistake", "choice", "menu", "live part", "score"],
)
def test_what_a_page_asks_for_is_drawn_and_escaped(settings, source, html):
    settings.REFRESH_SECONDS = 5

    assert drawn(source) == html


def test_what_is_found_appears_below_the_line_that_is_typed_in():
    request = RequestFactory().get("/", {"q": "<an"})

    html = drawn('{% find "Find a name" "/find/" include="#q, #season" %}<i></i>{% endfind %}', request=request)

    assert html == (
        '<form role="search" class="find" action="/find/" method="get" hx-get="/find/"'
        ' hx-trigger="input changed delay:200ms from:#q, submit" hx-target="#found" hx-swap="morph:innerHTML"'
        ' hx-include="#q, #season"><label class="visually-hidden" for="q">Find a name</label>'
        '<input class="form-control" id="q" name="q" value="&lt;an" placeholder="Find a name" autocomplete="off"'
        ' type="search" maxlength="100"><i></i></form>'
    )


def test_the_rounds_lead_to_their_pages_as_far_as_they_exist():
    tournament = Tournament(slug="open", planned_rounds=2, finals_players=2)

    html = drawn('{% steps "desk_round" of numbers 2 reached=2 %}', of=tournament, numbers=range(1, 4))

    assert html == (
        '<ol class="steps" aria-label="Rounds">'
        ' <li> <a href="/t/open/desk/rounds/1/" aria-label="Round 1" > 1</a> </li>'
        ' <li> <a href="/t/open/desk/rounds/2/" aria-label="Round 2" aria-current="page"> 2</a> </li>'
        ' <li> <span aria-label="Final, not paired yet">3</span> </li> </ol>'
    )


def test_a_part_whose_forms_name_what_is_sent_is_not_drawn_once_for_several_readers():
    with pytest.raises(AssertionError, match=r"^public/other_score\.html names what is sent$"):
        drawn('{% drawn_once "public/other_score.html" "edition" %}')
