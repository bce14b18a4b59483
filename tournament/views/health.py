"""What a supervisor asks: whether the program is alive, and whether it can work."""

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.machine import databases, outage
from tournament.machine.disk import folder_problem
from tournament.snapshots.versions import is_newer, is_older

TEXT = "text/plain; charset=utf-8"
SILENT = "database silent"


@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """Answer that the program runs, without looking at anything else."""
    return HttpResponse("alive\n", content_type=TEXT)


@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """The database answers and has all that this version of the program needs, and the disk takes files; else 503.

    Within two seconds, also where the database server says nothing.

    A newer version takes nothing away that this one uses, so that it is ready while the other machines are upgraded.
    """
    if not outage.answers_within(databases.PATIENCE_SECONDS):
        return _told(SILENT, 503)
    try:
        disk = folder_problem(settings.DATA_DIR)
        problem = "migrations missing" if is_older(connection) else f"disk {disk.value}" if disk else ""
        state = problem or ("ready, database newer" if is_newer(connection) else "ready")
    except Error:
        problem = state = SILENT
    return _told(state, 503 if problem else 200)


def _told(state: str, status: int) -> HttpResponse:
    return HttpResponse(f"{state}\n", content_type=TEXT, status=status)
