"""What every template keeps to."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sentences and attributes that the formatter cannot break are broken by hand, or get a name first.
LONGEST_LINE = 120


def test_no_line_of_a_template_is_longer_than_the_screen_is_wide():
    too_long = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]

    assert too_long == []
