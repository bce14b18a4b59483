"""A real nginx in front of the program, as packaging/nginx sets it up; `nginx` must be installed."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.installed import nginx
from tests.ports import lasting_port

PACKAGED = Path(__file__).resolve().parents[1] / "packaging" / "nginx"
FRAME = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/complaints warn;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@contextmanager
def in_front_of(*ports: int, folder: Path) -> Iterator[int]:
    """Start nginx before the programs at these ports; gives its own port as soon as it answers."""
    own = lasting_port()
    site = (PACKAGED / "backgammon-swiss.conf").read_text("utf-8")
    servers = "\n    ".join(f"server 127.0.0.1:{port} fail_timeout=1s;" for port in ports)
    for packaged, here in (
        ("server 127.0.0.1:8000 fail_timeout=1s;", servers),
        ("/var/cache/nginx/backgammon-swiss", f"{folder}/kept"),
        ("listen 80;", f"listen 127.0.0.1:{own};"),
        ("listen [::]:80;", ""),
        ("/etc/nginx/backgammon-swiss", str(PACKAGED)),
    ):
        assert packaged in site, packaged
        site = site.replace(packaged, here)
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(FRAME.format(folder=folder, site=site, user=user), "utf-8")
    # Into a file: nobody reads along, and a full pipe would stop it.
    with subprocess.Popen([nginx() or "nginx", "-c", str(configuration), "-e", str(folder / "complaints")]) as process:
        try:
            wait_for(own, process)
            yield own
        finally:
            process.terminate()


def wait_for(port: int, process: subprocess.Popen[Any]) -> None:
    """Until somebody listens at the port."""
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError(f"{process.args} has ended")
