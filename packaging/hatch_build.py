"""Collects the static files when the package is built: compressed, under names that say what is in them."""

import os
import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COLLECT = ("manage.py", "collectstatic", "--no-input", "--clear", "--verbosity", "0")


class CollectStaticFiles(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill the folder `staticfiles`, as `make start` does."""
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        subprocess.run([sys.executable, *COLLECT], cwd=self.root, env=environment, check=True)
