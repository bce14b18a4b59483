"""Asks whether a dependency has a known hole: `make audit`.

What `pip-audit` prints as JSON is read from the standard input. Ends with 1 where there is one, with 2 where it could
not be asked about all of them, for a package nobody has asked about is not a safe one. Windows' own Python, in the
downloads for Windows, is no package that anybody asks about; with it come OpenSSL and SQLite. Its makers hand out a new
one every two months, so it ends with 1, too, where `windows/python.json` names one that is older than four.
"""

import json
import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

EMBEDDED = Path(__file__).resolve().parent / "windows" / "python.json"
TOO_OLD = timedelta(days=122)


def verdict(report: str) -> tuple[int, str]:
    """The exit code, and what there is to say."""
    try:
        dependencies = json.loads(report)["dependencies"]
    except (ValueError, LookupError, TypeError):
        return 2, "Not asked: the list of known holes did not answer."
    holes = [(one, hole) for one in dependencies for hole in one.get("vulns", ())]
    silent = [one for one in dependencies if "skip_reason" in one]
    lines = [
        f"{one['name']} {one['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for one, hole in holes
    ]
    if silent:
        lines.append(f"Not asked about {len(silent)} of {len(dependencies)}: {silent[0]['skip_reason']}")
    if not lines:
        lines.append(f"No known hole in {len(dependencies)} dependencies.")
    return 1 if holes else 2 if silent or not dependencies else 0, "\n".join(lines)


def verdict_on_embedded(named: str, today: date) -> tuple[int, str]:
    """The same for the Python that the downloads for Windows carry."""
    python = json.loads(named)
    what = f"Python {python['version']} of {python['released']}, which the downloads for Windows carry,"
    if today - date.fromisoformat(python["released"]) > TOO_OLD:
        return 1, f"{what} is older than four months: write the newest one into packaging/windows/python.json."
    return 0, f"{what} is young enough."


def worst(codes: Iterable[int]) -> int:
    """A known hole counts more than that nobody could be asked."""
    return min((code for code in codes if code), default=0)


if __name__ == "__main__":
    verdicts = [verdict_on_embedded(EMBEDDED.read_text("utf-8"), datetime.now(UTC).date()), verdict(sys.stdin.read())]
    print(*(said for _code, said in verdicts), sep="\n")
    sys.exit(worst(code for code, _said in verdicts))
