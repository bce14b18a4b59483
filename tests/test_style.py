"""What holds for the style sheet as a whole."""

import re
from pathlib import Path

STYLE = (Path(__file__).resolve().parent.parent / "static" / "tournament.css").read_text("utf-8")


def test_nothing_hovers_under_a_finger():
    without_a_question = re.sub(r"^@media \(hover: \w+\) {$.*?^}$", "", STYLE, flags=re.MULTILINE | re.DOTALL)

    assert re.findall(r"^[^{}\n]*:hover[^{}\n]*(?= {)", without_a_question, re.MULTILINE) == []
