"""The repository has none of the files that it must not have."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OF_AN_INSTALLATION = re.compile(
    r"(^|/)(secret_key|addresses\.json|\.env|[^/]*\.(sqlite3|sqlite|db|pem|key)(-wal|-shm)?)$",
    re.IGNORECASE,
)


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return listed.stdout.split("\0")[:-1]


def test_no_key_and_no_database_is_tracked():
    assert [file for file in tracked_files() if OF_AN_INSTALLATION.search(file)] == []
