"""The imprint and the privacy notice, where whoever runs the installation has written them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.installation import write_notices
from tournament.forms.notices import NoticesForm
from tournament.languages import active_language
from tournament.machine.requests import UserRequest
from tournament.phrases.notices import MISSING, NOTICE_TITLES
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.queries.notices import notice_to_show
from tournament.views.access import installation_required
from tournament.views.shared import sent


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """The text as it was written, its paragraphs and addresses told apart; or what is missing."""
    found = notice_to_show(name, active_language().short)
    context = {
        "notice": found,
        "missing": "" if found else MISSING[name],
        "title": NOTICE_TITLES[name],
        "in_languages": in_languages(name, {}),
    }
    return sent(request, pack(render_to_string("notice.html", context)))


@require_http_methods(["GET", "POST"])
@installation_required
def enter_notices(request: UserRequest) -> HttpResponse:
    """Enter both in every language; a draft stands where there is nothing yet."""
    form = NoticesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        write_notices(form.texts(), by=request.user)
        messages.success(request, _("Saved. Everybody can read it now."))
        return redirect("enter_notices")
    missing = [MISSING[name] for name in form.missing]
    return render(request, "notices.html", {"form": form, "missing": missing}, status=422 if form.errors else 200)
