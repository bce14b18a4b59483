"""Makes what takes long once for all workers of a run."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_folder(name: str, fill: Callable[[Path], None], factory: pytest.TempPathFactory) -> Path:
    """The folder of this name, filled by the first worker that asks for it; nothing in it may be changed."""
    own = factory.getbasetemp()
    of_the_run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = of_the_run / name
    with (of_the_run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = Path(tempfile.mkdtemp(dir=of_the_run))
            fill(unfinished)
            unfinished.rename(folder)
    return folder
