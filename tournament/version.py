"""Which version of the program this is."""

from pathlib import Path

# What is being worked on; a commit with the tag `v` and this is that release.
NEXT = "1.0.0"

# What is handed out has a version of its own for each state of its files: packaging/hatch_version.py.
_OF_THIS_BUILD = Path(__file__).parent / "bundled" / "version.txt"
VERSION = _OF_THIS_BUILD.read_text("ascii").strip() if _OF_THIS_BUILD.exists() else f"{NEXT}.dev0"
