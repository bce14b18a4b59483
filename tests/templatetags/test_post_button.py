"""A button that is a whole form."""

from django.template import Context, Template

BUTTON = '{% load tournament_format %}{% post_button "Reopen" "reopen" "open-2026" look="link" %}'


def test_it_posts_to_the_address_with_the_token_of_the_page():
    form = Template(BUTTON).render(Context({"csrf_token": "of the page"}))

    assert " ".join(form.split()) == (
        '<form action="/t/open-2026/desk/reopen/" method="post">'
        ' <input type="hidden" name="csrfmiddlewaretoken" value="of the page">'
        ' <button class="link">Reopen</button> </form>'
    )
