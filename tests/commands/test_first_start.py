"""The program comes up, in `make test`, too; what else a start does is shown in test_start.py."""

import pytest

LINK = "/welcome/"
FIRST_LINK = "The first page creates the director's account. Without a browser on this computer, this link does, once:"


@pytest.mark.costly
def test_the_first_start_prints_where_the_program_is_and_a_link_for_the_director(start, free_port):
    printed = start("--no-browser", "--port", free_port, "--public-url", "http://192.168.1.20:8123", last_words=LINK)

    assert printed[:5] == [
        "",
        "The program is running. Press Ctrl+C to stop it.",
        "",
        f"On this computer: http://localhost:{free_port}/",
        "On the phones: http://192.168.1.20:8123/",
    ]
    assert printed[6].count("█") == len(printed[6])
    assert printed[-2] == FIRST_LINK
    assert printed[-1].startswith(f"http://localhost:{free_port}/welcome/")
