"""Published files read as a visitor's browser does."""

import re

from tournament.publishing.contents import published


def published_files(tournament, at=""):
    return published(tournament, dict, at=at)


def pages_of(files):
    """The pages among the files, by file."""
    return {file: data.decode() for file, data in files.items() if file.endswith(".html")}


def targets(page):
    """The files that a page leads to or takes in."""
    return set(re.findall(r' (?:href|src)="([^"#]+)', page))
