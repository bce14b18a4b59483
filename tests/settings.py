"""The program's settings for tests: a throw-away data folder, fast passwords, nothing cached between tests."""

import atexit
import os
import shutil
import tempfile

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="backgammon-swiss-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
os.environ["SECRET_KEY"] = "for-tests-only"
os.environ["PUBLIC_URL"] = "http://club.example"
os.environ["LANGUAGE"] = "en"
os.environ["TZ"] = "Europe/Berlin"
os.environ["LC_ALL"] = "C.UTF-8"
# Nothing that the tests start may find a database by chance; `make test-postgresql` names its own.
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
OF_AN_INSTALLATION = ("CACHED_SECONDS", "FEE_LIMIT_CENTS", "LOG_FORMAT", "REFRESH_SECONDS", "SNAPSHOT_DIR", "TEXTS_DIR")
OF_AN_INSTALLATION += ("SECOND_FACTOR_REQUIRED", "EMAIL_URL", "MAIL_FROM", "UPLOADS_DIR")
for name in (*OF_AN_INSTALLATION, "LISTEN_ON", "PORT", "TRUSTED_PROXIES"):
    os.environ.pop(name, None)

from tournament.machine.static_storage import joined  # noqa: E402
from tournament.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not os.environ.pop("DATABASE_URL"):
    # A file, as in the program: threads cannot share a database in memory the way they share a file.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "tests.sqlite3"}  # noqa: F405
    # Without an ORDER BY, rows come in another order than usual, as they may from PostgreSQL.
    options = DATABASES["default"]["OPTIONS"]  # noqa: F405
    in_no_order = f"{options['init_command']} PRAGMA reverse_unordered_selects=ON;"
    DATABASES["default"]["OPTIONS"] = {**options, "init_command": in_no_order}  # noqa: F405
# Some tests change what a connection may do; the next request must get a new one.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405
# Static files come from their folders, whatever has been collected.
IS_COLLECTED, STATIC_ROOT = False, DATA_DIR / "static"  # noqa: F405
STATIC_ROOT.mkdir(exist_ok=True)
# The style sheets are joined into one file each, as wherever the program runs.
ONE_SHEET = DATA_DIR / "sheet"  # noqa: F405
ONE_SHEET.mkdir(exist_ok=True)
for sheet in (ROOT / "static").glob("*.css"):  # noqa: F405
    (ONE_SHEET / sheet.name).write_text(joined(sheet), "utf-8")
STATICFILES_DIRS = [ONE_SHEET, *STATICFILES_DIRS]  # noqa: F405
WHITENOISE_USE_FINDERS = True
# Files are looked up when requested: otherwise every test client would begin by reading them all.
WHITENOISE_AUTOREFRESH = True
