"""A backup from elsewhere ends no server: whatever is in it, it is refused in little memory and time."""

import sqlite3
from contextlib import closing

import pytest

from tests.hostile.conftest import change

COUNTED = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {}) "
ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c"
BIG = "hex(zeroblob(400000000))"


def in_the_schema(kind, name, sql, root=0):
    """A row of the schema that no statement would make."""
    return f"INSERT INTO sqlite_master VALUES ('{kind}', '{name}', '{name}', {root}, '{sql}')"


def edited(table, before, after):
    """Another statement for a table that is there."""
    return f"UPDATE sqlite_master SET sql = replace(sql, '{before}', '{after}') WHERE name = '{table}'"


def copies(of, count, **changed):
    """So many rows more, each like the first one but for these columns; `n` counts them."""

    def statement(database):
        columns = [name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", (of,))]
        values = {name: f'first."{name}"' for name in columns} | {"id": "n + 1000"} | changed
        given = ", ".join(f'"{name}"' for name in values)
        return (
            f"INSERT INTO {of} ({given}) {COUNTED.format(count)} SELECT {', '.join(values.values())} "
            f"FROM c, (SELECT * FROM {of} LIMIT 1) AS first"
        )

    return statement


# Nothing that the program's versions have not made themselves is looked at.
FOREIGN = {
    "a column that computes itself": [
        f"ALTER TABLE tournament_tournament ADD COLUMN more TEXT GENERATED ALWAYS AS ({BIG}) VIRTUAL"
    ],
    "a name that computes itself": [
        edited("tournament_entry", '"name" varchar(100) NOT NULL', f'"name" varchar(100) GENERATED ALWAYS AS ({BIG})')
    ],
    "a stored column that computes itself": [
        "CREATE TABLE more (a INTEGER, b TEXT GENERATED ALWAYS AS (hex(zeroblob(a))) STORED)"
    ],
    "a check that computes": [edited("tournament_entry", '"number" >= 0', f"length({BIG}) > 0")],
    "an index on an expression": ["CREATE INDEX more ON tournament_entry (hex(zeroblob(1000)))"],
    "an index with a condition": ["CREATE INDEX more ON tournament_entry (name) WHERE length(name) > 1"],
    "a default that computes": ["CREATE TABLE more (a TEXT DEFAULT (hex(randomblob(9))))"],
    "a virtual table": [in_the_schema("table", "more", "CREATE VIRTUAL TABLE more USING fts5(a)")],
    "a virtual table in place of one": [
        "DELETE FROM sqlite_master WHERE name = 'tournament_prize'",
        in_the_schema("table", "tournament_prize", "CREATE VIRTUAL TABLE tournament_prize USING csv(''/etc/passwd'')"),
    ],
    "a view without end": [f"CREATE VIEW more AS {ENDLESS}"],
    "a view in place of a table": [
        "DELETE FROM sqlite_master WHERE name = 'tournament_prize'",
        in_the_schema("view", "tournament_prize", f"CREATE VIEW tournament_prize AS {ENDLESS}"),
    ],
    "a trigger": ["CREATE TRIGGER more AFTER UPDATE ON tournament_entry BEGIN DELETE FROM tournament_entry; END"],
    "a trigger that calls itself": [
        "CREATE TRIGGER more AFTER INSERT ON django_migrations BEGIN "
        "INSERT INTO django_migrations (app, name, applied) VALUES ('', '', ''); END"
    ],
    "a table of its own": ["CREATE TABLE more (a)"],
    "a table without row numbers": ["CREATE TABLE more (a PRIMARY KEY) WITHOUT ROWID"],
    "a table of two thousand columns": [f"CREATE TABLE more ({', '.join(f'c{n}' for n in range(2000))})"],
    "an index of its own": ["CREATE INDEX more ON tournament_entry (name)"],
    "statistics": ["ANALYZE"],
    "twenty thousand tables": [
        f"INSERT INTO sqlite_master {COUNTED.format(20_000)} "
        "SELECT 'table', 'c' || n, 'c' || n, 2, 'CREATE TABLE c' || n || ' (a, b, c, d)' FROM c"
    ],
    "a statement of ten megabytes": [
        "INSERT INTO sqlite_master SELECT 'table', 'more', 'more', 2, "
        "'CREATE TABLE more (a CHECK (' || replace(hex(zeroblob(2500000)), '00', '1+1+') || '1))'"
    ],
    "a statement nested deep": [
        "INSERT INTO sqlite_master SELECT 'table', 'more', 'more', 2, "
        "'CREATE TABLE more (a CHECK (' || replace(hex(zeroblob(3000)), '00', '(') || '1))'"
    ],
    "a statement of half a word": [in_the_schema("table", "more", "CREATE TAB")],
    "a known name with a blank more": [edited("tournament_prize", "CREATE TABLE", "CREATE  TABLE")],
    "another order of letters": [edited("tournament_prize", '"description" varchar(200) NOT NULL', "a COLLATE more")],
}
# The schema is the program's, what is in it cannot be.
TOO_MUCH = {
    "a name of six megabytes": ["UPDATE tournament_tournament SET name = hex(zeroblob(3000000))"],
    "a name of ten thousand letters": ["UPDATE tournament_entry SET name = hex(zeroblob(5000))"],
    "an account of ten thousand letters": ["UPDATE auth_user SET username = hex(zeroblob(5000))"],
    "a journal line of six megabytes": ["UPDATE tournament_journalline SET changes = hex(zeroblob(3000000))"],
    "twenty thousand tournaments": [copies("tournament_tournament", 20_000, slug="'t' || n", request_key="NULL")],
    "twenty-one thousand players": [copies("tournament_entry", 21_000, number="n + 100", person_id="NULL")],
    "a thousand rounds": [copies("tournament_round", 1000, number="n + 100")],
    "a hundred thousand pairings": [
        "PRAGMA foreign_keys=OFF",
        copies(
            "tournament_pairing", 100_001, position="n + 100", table="NULL", first_id="n + 100", second_id="n + 200000"
        ),
    ],
    "a number of a million letters": ["UPDATE tournament_tournament SET planned_rounds = 'x' || hex(zeroblob(500000))"],
    "a name behind its end": ["UPDATE tournament_entry SET name = 'Anna' || char(0) || hex(zeroblob(500000))"],
    "two thousand prizes": [copies("tournament_prize", 2000)],
    "two thousand migrations": [copies("django_migrations", 2000)],
}
BROKEN = {
    "two tables in one place": [
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'tournament_prize') "
        "WHERE name = 'tournament_entry'"
    ],
    "a table in the place of the schema": ["UPDATE sqlite_master SET rootpage = 1 WHERE name = 'tournament_entry'"],
    "a table beyond the end": ["UPDATE sqlite_master SET rootpage = 4000000 WHERE name = 'tournament_entry'"],
    "the same table twice": ["INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE name = 'tournament_entry'"],
    "an endless number": ["UPDATE tournament_tournament SET planned_rounds = 9e999"],
    "a text that is none": ["UPDATE tournament_tournament SET name = CAST(x'ff00ff' AS TEXT)"],
}


def applied(file, statements):
    for statement in statements:
        if callable(statement):
            with closing(sqlite3.connect(file)) as database:
                statement = statement(database)
        change(file, statement)
    return file


@pytest.mark.costly
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_schema_that_is_not_the_programs_is_foreign(kind, backup, read):
    assert read("backup", applied(backup, FOREIGN[kind])) == "snapshot_foreign"


@pytest.mark.costly
@pytest.mark.parametrize("kind", TOO_MUCH)
def test_more_than_the_program_stores_is_too_much(kind, backup, read):
    assert read("backup", applied(backup, TOO_MUCH[kind])) == "snapshot_too_much"


@pytest.mark.costly
@pytest.mark.parametrize("kind", BROKEN)
def test_what_does_not_fit_together_is_damaged(kind, backup, read):
    assert read("backup", applied(backup, BROKEN[kind])) == "snapshot_broken"


@pytest.mark.parametrize(
    ("place", "written"),
    [
        (16, b"\x00\x01"),
        (18, b"\x09\x09"),
        (28, b"\x7f\xff\xff\xff"),
        (56, b"\x00\x00\x00\x02"),
        (100, b"\x0d"),
        (4096, bytes(range(256)) * 16),
        (8192, b"\x05\x00\x00\x00\x01\x0f\xf0\x00\x00\x00\x00\x03\x0f\xfb"),
    ],
)
def test_damaged_bytes_are_damaged_and_no_more(place, written, backup, read):
    with backup.open("r+b") as file:
        file.seek(place)
        file.write(written)

    assert read("backup", backup) in ("snapshot_broken", "snapshot_foreign")


@pytest.mark.costly
def test_a_backup_that_nobody_has_touched_is_read(backup, read):
    """That of an earlier version, too, is read in `tests/snapshots/test_reading.py`."""
    assert read("backup", backup) == "read"
