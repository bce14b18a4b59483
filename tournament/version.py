"""The version of the program."""

from pathlib import Path

# The version that is being worked on; the commit with the tag `v` and this number is the release.
NEXT = "1.0.0"

# A package has a version of its own for each state of its files: packaging/hatch_version.py.
_OF_THIS_BUILD = Path(__file__).parent / "bundled" / "version.txt"
VERSION = _OF_THIS_BUILD.read_text("ascii").strip() if _OF_THIS_BUILD.exists() else f"{NEXT}.dev0"
