"""What the package says of itself where it is listed: no link leads nowhere."""

import re
import runpy

import pytest

from tests.commands.conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")
LINKS = re.compile(r'\]\(([^)]+)\)|(?:src|href)="([^"]+)"')
ADDRESS = "https://club.example/program"


@pytest.fixture
def metadata(monkeypatch):
    """What the hook fills in, with the environment as it is then."""
    for name in ("PROJECT_URL", "GITHUB_SHA"):
        monkeypatch.delenv(name, raising=False)

    def filled():
        told = {}
        runpy.run_path(str(ROOT / "packaging" / "hatch_metadata.py"))["Addresses"](str(ROOT), {}).update(told)
        return told

    return filled


def links(text):
    return [one or other for one, other in LINKS.findall(text)]


def test_where_the_address_is_known_every_link_leads_into_that_commit(metadata, monkeypatch):
    monkeypatch.setenv("PROJECT_URL", f"{ADDRESS}/")
    monkeypatch.setenv("GITHUB_SHA", "abc")

    told = metadata()

    assert told["urls"]["Homepage"] == ADDRESS
    assert [link.replace("/raw/", "/blob/") for link in links(told["readme"]["text"])] == [
        f"{ADDRESS}/blob/abc/{link}" for link in links(README)
    ]


def test_without_an_address_nothing_is_a_link_and_no_word_is_missing(metadata):
    told = metadata()

    assert (told["urls"], links(told["readme"]["text"])) == ({}, [])
    assert "[" not in told["readme"]["text"]
    assert "| whoever runs an evening | The evening in twelve steps |" in told["readme"]["text"]
