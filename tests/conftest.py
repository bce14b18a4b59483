"""Fixtures and hooks for every test."""

import gc
import os
import shutil
import signal

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.utils import translation
from hypothesis import settings

from tests.of_one_database import COMMITTED, IS_POSTGRESQL, is_left_out, said, wanted
from tests.shared import shared_folder
from tournament.machine import visitors
from tournament.machine.cache import clear_cache

# In the gate random examples are few and the same in each run, in make prove they are many and new ones; without a
# deadline a busy machine has all the time it needs.
settings.register_profile("gate", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("drawn", max_examples=300, deadline=None)
settings.load_profile("gate")
MIGRATED = "migrated_for_tests"
# Nothing asks for the rows of these, and storing them anew after each test that commits takes longer than emptying all
# tables.
post_migrate.disconnect(create_contenttypes)
post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@receiver(post_migrate)
def _begin_a_club_again(**told):
    """Give a database that was emptied after a test its club again, as a newly migrated one has it."""
    if "plan" not in told and told["sender"].label == "tournament":
        told["sender"].get_model("Club").objects.using(told["using"]).create(slug="club")


def _refuse_skipping(report):
    """Let a skipped test fail in CI, where everything is installed and nobody else runs it."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which counts as failed in CI: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return _refuse_skipping((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return _refuse_skipping((yield))


def pytest_configure():
    """Collect garbage less often, which among thousands of tests takes a seventh of the time; listen to SIGINT.

    Tests that a shell runs in the background ignore SIGINT, and so does each program that they start to end it by that.
    """
    gc.set_threshold(50_000, 20, 50)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """Exclude the collected tests from garbage collection, as they stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_report_header():
    return said()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave out tests that do not belong on this database; begin with long ones, so that no worker ends much later."""
    left_out = [item for item in items if is_left_out(item.nodeid, wanted(item))]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb):
    """Keep an SQLite test database: its file begins as a copy, and is removed with its folder."""
    return django_db_keepdb or not IS_POSTGRESQL


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, django_db_blocker, tmp_path_factory):
    """Run the migrations once for all workers, as they take three seconds."""

    def migrate(folder):
        named = connection.settings_dict["NAME"]
        connection.settings_dict["NAME"] = MIGRATED if IS_POSTGRESQL else folder / "tests.sqlite3"
        with django_db_blocker.unblock():
            if IS_POSTGRESQL:
                with connection._nodb_cursor() as cursor:
                    cursor.execute(f"DROP DATABASE IF EXISTS {MIGRATED}")
                    cursor.execute(f"CREATE DATABASE {MIGRATED}")
            call_command("migrate", verbosity=0)
            connection.close()
            if IS_POSTGRESQL:
                # A database cannot be copied while a connection to it is open.
                connection.close_pool()
        connection.settings_dict["NAME"] = named

    migrated = shared_folder("migrated-for-tests", migrate, tmp_path_factory) / "tests.sqlite3"
    if IS_POSTGRESQL:
        connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED
    else:
        shutil.copy(migrated, connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="module")
def lasting(django_db_setup, django_db_blocker):
    """Keep what is stored from here on for every test of the file, each of which rolls back its own changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def no_device_seen_yet():
    visitors.forget()


@pytest.fixture(autouse=True)
def the_usual_language():
    """Reset the language, which a request leaves behind in its thread."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def nothing_cached_yet():
    """Empty the cache, as the rows of the next test have the same keys."""
    clear_cache()


@pytest.fixture(autouse=True)
def nothing_counted_yet(request):
    """Remove counts stored outside a transaction, which stay when tables are emptied, as they belong to no model."""
    if not wanted(request.node) & COMMITTED:
        yield
        return
    request.getfixturevalue("transactional_db")
    caches["shared"].clear()
    yield
    caches["shared"].clear()
