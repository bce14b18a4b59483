"""The settings in docs/operating.md are those that the program reads, and the files that it names exist."""

import re
from ipaddress import ip_address, ip_network
from pathlib import Path

from tournament.machine import limits
from tournament.urls import urlpatterns

ROOT = Path(__file__).resolve().parent.parent
OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
READ = re.compile(r'(?:environ\.get\(|environ\[|whole_number\(|is_on\(|named_folder\()\s*"([A-Z_]+)"')
# Django's own, the one set by the starters of the downloads, and the target of the command `move`.
NO_SETTING = {"DJANGO_SETTINGS_MODULE", "STARTED_AS", "MOVE_TO"}

STATES = {
    "met": "erfüllt",
    "not met": "nicht erfüllt",
    "met in part": "teilweise",
    "n/a": "entfällt",
}


def variables(text):
    """The variables that an example of the environment sets."""
    return set(re.findall(r"(?m)^ *#?([A-Z_]+)[=:] ?\S*", text))


def test_every_setting_stands_in_the_table_and_no_other():
    read = {name for file in (ROOT / "tournament").rglob("*.py") for name in READ.findall(file.read_text("utf-8"))}

    assert set(re.findall(r"(?m)^\| `([A-Z_]+)` \|", OPERATING)) == read - NO_SETTING


def test_the_examples_set_nothing_else():
    table = set(re.findall(r"(?m)^\| `([A-Z_]+)` \|", OPERATING))
    example = (ROOT / "packaging" / "systemd" / "environment.example").read_text("utf-8")
    compose = (ROOT / "compose.yaml").read_text("utf-8").partition("&environment\n")[2].partition("\nservices:")[0]

    assert variables(example) - table == set()
    assert variables(compose) - table == set()
    assert len(variables(compose)) == 9


def test_every_file_that_is_named_is_there():
    named = set(
        re.findall(r"\b(?:packaging/[\w./@-]+|compose\.yaml|CHANGELOG\.md|requirements[\w-]*\.lock)", OPERATING)
    )

    assert {file for file in named if not (ROOT / file).exists()} - {"requirements-postgresql.lock"} == set()


NGINX = (ROOT / "packaging" / "nginx" / "caching.conf").read_text("utf-8")
MEGABYTE = 1024 * 1024


def most_megabytes(address):
    """How large a form nginx lets by to an address, as caching.conf sets it up."""
    places = re.findall(r"(?s)location ~ (\S+) \{\s+client_max_body_size (\d+)m;", NGINX)
    (otherwise,) = re.findall(r"(?m)^client_max_body_size (\d+)m;", NGINX)
    return int(next((most for place, most in places if re.search(place, address)), otherwise))


def test_nginx_lets_by_what_the_program_takes_and_a_little_more_so_that_that_says_what_is_too_large():
    given = {"slug": "open", "int": "7"}
    taken = {
        "/" + re.sub(r"<(\w+):\w+>", lambda part: given[part[1]], str(one.pattern)): one.callback.body_bytes
        for one in urlpatterns
        if hasattr(getattr(one, "callback", None), "body_bytes")
    }

    assert set(taken.values()) == {
        limits.BACKUP_BYTES,
        limits.CLUB_FILE_BYTES,
        limits.MATCHES_BYTES,
        limits.PLAYERS_BYTES,
    }
    most = {address: most_megabytes(address) * MEGABYTE for address in taken}
    assert [address for address, size in taken.items() if not size < most[address]] == []
    assert most_megabytes("/login/") * MEGABYTE == 2 * limits.FORM_BYTES


COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
IMAGE = re.compile(r"(?m)^(?:FROM|    image:) (\S+)")


def test_every_image_of_the_containers_is_named_by_its_digest():
    images = IMAGE.findall(COMPOSE) + IMAGE.findall((ROOT / "packaging/container/Containerfile").read_text("utf-8"))

    assert len(images) == 4
    assert [image for image in images if not re.fullmatch(r"\w+:[\w.-]+@sha256:[0-9a-f]{64}", image)] == []


def test_the_port_of_the_containers_is_open_for_the_machine_that_is_believed_alone():
    """The gateway of their network is where a proxy on the same machine comes from; a guest from outside may, too."""
    (network,) = re.findall(r"subnet: (\S+),", COMPOSE)
    (gateway,) = re.findall(r"gateway: ([\d.]+)", COMPOSE)
    (believed,) = re.findall(r"(?m)^set_real_ip_from (\S+);", (ROOT / "packaging/container/before.conf").read_text())

    assert (believed, ip_address(gateway) in ip_network(network)) == (gateway, True)
    assert 'ports: ["${PUBLISHED_ON:-127.0.0.1}:${PORT:-80}:80"]' in COMPOSE


def requirements_of(security):
    """Each row of the page about security: its numbers, its state, and what is said."""
    rows = re.findall(r"(?m)^\| ([0-9][^|]*) \| ([^|]*) \| (.*) \|$", security)
    return [(re.findall(r"[0-9.]+", row), state, said) for row, state, said in rows]


def test_security_names_each_requirement_once_and_a_test_for_each_that_is_met():
    """But for those that ask for a text: they have a 1 as their second number, from the second chapter on."""
    security = (ROOT / "docs" / "security.md").read_text("utf-8")
    rows = requirements_of(security)
    items = [item for numbers, _state, _said in rows for item in numbers]
    tests = set(re.findall(r"tests/[\w/]+\.py", security))

    assert [item for item in items if items.count(item) > 1] == []
    assert {item.split(".")[0] for item in items} == {"1", "2", "3", "4", "5", "6", "7", "8", "13"}
    assert {file for file in tests if not (ROOT / file).exists()} == set()
    assert [
        numbers
        for numbers, state, said in rows
        if state == "met" and not re.search(r"tests/|EVERY|^[2-9]\.1\.|^13\.1\.", f"{numbers[0]}\n{said}", re.MULTILINE)
    ] == []


def test_the_german_pages_say_the_same_of_every_item_and_setting():
    for name, first, told in (
        ("security", r"(?m)^\| ([0-9][^|]*) \| ([^|]*) \|", STATES),
        ("operating", r"(?m)^\| `([A-Z_]+)` \|()", {"": ""}),
    ):
        english, german = (
            re.findall(first, (ROOT / "docs" / f"{name}{language}.md").read_text("utf-8")) for language in ("", ".de")
        )

        assert [(item.replace(" to ", " bis "), told[state]) for item, state in english] == german


def test_the_german_page_gives_the_same_commands():
    english, german = (
        re.findall(r"(?s)```\n(.*?)```", (ROOT / "docs" / f"operating{language}.md").read_text("utf-8"))
        for language in ("", ".de")
    )

    assert english == german
