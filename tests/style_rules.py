"""The rules of a style sheet, and what a page must contain for a rule to apply to it."""

import re

NOT_A_RULE = re.compile(r"/\*.*?\*/|@keyframes \w+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
ONE_OF = re.compile(r":(?:is|has)\(([^()]*)\)")
STATE = re.compile(r"::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\]")


def rules(sheet):
    """For each selector the elements, classes and ids without which it matches nothing."""
    return {
        selector.strip(): set(re.findall(r"[.#]?[a-zA-Z][\w-]*", selector))
        for selectors in SELECTORS.findall(NOT_A_RULE.sub("", sheet))
        if not selectors.strip().startswith("@")
        for one in one_by_one(re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selectors))
        for selector in one.split(",")
    }


def one_by_one(selectors):
    """Split a selector with alternatives: `.a :is(b, i)` is `.a b` and `.a i`."""
    several = ONE_OF.search(selectors)
    if not several:
        return [STATE.sub("", selectors)]
    return [
        one
        for name in several[1].split(",")
        for one in one_by_one(f"{selectors[: several.start()]} {name} {selectors[several.end() :]}")
    ]


def named_in(page):
    """The elements, classes and ids of a page, as a selector names them."""
    named = {"html", *re.findall(r"<([a-z][a-z0-9]*)", page)}
    for sign, attribute in ((".", "class"), ("#", "id")):
        lists = re.findall(rf"""\b{attribute}=["']([^"']*)["']""", page)
        named |= {sign + name for name in " ".join(lists).split()}
    return named
