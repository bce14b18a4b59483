"""From the addresses of the program to files beside each other."""

import re
from collections.abc import Mapping
from html import unescape

NO_LINK = re.compile(r'<a((?:\s+(?!href=)[\w-]+(?:="[^"]*")?)*)\s*>(.*?)</a>', re.DOTALL)
LINK = re.compile(r' (href|src)="(/[^"#]*)(#[^"]*)?"')


def linked_addresses(page: str) -> set[str]:
    """The addresses of the program to which a page leads or from which it takes something."""
    return {unescape(address) for _attribute, address, _part in LINK.findall(page)}


def with_relative_links(page: str, file: str, files: Mapping[str, str]) -> str:
    """The page as it lies in its file: each link leads from there to the file of its address.

    `files` are the files by address. Where there is none the text stays, and leads nowhere.
    """
    to_the_folder = "../" * file.count("/")

    def relative(link: re.Match[str]) -> str:
        attribute, address, part = link.groups(default="")
        target = files.get(unescape(address))
        return f' {attribute}="{to_the_folder}{target}{part}"' if target else ""

    return LINK.sub(relative, page)


def without_dead_ends(page: str) -> str:
    """The page, with text in place of what would be a link if it led anywhere."""
    return NO_LINK.sub(r"<span\1>\2</span>", page)
