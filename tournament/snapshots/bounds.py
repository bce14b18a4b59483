"""Reads an untrusted database file within bounds, because it may be crafted to exhaust the machine.

Until its schema is known to be this program's, only the schema is read: a column may be generated, a check or an index
may call functions, a view or a trigger may do anything. `known_statements.sql` holds every statement that any version
of this program has left in a schema, one on each line; `make statements` adds those of a new migration. Then queries
find out whether the tables hold more than this program stores.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tournament.engine.refusals import Refused
from tournament.machine import limits

KNOWN_STATEMENTS = frozenset((Path(__file__).parent / "known_statements.sql").read_text(encoding="utf-8").splitlines())
# With a generous margin: the longest statement has 1,900 bytes, and the newest version has 125 statements.
MOST_BYTES_OF_A_STATEMENT = 8_000
MOST_STATEMENTS = 400
STEPS_FOR_A_STATEMENT = 10
# One journal line can hold every player of an imported list.
MOST_BYTES_OF_A_VALUE = 5_000_000
# The limit for a number, a date, a key or a boolean.
MOST_BYTES_OF_A_NUMBER = 100
SECONDS, BYTES_IN_A_SECOND = 8, 20_000_000
STEPS_BETWEEN_LOOKS = 1_000
BOUNDS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MOST_BYTES_OF_A_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 100_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
BEYOND_BOUNDS = (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG)

# By table: a query that returns a true value if there are too many rows, in all or in one tournament.
MOST_ROWS = {
    "django_migrations": "SELECT count(*) > 1000 FROM django_migrations",
    "tournament_tournament": "SELECT count(*) > 10000 FROM tournament_tournament",
    "tournament_entry": "SELECT 1 FROM tournament_entry GROUP BY tournament_id HAVING count(*) > 20000",
    "tournament_round": "SELECT 1 FROM tournament_round GROUP BY tournament_id HAVING count(*) > 999",
    "tournament_pairing": (
        "SELECT 1 FROM tournament_pairing JOIN tournament_round AS of ON of.id = round_id "
        "GROUP BY tournament_id HAVING count(*) > 100000"
    ),
    "tournament_game": (
        "SELECT 1 FROM tournament_game JOIN tournament_pairing AS of ON of.id = pairing_id "
        "JOIN tournament_round AS its ON its.id = of.round_id GROUP BY tournament_id HAVING count(*) > 200000"
    ),
    "tournament_feestep": "SELECT 1 FROM tournament_feestep GROUP BY tournament_id HAVING count(*) > 1000",
    "tournament_prize": "SELECT 1 FROM tournament_prize GROUP BY tournament_id HAVING count(*) > 1000",
    "tournament_voucher": "SELECT 1 FROM tournament_voucher GROUP BY tournament_id HAVING count(*) > 50000",
}


class Allowance:
    """The limit on the processor time for reading a file; a larger file gets more."""

    def __init__(self, size: int) -> None:
        self.ends = time.thread_time() + SECONDS + size / BYTES_IN_A_SECOND

    def bind(self, database: sqlite3.Connection) -> None:
        """Set the bounds on this connection; SQLite raises an error for anything beyond them."""
        for bound, most in BOUNDS.items():
            database.setlimit(bound, most)
        database.set_progress_handler(lambda: time.thread_time() > self.ends, STEPS_BETWEEN_LOOKS)
        database.execute("PRAGMA cell_size_check=ON")


def refused_for(error: BaseException) -> Refused:
    """Turn an error of Django or SQLite from reading a snapshot into a refusal."""
    code = getattr(error.__cause__ or error, "sqlite_errorcode", None)
    is_beyond = code in BEYOND_BOUNDS or "too big" in str(error)
    return Refused("snapshot_too_much") if is_beyond else Refused("snapshot_broken")


def refuse_too_large(file: Path) -> None:
    """Refuse a file that is too large before it is copied. Raises `OSError` if it cannot be read."""
    if file.stat().st_size > limits.BACKUP_BYTES:
        raise Refused("snapshot_too_much")


def refuse_foreign(file: Path, allowance: Allowance) -> None:
    """Refuse a file that this program has not made, that is damaged, or that holds more than the program stores.

    Raises `sqlite3.Error` for a file that is no database or goes beyond the bounds.
    """
    with closing(_opened(file)) as database:
        tables = _known_tables(database)
    with closing(_opened(file)) as database:
        allowance.bind(database)
        if database.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise Refused("snapshot_broken")
        if any(answer for (answer,) in _answers(database, tables)):
            raise Refused("snapshot_too_much")


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _known_tables(database: sqlite3.Connection) -> list[str]:
    """Return the tables of the schema. Raises Refused if it is too long or has a statement of another program."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES_OF_A_STATEMENT)
    database.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, 100)
    looks = iter(range(MOST_STATEMENTS))
    database.set_progress_handler(lambda: next(looks, None) is None, STEPS_FOR_A_STATEMENT)
    # The schema is not trusted, and errors in it do not matter, for only its text is compared. Without
    # `writable_schema` even this program's own would not pass: to SQLite 3.40 `json_valid` in a check is a risk.
    database.execute("PRAGMA trusted_schema=OFF")
    database.execute("PRAGMA writable_schema=ON")
    try:
        schema_rows = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in BEYOND_BOUNDS or isinstance(error, sqlite3.DataError):
            raise Refused("snapshot_foreign") from error
        raise
    for kind, name, sql in schema_rows:
        # An index that SQLite makes itself, for a unique column, has no statement.
        is_of_sqlite = sql is None and kind == "index" and name.startswith("sqlite_autoindex_")
        if not is_of_sqlite and sql not in KNOWN_STATEMENTS:
            raise Refused("snapshot_foreign")
    return [name for kind, name, _sql in schema_rows if kind == "table"]


def _answers(database: sqlite3.Connection, tables: list[str]) -> Iterator[tuple[int | None]]:
    questions = [question for table, question in MOST_ROWS.items() if table in tables]
    for question in [*questions, *(_longer_than_declared(database, table) for table in tables)]:
        yield from database.execute(question)


def _longer_than_declared(database: sqlite3.Connection, table: str) -> str:
    """Return a query for values longer than their column declares, which SQLite does not prevent.

    A character has up to four bytes. A text is cast to a BLOB, as its `length` would end at a NUL.
    """
    columns = database.execute("SELECT name, lower(type) FROM pragma_table_info(?)", (table,))
    longer = (f'length(CAST("{name}" AS BLOB)) > {_most_bytes(declared)}' for name, declared in columns)
    return f'SELECT 1 FROM "{table}" WHERE {" OR ".join(longer)} LIMIT 1'


def _most_bytes(declared: str) -> int:
    if declared.startswith("varchar("):
        return 4 * int(declared[8:-1])
    return MOST_BYTES_OF_A_VALUE if declared == "text" else MOST_BYTES_OF_A_NUMBER
