"""The version of a build: two that differ never carry the same one.

A commit with the tag of the version being worked on, and nothing changed since, is that release: `1.0.0`. Any other
commit is on the way there, `1.0.0.dev1420+g04b4b86a1c2d`, by how many there are and by its own name. Where something
was changed since, and where there is no repository, as in a container or in a folder that was downloaded, what goes
into the package says it: `1.0.0.dev0+c5f2a9…`. A source archive holds its version already, and hatchling takes that.
"""

import hashlib
import subprocess
from pathlib import Path

from tournament.version import NEXT

ROOT = Path(__file__).resolve().parent.parent
# What the package is made of.
CONTENTS = ("tournament", "templates", "static", "docs", "fixtures/archives", "packaging/hatch_*.py", "pyproject.toml")
DIGITS = 12


def version() -> str:
    """By the repository, else by what is in the files."""
    commit = git("rev-parse", "HEAD")
    is_own = git("rev-parse", "--show-toplevel") == str(ROOT)
    if not commit or not is_own or git("status", "--porcelain"):
        return f"{NEXT}.dev0+c{contents()[:DIGITS]}"
    if f"v{NEXT}" in git("tag", "--points-at", "HEAD").splitlines():
        return NEXT
    return f"{NEXT}.dev{git('rev-list', '--count', 'HEAD')}+g{commit[:DIGITS]}"


def git(*words: str) -> str:
    """What git answers; nothing where there is no git, no repository, or one of somebody else's."""
    try:
        asked = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return asked.stdout.strip()


def contents() -> str:
    """A name for what is in the files that the package is made of."""
    found = {path for pattern in CONTENTS for one in ROOT.glob(pattern) for path in (one, *one.rglob("*"))}
    name = hashlib.sha256()
    for path in sorted(path for path in found if path.is_file() and path.suffix != ".pyc"):
        name.update(f"{path.relative_to(ROOT).as_posix()}\0{path.stat().st_size}\0".encode())
        name.update(path.read_bytes())
    return name.hexdigest()
