"""The program's settings for tests: a throw-away data folder, fast passwords, nothing cached between tests."""

import os
import tempfile

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="backgammon-swiss-tests-")
os.environ["SECRET_KEY"] = "for-tests-only"
os.environ["PUBLIC_URL"] = "http://club.example"
os.environ["LANGUAGE"] = "en"
for name in ("DATABASE_URL", "FEE_LIMIT_CENTS", "PORT", "TZ"):
    os.environ.pop(name, None)

from tournament.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
