"""What is made when the package is built: its static files, collected, and the version it carries."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COLLECT = ("manage.py", "collectstatic", "--no-input", "--clear", "--verbosity", "0")


class CollectStaticFiles(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill the folder `staticfiles`, as `make start` does, and write down the version."""
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        subprocess.run([sys.executable, *COLLECT], cwd=self.root, env=environment, check=True)
        self.draft = tempfile.TemporaryDirectory()
        told = Path(self.draft.name, "version.txt")
        told.write_text(f"{self.metadata.version}\n", "ascii")
        build_data["force_include"][str(told)] = "tournament/bundled/version.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.draft.cleanup()
