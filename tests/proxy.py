"""A real nginx in front of the program, as packaging/nginx sets it up; `nginx` must be installed."""

import os
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.installed import nginx
from tests.ports import lasting_port

PACKAGED = Path(__file__).resolve().parents[1] / "packaging" / "nginx"
# The paths that Debian's main configuration sets; in a test they are all in its folder.
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def in_front_of(*ports: int, folder: Path, before: Sequence[str] = ()) -> Iterator[int]:
    """Start nginx in front of the programs at these ports; yields its own port as soon as it answers.

    `before` are the addresses of the proxies that stand before it.
    """
    own = lasting_port()
    (folder / "sites").mkdir()
    servers = "\n    ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in ports)
    site = {
        "server 127.0.0.1:8000 max_fails=0;": servers,
        "/var/lib/nginx/backgammon-swiss": f"{folder}/kept",
        "listen 80;": f"listen 127.0.0.1:{own};",
        "listen [::]:80;": "",
        "/etc/nginx/backgammon-swiss/caching.conf": str(folder / "caching.conf"),
    }
    (folder / "sites" / "backgammon-swiss.conf").write_text(_changed("backgammon-swiss.conf", site), "utf-8")
    (folder / "before").mkdir()
    named = "".join(f"set_real_ip_from {address};\n" for address in before)
    (folder / "before" / "proxies.conf").write_text(named, "utf-8")
    away = {
        "/etc/nginx/backgammon-swiss/away": str(PACKAGED / "away"),
        "/etc/nginx/backgammon-swiss/before": f"{folder}/before",
    }
    (folder / "caching.conf").write_text(_changed("caching.conf", away), "utf-8")
    folders = "".join(f"{name}_temp_path {folder}/{name};\n    " for name in TEMPORARY)
    main = {
        "pid /run/nginx.pid;": f"pid {folder}/nginx.pid; daemon off; {'user root;' if os.geteuid() == 0 else ''}",
        "error_log /var/log/nginx/error.log crit;": f"error_log {folder}/complaints crit;",
        "worker_processes auto;": "worker_processes 1;",
        "include /etc/nginx/modules-enabled/*.conf;": "",
        "access_log /var/log/nginx/access.log": f"{folders}access_log {folder}/access",
        "include /etc/nginx/conf.d/*.conf;": "",
        "/etc/nginx/sites-enabled/*": f"{folder}/sites/*",
    }
    configuration = folder / "nginx.conf"
    configuration.write_text(_changed("nginx.conf", main), "utf-8")
    # Into a file: nobody would read a pipe, and a full one would stop nginx.
    with subprocess.Popen([nginx() or "nginx", "-c", str(configuration), "-e", str(folder / "complaints")]) as process:
        try:
            wait_for(own, process)
            yield own
        finally:
            process.terminate()


def _changed(file: str, places: dict[str, str]) -> str:
    """A packaged file with the paths of this machine in it."""
    text = (PACKAGED / file).read_text("utf-8")
    for packaged, here in places.items():
        assert packaged in text, packaged
        text = text.replace(packaged, here)
    return text


def wait_for(port: int, process: subprocess.Popen[Any]) -> None:
    """Wait until the process listens at the port."""
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError(f"{process.args} has ended")
