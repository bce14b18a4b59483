"""The imprint and the privacy notice of an installation, and of a club."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from tournament.actions.change import change_club
from tournament.actions.permissions import Visitor, runs_installation
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubNotice, NoticeText
from tournament.queries.clubs import mark_of


def write_notices(texts: Mapping[tuple[str, str], str], *, by: Visitor) -> None:
    """Let everybody read these of the installation, by name and language; an empty one is none."""
    if not runs_installation(by):
        raise Refused("not_allowed")
    with transaction.atomic():
        for (name, language), text in texts.items():
            if text:
                NoticeText.objects.update_or_create(name=name, language=language, defaults={"text": text})
            else:
                NoticeText.objects.filter(name=name, language=language).delete()


def write_club_notices(club: Club, texts: Mapping[tuple[str, str], str], *, expected: str, by: User) -> None:
    """Let everybody read these on the pages of the club; an empty one is none.

    `expected` is the mark of the texts that were changed: where others stand by now, nothing is written, unless these
    stand there already.
    """
    with change_club(club, by=by, action="notices_written") as step:
        rows = {(row.name, row.language): row for row in step.club.notices.all()}
        stored = {key: row.text for key, row in rows.items()}
        wanted = {**stored, **texts}
        if mark_of(stored) != expected and {key: text for key, text in wanted.items() if text} != stored:
            raise Refused("notices_changed_meanwhile")
        changed = [key for key, text in wanted.items() if text != stored.get(key, "")]
        for key in changed:
            if key not in rows:
                step.add(ClubNotice(club=step.club, name=key[0], language=key[1], text=wanted[key]))
            elif wanted[key]:
                step.update(rows[key], text=wanted[key])
            else:
                step.remove(rows[key])
        step.facts = {"names": list(dict.fromkeys(name for name, _language in changed))}
