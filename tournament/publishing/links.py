"""Converts addresses of the program to relative links between files."""

import re
from collections.abc import Mapping
from html import unescape

NO_LINK = re.compile(r'<a((?:\s+(?!href=)[\w-]+(?:="[^"]*")?)*)\s*>(.*?)</a>', re.DOTALL)
LINK = re.compile(r' (href|src)="(/[^"#]*)(#[^"]*)?"')


def linked_addresses(page: str) -> set[str]:
    """Find the addresses of the program that a page links to or includes."""
    return {unescape(address) for _attribute, address, _part in LINK.findall(page)}


def with_relative_links(page: str, file: str, files: Mapping[str, str]) -> str:
    """Replace the addresses in a page by relative links to their `files`; a link without a file becomes only text."""
    to_the_folder = "../" * file.count("/")

    def relative(link: re.Match[str]) -> str:
        attribute, address, part = link.groups(default="")
        target = files.get(unescape(address))
        return f' {attribute}="{to_the_folder}{target}{part}"' if target else ""

    return LINK.sub(relative, page)


def without_dead_ends(page: str) -> str:
    """Replace links of a page that lead nowhere by their text."""
    return NO_LINK.sub(r"<span\1>\2</span>", page)
