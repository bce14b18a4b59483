"""Asks whether a dependency has a known hole: `make audit`.

What `pip-audit` prints as JSON is read from the standard input. Ends with 1 where there is one, with 2 where it could
not be asked about all of them, for a package nobody has asked about is not a safe one.
"""

import json
import sys


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


if __name__ == "__main__":
    code, said = verdict(sys.stdin.read())
    print(said)
    sys.exit(code)
