"""While machines are upgraded one after the other, the version before works on the tables of the new one.

So a migration adds tables and columns, and the columns with a value of the database's own, for the version before does
not name them. What takes something away comes a version later than the program that does without it, and says so:
`of_no_use_since = "0.2.0"` in the migration is the first version that does without.
"""

import pytest
from django.db import models
from django.db.migrations import operations as of
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from tournament.version import VERSION

# The last one that nobody's data has gone through before the promise holds.
SINCE = "0042_one_beginning"
HARMLESS = (of.AddIndex, of.AlterModelManagers, of.AlterModelOptions, of.RemoveConstraint, of.RemoveIndex, of.RunPython)
KNOWN_TO_PYTHON_ALONE = {"blank", "choices", "default", "help_text", "on_delete", "related_name", "validators"}


def disturbing(operations, state):
    """What of these operations, carried out on this state, the version before could stumble over."""
    found, created, empty = [], set(), set()
    for operation in operations:
        if isinstance(operation, of.AddField) and operation.field.null:
            empty.add((operation.model_name_lower, operation.name))
        if isinstance(operation, of.CreateModel):
            created.add(operation.name_lower)
        elif _holds_of_what_it_leaves_empty(operation, empty):
            pass
        elif getattr(operation, "model_name_lower", "") not in created and _disturbs(operation, state):
            found.append(operation.describe())
        operation.state_forwards("tournament", state)
    return found


def _holds_of_what_it_leaves_empty(operation, empty):
    """Whether it asks that values be different of which the version before stores none: no two of those are equal."""
    if not (isinstance(operation, of.AddConstraint) and isinstance(operation.constraint, models.UniqueConstraint)):
        return False
    return any((operation.model_name_lower, name) in empty for name in operation.constraint.fields)


def _disturbs(operation, state):
    match operation:
        case of.AddField(field=field):
            fills_itself = field.db_default is not models.NOT_PROVIDED and not field.unique
            return not (field.null or field.many_to_many or fills_itself)
        case of.AlterField():
            before = state.models["tournament", operation.model_name_lower].fields[operation.name]
            return not _takes_whatever_it_took(before, operation.field)
        case of.SeparateDatabaseAndState():
            return bool(disturbing(operation.database_operations, state.clone()))
        case _:
            return not isinstance(operation, HARMLESS)


def _takes_whatever_it_took(before, after):
    (_, old_kind, _, old), (_, new_kind, _, new) = before.deconstruct(), after.deconstruct()
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)} - KNOWN_TO_PYTHON_ALONE
    is_wider = {
        "null": after.null,
        "max_length": (new.get("max_length") or 0) > (old.get("max_length") or 0),
        "db_default": "db_default" in new,
    }
    return old_kind == new_kind and all(is_wider.get(name, False) for name in changed)


def test_a_new_migration_leaves_to_the_version_before_what_it_needs():
    loader = MigrationLoader(None)
    (newest,) = loader.graph.leaf_nodes("tournament")
    found = {}
    for key in loader.graph.forwards_plan(newest):
        migration = loader.disk_migrations[key]
        if migration.app_label == "tournament" and migration.name > SINCE:
            state = loader.project_state(key, at_end=False)
            disturbs = disturbing(migration.operations, state)
            if disturbs and getattr(migration, "of_no_use_since", VERSION) == VERSION:
                found[migration.name] = disturbs

    assert found == {}


LETTERS = {"max_length": 10}


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (of.CreateModel("Board", [("id", models.BigAutoField(primary_key=True))]), []),
        (of.AddField("club", "motto", models.CharField(null=True, **LETTERS)), []),
        (of.AddField("club", "motto", models.CharField(db_default="", **LETTERS)), []),
        (of.AddField("club", "motto", models.CharField(default="", **LETTERS)), ["Add field motto to club"]),
        (
            of.AddField("club", "motto", models.CharField(db_default="", unique=True, **LETTERS)),
            ["Add field motto to club"],
        ),
        (of.AlterField("club", "name", models.CharField(max_length=20, default="BC")), []),
        (of.AlterField("club", "name", models.CharField(null=True, **LETTERS)), []),
        (of.AlterField("club", "name", models.CharField(max_length=9)), ["Alter field name on club"]),
        (of.AlterField("club", "name", models.CharField(unique=True, **LETTERS)), ["Alter field name on club"]),
        (of.AlterField("club", "name", models.IntegerField()), ["Alter field name on club"]),
        (of.AlterField("club", "place", models.CharField(**LETTERS)), ["Alter field place on club"]),
        (of.RemoveField("club", "name"), ["Remove field name from club"]),
        (of.RenameField("club", "name", "title"), ["Rename field name on club to title"]),
        (of.DeleteModel("club"), ["Delete model club"]),
        (
            of.AddConstraint("club", models.UniqueConstraint(fields=["name"], name="once")),
            ["Create constraint once on model club"],
        ),
        (
            of.SeparateDatabaseAndState(database_operations=[of.RemoveField("club", "name")]),
            ["Custom state/database change combination"],
        ),
        (of.RunSQL("DROP TABLE tournament_club"), ["Raw SQL operation"]),
    ],
)
def test_what_the_version_before_stumbles_over(operation, says):
    state = ProjectState()
    names = [("name", models.CharField(**LETTERS)), ("place", models.CharField(null=True, **LETTERS))]
    of.CreateModel("Club", [("id", models.BigAutoField(primary_key=True)), *names]).state_forwards("tournament", state)

    assert disturbing([operation], state) == says


def test_what_is_added_to_a_new_table_disturbs_nobody():
    board = of.CreateModel("Board", [("id", models.BigAutoField(primary_key=True))])
    number = of.AddField("board", "number", models.IntegerField(default=1))
    once = of.AddConstraint("board", models.UniqueConstraint(fields=["number"], name="once"))

    assert disturbing([board, number, once], ProjectState()) == []
