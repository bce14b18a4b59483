"""Addresses of the program turned into files beside each other."""

import pytest

from tournament.publishing.contents import linked_addresses, with_relative_links

FILES = {"/t/cup/": "index.html", "/t/cup/players/7/": "players/7/index.html", "/t/cup/?a=1&b=2": "other.html"}


@pytest.mark.parametrize(
    ("written", "in_file", "becomes"),
    [
        ('<a href="/t/cup/">', "index.html", '<a href="index.html">'),
        ('<a href="/t/cup/">', "players/7/index.html", '<a href="../../index.html">'),
        ('<a href="/t/cup/players/7/#path">', "draw/index.html", '<a href="../players/7/index.html#path">'),
        ('<img src="/t/cup/players/7/">', "index.html", '<img src="players/7/index.html">'),
        ('<a href="/t/cup/?a=1&amp;b=2">', "index.html", '<a href="other.html">'),
        ('<a class="tap" href="/login/">', "index.html", '<a class="tap">'),
        ('<a href="#content">', "index.html", '<a href="#content">'),
        ('<a href="mailto:a@b.example">', "index.html", '<a href="mailto:a@b.example">'),
        ("<p>href=&quot;/t/cup/&quot;</p>", "index.html", "<p>href=&quot;/t/cup/&quot;</p>"),
    ],
)
def test_a_link_leads_from_its_file_to_the_file_of_its_address(written, in_file, becomes):
    assert with_relative_links(written, in_file, FILES) == becomes


def test_what_a_page_leads_to_and_takes_in_are_its_addresses_of_the_program():
    page = '<a href="/t/cup/?a=1&amp;b=2#x"><link href="/static/a.css"><img src="/b.svg"><a href="#c"><a href="d">'

    assert linked_addresses(page) == {"/t/cup/?a=1&b=2", "/static/a.css", "/b.svg"}
