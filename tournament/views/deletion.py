"""A tournament is deleted, after a backup of everything."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.permissions import can
from tournament.actions.tournaments import delete_tournament
from tournament.forms.tournaments import DeletionForm
from tournament.machine.requests import UserRequest
from tournament.models import Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.snapshots.names import DUMP_SUFFIX
from tournament.snapshots.taking import Taken, snapshot_before_deletion
from tournament.views.access import director_required
from tournament.views.pages import page, warn


@require_http_methods(["GET", "POST"])
@director_required
def delete(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Delete the tournament once its name is typed; where no backup can be made, ask once more."""
    if not can(request.user, "tournament_deleted", tournament):
        raise PermissionDenied
    form = DeletionForm(tournament, request.POST if request.method == "POST" else None)
    context = {"form": form, "section": "settings"}
    if form.is_valid():
        taken = snapshot_before_deletion(tournament)
        if taken.file or form.cleaned_data["without_backup"]:
            delete_tournament(tournament, by=request.user, confirmed=form.cleaned_data["confirmed"])
            messages.success(request, _deleted_sentence(tournament.name, taken))
            if taken.file:
                warn(request, taken.problems)
            return redirect("home")
        context["problems"] = [refusal_sentence(problem) for problem in taken.problems]
    return page(request, tournament, "tournaments/delete.html", context, status=422 if form.is_bound else 200)


def _deleted_sentence(name: str, taken: Taken) -> str:
    """The sentence that the tournament was deleted, and how to get it back."""
    if taken.file is None:
        return _("“%(name)s” deleted, without a backup.") % {"name": name}
    # Translators: {file} is a link to the backup.
    sentence = _("“{name}” deleted. To get it back, import it from the backup {file} in {folder}.")
    if taken.file.suffix == DUMP_SUFFIX:
        # Translators: {file} is a link to the backup.
        sentence = _("“{name}” deleted. The backup {file} in {folder} still contains it.")
    link = format_html('<a href="{}">{}</a>', reverse("copy", args=[taken.file.name]), taken.file.name)
    return format_html(sentence, name=name, file=link, folder=taken.file.parent)
