"""Style sheets and scripts use only what the oldest browsers named in docs/files.md support.

`served_browsers.txt` lists what they support, by the browser-compat-data of MDN (CC0): properties, selectors, rules,
functions and units of CSS, and the members of DOM objects. Younger features are listed here, with the reason why they
may be used. Look up a name that is in neither list in that data.
"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tournament.machine.static_storage import joined
from tournament.matches.formats import FORMAT_FIELDS
from tournament.matches.games import PlayedGame

ROOT = Path(__file__).resolve().parent.parent
LINE, STYLE, SCRIPT = re.split(r"\n\n\[\w+\]\n", (ROOT / "tests" / "served_browsers.txt").read_text("utf-8"))
YOUNGER_STYLE = {
    "-webkit-box-orient": "with the next, known to all by this name",
    "-webkit-line-clamp": "known to all by this name",
    "-webkit-user-select": "what Safari calls it",
    "@media scripting": "Chrome 120, Safari 17: else a hint for the keyboard is shown that means nothing, and the "
    "match clock says what it needs until its script runs",
    "-moz-progress-bar": "with the next five, each browser's own name for the same",
    "-moz-range-thumb": "as above",
    "-webkit-details-marker": "as above",
    "-webkit-progress-bar": "as above",
    "-webkit-progress-value": "as above",
    "-webkit-slider-thumb": "as above",
    "@page": "Safari 18.2: else the paper has the margins of the browser",
    "size": "of @page",
    "container-type": "Safari 16: else the match clock has letters of one size",
    "1cqh": "as above",
    "1cqw": "as above",
    "hyphens": "Safari 17: else a long name breaks between any two letters",
    "outline": "Safari 15.4, though with square corners",
    "overflow-anchor": "Safari has none: guest.js sees to it",
    "overscroll-behavior": "Safari 16: else the page scrolls behind a long menu",
    "subgrid": "Chrome 117, Safari 16: else the lines of a score sheet stagger",
    "user-select": "see -webkit-user-select",
}
YOUNGER_SCRIPT = {
    "serverTiming": "Safari 16.4: else a page that a proxy has kept says so when it asks for news",
    "userActivation": "asked for before it is used",
    "canShare": "asked for before it is used",
    "hasBeenActive": "of userActivation",
    "wakeLock": "asked for before it is used",
    "request": "of wakeLock",
    "release": "of wakeLock",
    "released": "of wakeLock",
}
OF_THE_LIBRARIES = {
    *("ajax", "beforeAttributeUpdated", "beforeNodeMorphed", "callbacks", "defaults", "elt", "morph", "parameters"),
    *("path", "requestConfig", "shouldSwap", "trigger", "verb", "xhr"),
}
# Pasted text as an event carries it: all known browsers.
OF_PASTING = {"clipboardData", "getData"}
# What only a worker has, and the page that asks it: Chrome 45, Firefox 44, Safari 11.1.
OF_A_WORKER = {"Headers", "controller", "put", "registration", "respondWith", "skipWaiting", "waitUntil"}
# The data that the page of a score sheet gives its script: the match, its format and games, and the phrases.
OF_THE_SHEET = {
    *FORMAT_FIELDS,
    *(field.name for field in fields(PlayedGame)),
    *("changed", "format", "games", "give_up", "last_game", "phrases", "sentences", "titles"),
}
# Syntax of JavaScript that Safari knows from 16.4 on.
YOUNGER_WORDS = [r"\bstatic\s*{", r"\(\?<[=!]"]


def style_used(text):
    """The features that a style sheet uses; `&` for a rule inside another."""
    text = re.sub(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"|'[^']*'", " ", text, flags=re.DOTALL)
    heads = re.findall(r"[^{};]+(?={)", text)
    rules, queries = [head for head in heads if "@" not in head], " ".join(head for head in heads if "@media" in head)
    lines = re.findall(r"([a-z-]+)\s*:([^{};]+)(?=[;}])", re.sub(r"[^{};]+{", ";", text))
    values = " ".join(value for _name, value in lines)
    return {
        *(name for name, _value in lines if not name.startswith("--")),
        *re.findall(r"::?([a-z-]+)", " ".join(rules)),
        *re.findall(r"&", text),
        *re.findall(r"@[a-z-]+", text),
        *(f"@media {name}" for name in re.findall(r"\(([a-z-]+)", queries)),
        *(f"{name}()" for name in re.findall(r"(?<![\w-])([a-z][a-z-]*)\(", values)),
        *(f"1{unit}" for unit in re.findall(r"(?<![\w#-])[\d.]+([a-z]+|%)", values)),
        *re.findall(r"subgrid", values),
    }


def script_used(text):
    """The features that scripts use: what they construct, and the members of objects that are not their own."""
    text = re.sub(r"^\s*//.*$|\"[^\"\n]*\"|dataset\??\.\w+", " ", text, flags=re.MULTILINE)
    own = r"\b(?:function|const|let|class)\s+(\w+)|[{,]\s*(\w+)\s*:(?!:)|^\s*(\w+)\s*:|\.(\w+)\s*=(?!=)"
    made = {name for names in re.findall(own, text, re.MULTILINE) for name in names}
    asked = {*re.findall(r"(?:(?<=[\w)\]?])|\n\s*)\.([a-zA-Z]\w*)", text), *re.findall(r"\bnew ([A-Z]\w+)", text)}
    return asked - made | {word for word in YOUNGER_WORDS if re.search(word, text)}


def younger_in(text, *, is_style):
    """The features used in a text that the oldest browsers do not know."""
    if is_style:
        return style_used(text) - set(STYLE.split()) - {*re.findall(r"@media [\w-]+", STYLE)}
    return (
        script_used(text)
        - set(SCRIPT.split())
        - {*map(as_member, STYLE.split())}
        - OF_THE_LIBRARIES
        - OF_A_WORKER
        - OF_PASTING
        - OF_THE_SHEET
        - template_data()
    )


def template_data():
    """The data that the templates give the scripts."""
    templates = (ROOT / "templates").rglob("*.html")
    return {as_member(name) for file in templates for name in re.findall(r"\bdata-([a-z-]+)", file.read_text("utf-8"))}


def as_member(name):
    """`font-size` is `fontSize` in a script."""
    return re.sub(r"-(\w)", lambda dash: dash[1].upper(), name)


def test_the_style_sheet_asks_for_nothing_that_the_oldest_browsers_do_not_know():
    text = joined(ROOT / "static" / "tournament.css")

    assert sorted(younger_in(text, is_style=True)) == sorted(YOUNGER_STYLE)


def test_the_scripts_ask_for_nothing_that_the_oldest_browsers_do_not_know():
    text = "\n".join(script.read_text("utf-8") for script in sorted((ROOT / "static").glob("*.js")))

    assert sorted(younger_in(text, is_style=False)) == sorted(YOUNGER_SCRIPT)


@pytest.mark.parametrize(
    ("text", "younger"),
    [
        ("li:has(a) { color: rgb(0 0 0); height: 1dvh; inset: 0; }", set()),
        ("li { &.big { top: 0; } }", {"&"}),
        ("@container (width > 1px) { a { color: color-mix(in srgb, red, blue); } }", {"@container", "color-mix()"}),
        ("a:user-valid { text-wrap: balance; width: 2cqw; }", {"user-valid", "text-wrap", "1cqw"}),
        ("@media (prefers-reduced-data: reduce) { a { top: 0; } }", {"@media prefers-reduced-data"}),
    ],
)
def test_what_a_style_sheet_asks_for_too_early_is_found(text, younger):
    assert younger_in(text, is_style=True) == younger


@pytest.mark.parametrize(
    ("text", "younger"),
    [
        ('rows.at(-1)?.closest("li").replaceChildren(structuredClone(row) ?? []);', set()),
        ("rows.toSorted().findLast(isOpen);", {"toSorted"}),
        ("class Row { static { one = new CloseWatcher(); } }", {YOUNGER_WORDS[0], "CloseWatcher"}),
        ("text.match(/(?<=a)b/);", {YOUNGER_WORDS[1]}),
        ("menu.showPopover();", {"showPopover"}),
    ],
)
def test_what_a_script_asks_for_too_early_is_found(text, younger):
    assert younger_in(text, is_style=False) == younger


def test_the_readme_names_the_same_browsers():
    table = re.findall(
        r"^\| (Safari|Chrome|Firefox)[^|]*\| ([\d.]+) \|", (ROOT / "docs" / "files.md").read_text("utf-8"), re.M
    )

    assert ", ".join(f"{name} {version}" for name, version in sorted(table)) == LINE
