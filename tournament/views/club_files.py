"""Seasons and ratings as files, for everyone, at addresses that stay."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.exports.club_files import PDF, XLSX, ClubFile
from tournament.machine.cache import cached
from tournament.models import Club
from tournament.public.packed import Packed, pack, pack_compressed
from tournament.queries.clubs import named_club
from tournament.views.access import View
from tournament.views.shared import sent


def read(file: ClubFile) -> View:
    """The view of a file: for everyone and for the scripts of every web site, made once for all who ask that day."""

    @require_safe
    def answer(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
        club = named_club(slug)
        if club is None:
            raise Http404
        state = ("club file", file.name, club.pk, club.edition, key, get_language(), timezone.localdate())
        packed = cached(state, lambda: _packed(file, club, key))
        if packed is None:
            raise Http404
        given = sent(request, packed, file.content_type)
        given["Access-Control-Allow-Origin"] = "*"
        if file.file:
            given["Content-Disposition"] = f'attachment; filename="{club.slug}-{file.file.format(key=key)}"'
        return given

    return answer


def _packed(file: ClubFile, club: Club, key: str) -> Packed | None:
    public_url = settings.PUBLIC_URL + reverse("page_of_club_without_language", args=[club.slug, f"season/{key}/"])
    content = file.content(club, key, public_url)
    if content is None:
        return None
    return pack_compressed(content) if file.content_type in (PDF, XLSX) else pack(content)
