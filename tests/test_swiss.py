"""The command of a server reads its settings as systemd reads them."""

import shlex
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

SWISS = Path(__file__).resolve().parent.parent / "packaging" / "systemd" / "swiss"
GENERATOR = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
FILE = r"""# A comment with A=1
; and another, that goes on \
B=2
PUBLIC_URL=https://club.example
EMAIL_URL=smtp+tls://us%40er:a&b$c#d e@mail.club.example:587
  MAIL_FROM = "The club" <tournaments@club.example>
QUOTED="a b # c \" d \$e"
SINGLE='it \n stays'·
BLANKS=  in the middle···
LONG=one \
two
ESCAPED=a\ b
EMPTY=
no line of a setting
LAST=it's""".replace("·", " ")
SET = {
    "PUBLIC_URL": "https://club.example",
    "EMAIL_URL": "smtp+tls://us%40er:a&b$c#d e@mail.club.example:587",
    "MAIL_FROM": "The club<tournaments@club.example>",
    "QUOTED": 'a b # c " d $e',
    "SINGLE": r"it \n stays",
    "BLANKS": "in the middle",
    "LONG": "one two",
    "ESCAPED": "a b",
    "EMPTY": "",
    "LAST": "it's",
}


def read(text):
    loader = SourceFileLoader("swiss", str(SWISS))
    spec = spec_from_loader("swiss", loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module.settings(text)


def test_every_letter_of_a_value_is_taken_as_systemd_takes_it():
    assert read(FILE) == SET


@pytest.mark.prove
@pytest.mark.skipif(not GENERATOR.exists(), reason="systemd is not installed")
def test_a_tool_of_systemd_that_reads_such_files_reads_the_same(tmp_path):
    """The tool also replaces variables and requires values, so lines with a `$` or without a value are left out."""
    plain = {name: value for name, value in SET.items() if value and "$" not in value}
    (tmp_path / "environment.d").mkdir()
    lines = [line for line in FILE.splitlines(keepends=True) if "$" not in line and line != "EMPTY=\n"]
    (tmp_path / "environment.d" / "one.conf").write_text("".join(lines))
    told = subprocess.run(
        [GENERATOR], env={"XDG_CONFIG_HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    said = (line.partition("=") for line in told.stdout.splitlines())

    assert {name: shlex.split(value)[0] for name, _, value in said if name in SET} == plain
