"""Template tags for parts of many pages: buttons, fields, menus, and the live part of a page."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from secrets import token_hex
from typing import Any
from uuid import uuid4

import segno
from django import template
from django.conf import settings
from django.template.engine import Engine
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

from tournament.machine.cache import Weighed, cached
from tournament.models import Entry, Tournament
from tournament.phrases.players import DETAILS
from tournament.phrases.rounds import round_name
from tournament.phrases.values import typed_amount
from tournament.queries.record import finals_places

register = template.Library()
# Stands for the reader's own token against forged requests in the forms of a part that is drawn once for many readers.
TOKEN_OF_READER = token_hex(32)


@register.simple_tag
def posts(name: str, *values: object) -> SafeString:
    """HTML attributes of a form: scripts post it in place and queue it at the desk; without them it loads a page."""
    url = reverse(name, args=values)
    return format_html('action="{}" method="post" hx-post="{}" data-queued', url, url)


@register.simple_tag(takes_context=True)
def drawn_once(context: template.Context, part: str, *shown: object) -> SafeString:
    """Draw the template of a part once for all readers who see it alike, each with their own token in its forms.

    `shown` names all that the part shows, such as the edition of its page and what the reader may do. A part with a
    `word_field` cannot be drawn once: what two readers send would have one name, and enter once.
    """

    def draw() -> Weighed[str]:
        with context.push(csrf_token=TOKEN_OF_READER):
            html = Engine.get_default().get_template(part).render(context)
        assert 'type="hidden" name="word"' not in html, f"{part} names what is sent"
        return Weighed(html, len(html))

    drawn = cached(("part", part, get_language(), *shown), draw).value
    return mark_safe(drawn.replace(TOKEN_OF_READER, str(context.get("csrf_token", ""))))


@register.simple_tag
def word_field() -> SafeString:
    """The name under which a page without scripts says what a form sends, so that it enters once."""
    return format_html('<input type="hidden" name="word" value="{}">', uuid4().hex)


@register.simple_tag
def fetches(address: str) -> SafeString:
    """HTML attributes of a form that refreshes the live part of the page, or, without scripts, the whole page."""
    return format_html(
        'hx-get="{}" hx-target="#live" hx-swap="morph:innerHTML" hx-include="#since, #part, #tables"', address
    )


@register.inclusion_tag("components/post_button.html")
def post_button(label: str, name: str, *values: object, look: str = "btn btn-side") -> dict[str, str]:
    """A button that is a form without fields; the response is a whole page."""
    return {"label": label, "address": reverse(name, args=values), "look": look}


@register.filter
def without_blank_lines(page: SafeString) -> SafeString:
    """Remove blank lines from pages that are sent very often."""
    return mark_safe(re.sub(r"\n\s*\n", "\n", page))


@register.simple_block_tag
def menu(content: str, label: str, look: str = "", **attrs: object) -> SafeString:
    """A menu behind three dots, read aloud as `label`; without indentation, as every row of a long list has one."""
    closed = '<details class="{}"{}><summary aria-label="{}">⋯</summary><div class="panel">{}</div></details>'
    return format_html(
        closed, f"more {look}".rstrip(), _attributes(attrs), label, SafeString(re.sub(r"\n\s+", "\n", content))
    )


@register.simple_block_tag
def live(content: str, address: str, **attrs: object) -> SafeString:
    """The part of a page that polls this address and refreshes itself in place."""
    asks = {
        "hx-get": address,
        "hx-include": "#version",
        "hx-trigger": f"every {settings.REFRESH_SECONDS}s, wake",
        "hx-swap": "morph:innerHTML",
        "hx-target": "this",
    }
    return format_html('<div id="live"{}>{}</div>', _attributes(asks | _with_hyphens(attrs)), content)


@register.simple_tag
def text_field(
    name: str,
    label: str,
    value: object = None,
    *,
    id: str = "",
    error: str = "",
    label_within: bool = False,
    **attrs: object,
) -> SafeString:
    """A text input under its label, with its error.

    `label_within` puts the label inside the empty input where there is no room above. `attrs` are further attributes of
    the input, with _ for -; those of None are omitted. Browsers suggest values only with an `autocomplete` attribute.
    """
    key = id or name
    problem = f"{key}-problem" if error else None
    attributes = {
        "class": "form-control is-invalid" if error else "form-control",
        "id": key,
        "name": name,
        "value": "" if value is None else value,
        "placeholder": label if label_within else None,
        "aria-describedby": problem,
        "autocomplete": "off",
        **_with_hyphens(attrs),
    }
    return format_html(
        '<label{} for="{}">{}</label><input{}>{}',
        SafeString(' class="visually-hidden"') if label_within else "",
        key,
        label,
        _attributes(attributes),
        format_html('<p class="invalid-feedback" id="{}">{}</p>', problem, error) if error else "",
    )


@register.simple_tag
def field_of_entry(entry: Entry, name: str, value: object, label: str = "", **attrs: Any) -> SafeString:
    """An input in a player's window, and a hidden one with the value shown: only a value that differs is stored.

    Without a `label`, `name` must be a detail of entries, which has one.
    """
    shown_value = "" if value is None else value
    field = text_field(name, label or str(DETAILS[name]), shown_value, id=f"{name}-{entry.number}", **attrs)
    return field + format_html('<input type="hidden" name="was_{}" value="{}">', name, shown_value)


@register.simple_tag
def money_field(name: str, label: str, value: object = None, *, id: str = "") -> SafeString:
    """An input for an amount; the placeholder shows an example."""
    return text_field(name, label, value, id=id, inputmode="decimal", maxlength=12, placeholder=typed_amount(1250))


@register.simple_tag
def choice_field(
    name: str, label: str, choices: Iterable[tuple[object, object]], chosen_value: object = None, *, id: str = ""
) -> SafeString:
    """A select element under its label; each choice is a value with its text."""
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((value, SafeString(" selected") if str(value) == str(chosen_value) else "", text) for value, text in choices),
    )
    key = id or name
    return format_html(
        '<label for="{}">{}</label><select class="form-select" id="{}" name="{}">{}</select>',
        key,
        label,
        key,
        name,
        options,
    )


@register.simple_tag
def score_choice(text: str, code: str, expected: str, note: str = "") -> SafeString:
    """A button to report a score, pressed if this score is reported already; `note` says what it counts as."""
    content = format_html("<span>{}</span> <small>{}</small>", text, note) if note else text
    return format_html(
        '<button class="btn btn-side" name="result" value="{}" data-tap="{}" aria-pressed="{}">{}</button>',
        code,
        text,
        "true" if code == expected else "false",
        content,
    )


@register.inclusion_tag("components/steps.html")
def steps(
    page: str, tournament: Tournament, numbers: Iterable[int], here: int, *, reached: int | None = None, look: str = ""
) -> dict[str, object]:
    """Links to the pages of these rounds, side by side; rounds after `reached` are not paired and have no link."""
    links = [
        (number, _step_label(page, tournament, number), reverse(page, args=[tournament.slug, number]), number == here)
        if reached is None or number <= reached
        else (number, _("%(round)s, not paired yet") % {"round": _name(tournament, number)}, "", False)
        for number in numbers
    ]
    return {"steps": links, "look": look}


def _step_label(page: str, tournament: Tournament, number: int) -> str:
    if page.endswith("draw_check_after"):
        return _("after round %(number)s") % {"number": number}
    return _name(tournament, number)


def _name(tournament: Tournament, number: int) -> str:
    return round_name(number, finals_places(tournament, number))


@register.simple_block_tag(takes_context=True)
def find(context: template.Context, content: str, label: str, address: str, include: str = "#q") -> SafeString:
    """A search input that shows results in `#found` while typing; `include` selects the values sent along."""
    asks = {
        "action": address,
        "method": "get",
        "hx-get": address,
        "hx-trigger": "input changed delay:200ms from:#q, submit",
        "hx-target": "#found",
        "hx-swap": "morph:innerHTML",
        "hx-include": include,
    }
    typed = context["request"].GET.get("q", "") if "request" in context else ""
    line = text_field("q", label, typed, label_within=True, type="search", maxlength=100)
    form = '<form role="search" class="find"{}>{}{}</form>'
    return format_html(form, _attributes(asks), line, content)


@register.inclusion_tag("components/search.html")
def search(label: str, typed: str) -> dict[str, str]:
    """An input that searches the list on the current page."""
    return {"label": label, "typed": typed}


@register.simple_tag
@lru_cache(maxsize=128)
def qr_code(url: str, title: str = "") -> SafeString:
    """The QR code as SVG without style attributes, sized by the style sheet; `title` is its text for screen readers.

    Codes are cached: every page of the desk shows the same few, and each takes longer than the rest of the header.
    """
    code = segno.make(url, micro=False)
    return mark_safe(code.svg_inline(border=0, omitsize=True, svgclass=None, title=title or url))


def _with_hyphens(attrs: dict[str, object]) -> dict[str, object]:
    return {name.replace("_", "-"): value for name, value in attrs.items()}


def _attributes(attrs: Mapping[str, Any]) -> SafeString:
    """Write attributes, omitting None; Django's `flatatt` is too slow for the thousand of a page with 200 players."""
    parts = (f' {name}="{conditional_escape(value)}"' for name, value in attrs.items() if value is not None)
    return mark_safe("".join(parts))
