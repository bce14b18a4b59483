"""Where this installation keeps its things: the data folder and the secret made on the first start."""

import os
import secrets
from pathlib import Path

from platformdirs import user_data_dir


def data_folder() -> Path:
    """The folder of the database and the secret: `DATA_DIR`, or the user's own data folder."""
    folder = Path(os.environ.get("DATA_DIR") or user_data_dir("backgammon-swiss", appauthor=False)).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """The server's secret, made once and readable by this user alone."""
    path = folder / "secret_key"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        key = secrets.token_urlsafe(50)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key)
        return key
