"""What the package says of itself where it is listed: its addresses, and a README whose links lead somewhere.

`PROJECT_URL` is the address of the repository; the workflow that hands out a release knows it. Without it no address
is named, and what would lead nowhere is plain text.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
PICTURE = re.compile(r'(<img src=")(?!https?:)([^"]+)')
PICTURES = re.compile(r"<p>\n(?:<img [^>]+>\n)+</p>\n\n")


class Addresses(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the addresses and the README."""
        address = os.environ.get("PROJECT_URL", "").rstrip("/")
        metadata["urls"] = addresses(address) if address else {}
        readme = Path(self.root, "README.md").read_text("utf-8")
        text = linked(readme, address, os.environ.get("GITHUB_SHA", "HEAD")) if address else unlinked(readme)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def addresses(address: str) -> dict[str, str]:
    return {
        "Homepage": address,
        "Documentation": f"{address}/tree/HEAD/docs",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
        "Download": f"{address}/releases",
    }


def linked(text: str, address: str, commit: str) -> str:
    """With links into the repository as it was when this was built."""
    links = LINK.sub(rf"[\1]({address}/blob/{commit}/\2)", text)
    return PICTURE.sub(rf"\g<1>{address}/raw/{commit}/\2", links)


def unlinked(text: str) -> str:
    """With the words of the links alone."""
    return LINK.sub(r"\1", PICTURES.sub("", text))
