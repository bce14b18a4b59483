"""A template that is given more than five names says at its head what they are, as its view hands them over.

The head is a comment with a line for each name and its types. What every page of a desk is given stands once, at the
head of the template that it extends; so does what every live page for everybody is given.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.template.base import Template
from django.test.signals import template_rendered
from django.utils.functional import Promise
from django.utils.translation import override

from tests.views.conftest import logged_in
from tests.views.test_every_address import ADDRESSES, LEADS_ON, give_its_club_a_past, path, readable, write_down
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
MOST_NAMES = 5
HEAD = re.compile(r"\{% comment %\}\n(.*?)\{% endcomment %\}", re.DOTALL)
LINE = re.compile(r"  (\w+): ([\w ]+)\n")
# What every template of a desk is given, also one that draws a part of the page alone.
AT_A_DESK = "tournament_page.html"


def types_named(template: str) -> dict[str, set[str]]:
    """The types that a template says at its head, by name; empty without a head."""
    head = HEAD.search((TEMPLATES / template).read_text(encoding="utf-8"))
    return {name: set(types.split(" or ")) for name, types in LINE.findall(head[1] if head else "")}


def type_of(value: object) -> str:
    """The name of its class, of text of any kind `str`; what is lazy is computed."""
    name = "str" if isinstance(value, str | Promise) else value.__class__.__name__
    return name.replace("NoneType", "None")


class Given:
    """What the template of each answer was given: the types by name, and the templates that it extends."""

    def __init__(self) -> None:
        self.names: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.frames: dict[str, set[str]] = defaultdict(set)
        self._last: object = None

    def note(self, template, context, **_signal):
        if answered := getattr(context, "template", None):
            page, drawn, handed_over = file_of(answered), file_of(template), context.dicts[-1]
            if answered is template:
                self._last = handed_over
                if "base" in handed_over:
                    self.frames[page].add(AT_A_DESK)
                for name, value in handed_over.items():
                    self.names[page][name].add(type_of(value))
            elif handed_over is self._last:
                self.frames[page].add(drawn)


def file_of(template: Template) -> str:
    """The path of the program's own template; empty for another one."""
    file = Path(template.origin.name)
    return file.relative_to(TEMPLATES).as_posix() if file.is_relative_to(TEMPLATES) else ""


@pytest.fixture
def given(tournament, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    write_down(tournament)
    give_its_club_a_past(tournament)
    take_snapshot(Reason.BY_HAND)
    browser, found = logged_in(User.objects.get(username="director")), Given()
    template_rendered.connect(found.note)
    for name in (name for name in ADDRESSES if readable(name) and name not in LEADS_ON):
        with override("en"):
            answer = browser.get(path(name, tournament))
            b"".join(answer)
    template_rendered.disconnect(found.note)
    return found


@pytest.mark.costly
def test_a_template_says_at_its_head_what_it_is_given(given):
    untold = {}
    for template, names in given.names.items():
        if not template:
            continue
        from_frames = merged(types_named(frame) for frame in given.frames[template] if frame)
        told = types_named(template)
        if told or len(names.keys() - from_frames.keys()) > MOST_NAMES:
            both = from_frames | told
            missing = {name: types for name, types in names.items() if not types <= both.get(name, set())}
            if missing or told.keys() - names.keys():
                untold[template] = missing, told.keys() - names.keys()

    assert untold == {}


def merged(heads):
    return {name: types for head in heads for name, types in head.items()}
