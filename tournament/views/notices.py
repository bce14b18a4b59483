"""The imprint and the privacy notice, where whoever runs the installation has written them."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.languages import active_language
from tournament.machine.notices import notice_for
from tournament.phrases.notices import NOTICE_TITLES
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.views.shared import sent


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """The text as it was written, its paragraphs and addresses told apart."""
    found = notice_for(settings.NOTICES, name, active_language().short)
    if found is None:
        raise Http404
    context = {"notice": found, "title": NOTICE_TITLES[name], "in_languages": in_languages(name, {})}
    return sent(request, pack(render_to_string("notice.html", context)))
