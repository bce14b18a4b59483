"""The storage of style sheets, scripts and pictures."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

PART = re.compile(r'@import url\("([\w./-]+)"\);\n')


class CollectedOrSourceFiles(CompressedManifestStaticFilesStorage):
    """Collected files, compressed and with a hash in their names; as long as none are collected, the source files."""

    # The web app manifest names pictures, too.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.webmanifest", ((r'(?P<matched>"src": "(?P<url>[^"]+)")', '"src": "%(url)s"'),)),
    )

    def stored_name(self, name: str) -> str:
        return str(super().stored_name(name)) if settings.IS_COLLECTED else name

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Collect each style sheet with the content of its parts, and not the parts: a page loads one sheet only."""
        parts = set()
        for name in paths:
            if name.endswith(".css") and not dry_run:
                sheet = Path(self.path(name))
                parts |= {str(Path(name).parent / part) for part in PART.findall(sheet.read_text("utf-8"))}
                sheet.write_text(joined(sheet), "utf-8")
                paths[name] = (self, name)
        for part in parts:
            self.delete(part)
        whole = {name: path for name, path in paths.items() if name not in parts}
        whole_sheets: Callable[..., Iterator[Any]] = super().post_process
        yield from whole_sheets(whole, dry_run, **options)


def joined(sheet: Path) -> str:
    """A style sheet with its parts in place of their `@import`; the parts are in a folder beside it."""

    def part(pattern_match: re.Match[str]) -> str:
        return (sheet.parent / pattern_match[1]).read_text("utf-8").replace('url("../', 'url("')

    return PART.sub(part, sheet.read_text("utf-8"))
