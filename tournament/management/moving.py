"""Copies everything in this installation's database into another one, of any kind, and compares it row by row.

All models are copied. So is the last key that a table has given out: undoing a removal puts a row back under its former
key, which no other row may have got since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, zip_longest
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from tournament.machine.databases import database_at
from tournament.machine.terminal import _
from tournament.models import Club
from tournament.snapshots.versions import bring_up_to_date, is_newer

SOURCE, TARGET = DEFAULT_DB_ALIAS, "target"
ROWS_AT_ONCE = 1000


class MoveError(Exception):
    """Nothing was moved; the message is a sentence for the user."""


def move(url: str) -> tuple[int, int]:
    """Copy all rows into the database at this address, all or none; return how many tables and rows.

    The address has the form of `DATABASE_URL`. Raises `MoveError` if the database there is not empty.
    Rows stored here meanwhile are not copied.
    """
    tables = stored_models()
    with _opened(url) as target:
        _bring_up_to_date(target)
        with transaction.atomic(using=SOURCE), transaction.atomic(using=TARGET):
            # Everything is read as it is at this moment; on SQLite nobody can write meanwhile anyway.
            if connections[SOURCE].vendor == "postgresql":
                with connections[SOURCE].cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            _refuse_unless_empty(tables)
            rows = sum(_copy(table) for table in tables)
            for table in tables:
                _compare(table)
                _set_last_key(target, table, _last_key(connections[SOURCE], table))
    return len(tables), rows


def stored_models() -> tuple[type[models.Model], ...]:
    """Return every model with a table, including those of many-to-many fields."""
    all_models = apps.get_models(include_auto_created=True)
    return tuple(model for model in all_models if model._meta.managed and not model._meta.proxy)


@contextmanager
def _opened(url: str) -> Iterator[BaseDatabaseWrapper]:
    database = database_at(url)
    database["OPTIONS"].pop("pool", None)
    connections[TARGET] = ConnectionHandler({DEFAULT_DB_ALIAS: {}, TARGET: database})[TARGET]
    try:
        yield connections[TARGET]
    finally:
        connections[TARGET].close()
        del connections[TARGET]


def _bring_up_to_date(target: BaseDatabaseWrapper) -> None:
    """Create the tables of the target, which is the default database while the migrations run."""
    if is_newer(target):
        raise MoveError(_("The target belongs to a newer version of the program. Update the program first."))
    source = connections[SOURCE]
    connections[SOURCE] = target
    try:
        bring_up_to_date(target)
    finally:
        connections[SOURCE] = source


def _refuse_unless_empty(tables: tuple[type[models.Model], ...]) -> None:
    """Remove what every new database holds, such as a club without a name; refuse a target with anything else."""
    for usual_rows in (Permission.objects.all(), ContentType.objects.all(), Club.objects.filter(name="")):
        usual_rows.using(TARGET)._raw_delete(TARGET)
    filled = [table._meta.db_table for table in tables if table._base_manager.using(TARGET).exists()]
    if filled:
        raise MoveError(
            _("The target is not empty (%(tables)s). Name an empty database in MOVE_TO.")
            % {"tables": ", ".join(sorted(filled))}
        )


def _copy(table: type[models.Model]) -> int:
    """Copy a table and return its number of rows. Foreign keys are checked once all tables are copied."""
    rows, count = table._base_manager.using(SOURCE).order_by("pk").iterator(ROWS_AT_ONCE), 0
    while some := list(islice(rows, ROWS_AT_ONCE)):
        table._base_manager.using(TARGET).bulk_create(some)
        count += len(some)
    return count


def _compare(table: type[models.Model]) -> None:
    for source_row, target_row in zip_longest(_values(table, SOURCE), _values(table, TARGET)):
        if source_row != target_row:
            raise MoveError(
                _("Nothing was moved: a row of %(table)s would not be the same there (%(row)s).")
                % {"table": table._meta.db_table, "row": (source_row or target_row)[0]}
            )


def _values(table: type[models.Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Return the rows, key first, by key; text keys are sorted here, because databases sort them differently."""
    names = [table._meta.pk.attname, *(field.attname for field in table._meta.concrete_fields)]
    rows = table._base_manager.using(alias).order_by("pk").values_list(*names).iterator(ROWS_AT_ONCE)
    return rows if _gives_out_keys(table) else iter(sorted(rows, key=itemgetter(0)))


def _gives_out_keys(table: type[models.Model]) -> bool:
    return isinstance(table._meta.pk, models.AutoField)


def _last_key(database: BaseDatabaseWrapper, table: type[models.Model]) -> int | None:
    """Return the highest key that was ever generated; None without one, or if the keys are not generated."""
    if not _gives_out_keys(table):
        return None
    name, column = table._meta.db_table, table._meta.pk.column
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        else:
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [database.ops.quote_name(name), column])
            (sequence,) = cursor.fetchone()
            cursor.execute(f"SELECT last_value FROM {sequence} WHERE is_called")
        row = cursor.fetchone()
    return int(row[0]) if row and row[0] else None


def _set_last_key(database: BaseDatabaseWrapper, table: type[models.Model], key: int | None) -> None:
    if key is None:
        return
    name, column = table._meta.db_table, table._meta.pk.column
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, key])
        else:
            of = [database.ops.quote_name(name), column, key]
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", of)
