"""Rule questions: is this play legal? A public page with the whole question in its address."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.arbiter.answer import question_page
from tournament.forms.rule_question import asked_question
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.views.shared import sent


@require_safe
def rule_question(request: HttpRequest) -> HttpResponse:
    """Show the position, the roll, the verdict on a play, and all legal plays."""
    question = asked_question(request.GET)
    in_each = [
        (language, f"{address}{question.query().rstrip('?')}", is_this)
        for language, address, is_this in in_languages("rule_question", {})
    ]
    html = render_to_string("board/question.html", question_page(question) | {"in_languages": in_each})
    return sent(request, pack(html))
