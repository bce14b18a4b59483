"""What Django itself finds wrong with an installation that the whole internet reaches."""

import pytest


@pytest.mark.costly
def test_nothing_is_wrong_with_a_public_https_address(manage):
    checked = manage("check", "--deploy", "--fail-level", "WARNING", PUBLIC_URL="https://club.example")

    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == "System check identified no issues (3 silenced).\n"
