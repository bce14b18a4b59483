"""Folders, secrets and addresses of this installation: known before Django's settings are read."""

import importlib.util
import json
import os
import secrets
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import tzlocal
from platformdirs import user_data_dir

from tournament.machine.terminal import _, reason, territory

PACKAGE = Path(__file__).resolve().parent.parent
IS_PACKAGED = (PACKAGE / "bundled").is_dir()
# The folder of templates, static files and the demonstration: inside the installed package, else beside it.
ROOT = PACKAGE / "bundled" if IS_PACKAGED else PACKAGE.parent
PROGRAM = "backgammon-swiss"
DEFAULT_PORT = "8000"
EVERYWHERE = ("", "0.0.0.0", "::")
DEFAULT_TIME_ZONE = "Europe/Berlin"
# Countries that use letter paper: by code, as Unix names them, and by name, as Windows does.
WITH_LETTER_PAPER = frozenset(["US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "PA", "VE", "PR"]) | frozenset(
    ("United States", "Canada", "Mexico", "Philippines", "Chile", "Colombia", "Costa Rica", "Guatemala", "Panama")
)
# An address reserved for documentation: the system looks up the route to it, but nothing is ever sent.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


class InstallationError(Exception):
    """The program cannot run here; the message is a sentence for the user who started it."""


class RunsAlreadyError(InstallationError):
    """The program runs already, on this machine at `url`: a user who starts it again wants to see it."""

    def __init__(self, sentence: str, url: str) -> None:
        super().__init__(sentence)
        self.url = url


@dataclass(frozen=True)
class Addresses:
    """The port on this machine, and the address under which everybody else reaches the program.

    `host` is the only address of this machine to listen on; if empty, the server listens on all of them.
    """

    port: int
    public_url: str
    host: str = ""

    @property
    def local_url(self) -> str:
        return f"http://{url_host(self.host or 'localhost')}:{self.port}"


def typed(command: str) -> str:
    """The command line for a command in this installation; a start script sets `STARTED_AS` to its own name."""
    program = os.environ.get("STARTED_AS") or PROGRAM if IS_PACKAGED else ".venv/bin/python manage.py"
    return f"{program} {command}"


def data_folder() -> Path:
    """The folder of the database and the secrets: `DATA_DIR`, or the user's own data folder; it may not exist yet."""
    return Path(os.environ.get("DATA_DIR") or user_data_dir(PROGRAM, appauthor=False)).expanduser().resolve()


def open_data_folder() -> None:
    """Create the data folder, for this user alone. Raises `InstallationError` if it cannot be written to."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as problem:
        raise InstallationError(
            _("The folder %(folder)s is not writable (%(reason)s). Choose another one with --data-dir.")
            % {"folder": folder, "reason": reason(problem)}
        ) from problem


def lock_data_folder() -> sqlite3.Connection:
    """Lock the data folder against other servers for as long as the returned connection is open.

    The lock ends with its process, even after a crash, so a lock left behind never prevents the next start; and SQLite
    can lock a file on every system. Raises `RunsAlreadyError` if another server has the lock.
    """
    folder = data_folder()
    url = f"http://localhost:{_last_addresses(folder).get('port', DEFAULT_PORT)}/"
    sentence = _(
        "The program is already running with the folder %(folder)s, on this computer at %(url)s. "
        "Stop it first, or choose another folder with --data-dir."
    ) % {"folder": folder, "url": url}
    return _lock(folder / "running.lock", RunsAlreadyError(sentence, url))


def lock_file(database: Path) -> sqlite3.Connection:
    """Lock an SQLite database against other servers, whichever data folder they use."""
    return _lock(
        database.with_name(f"{database.name}-running"),
        InstallationError(
            _("The program is already running with the database %(file)s. Stop it first, or set another DATABASE_URL.")
            % {"file": database}
        ),
    )


def lock_static_files(folder: Path) -> sqlite3.Connection:
    """Lock the folder against other processes that collect static files into it."""
    return _lock(folder / "collecting.lock", InstallationError(""))


def refuse_second_name(database: Path) -> None:
    """Refuse a database file with a hard link: SQLite keeps a separate log of changes beside each name of the file."""
    if database.exists() and database.stat().st_nlink > 1:
        raise InstallationError(
            _("The database %(file)s has a second name (a hard link). Copy the file, and remove the other name.")
            % {"file": database}
        )


def _lock(file: Path, error: InstallationError) -> sqlite3.Connection:
    try:
        held = sqlite3.connect(file, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as problem:
        raise InstallationError(
            _("%(file)s cannot be read or written (%(reason)s).") % {"file": file, "reason": problem}
        ) from problem
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        held.close()
        raise error from problem
    return held


def write_for_this_user_alone() -> None:
    """Make every file that this process writes from now on readable by its user only."""
    os.umask(0o077)


def time_zone() -> str:
    """The time zone: `TZ`, else this machine's own, else `DEFAULT_TIME_ZONE`.

    Raises `InstallationError` for a `TZ` that is no name of a zone, such as a POSIX rule like CET-1CEST.
    """
    zone_name = os.environ.get("TZ", "").removeprefix(":")
    try:
        return ZoneInfo(zone_name or tzlocal.get_localzone_name() or DEFAULT_TIME_ZONE).key
    except (LookupError, OSError, ValueError) as problem:
        if not zone_name:
            return DEFAULT_TIME_ZONE
        raise InstallationError(
            _("%(zone)s is not the name of a time zone. Use one like TZ=Europe/Berlin.") % {"zone": zone_name}
        ) from problem


def paper() -> str:
    """The size of the paper that is most likely in this machine's printer: `a4` or `letter`."""
    return "letter" if territory() in WITH_LETTER_PAPER else "a4"


def named_folder(variable: str) -> Path | None:
    """The folder that this environment variable names, None if unset; the folder may be missing, like a USB stick."""
    folder_name = os.environ.get(variable)
    return Path(folder_name).expanduser().resolve() if folder_name else None


def is_collected(collected: Path, folders: Sequence[Path]) -> bool:
    """Whether the static files were collected after the last of them was changed."""
    manifest = collected / "staticfiles.json"
    if not manifest.exists():
        return False
    changed_at = max(file.stat().st_mtime for folder in folders for file in folder.rglob("*"))
    return changed_at <= manifest.stat().st_mtime


def secret_key(*, is_shared: bool) -> str | None:
    """The value of `SECRET_KEY`; None if this installation has to make its own key.

    Raises `InstallationError` if it is unset and the database `is_shared`: every process would make its own key.
    """
    secret = os.environ.get("SECRET_KEY")
    if is_shared and not secret:
        raise InstallationError(
            _("Several processes can use a PostgreSQL database. Set SECRET_KEY to the same 50 random letters for all.")
        )
    return secret


def kept_secret(path: Path) -> str:
    """The secret in this file, created at first use for this user alone. Raises `InstallationError` if unreadable."""
    try:
        secret = path.read_text("ascii").strip() if path.exists() else ""
        if not secret:
            secret = secrets.token_urlsafe(50)
            write_whole(path, secret)
        return secret
    except OSError as problem:
        raise InstallationError(
            _("The file %(path)s cannot be read (%(reason)s).") % {"path": path, "reason": reason(problem)}
        ) from problem


def write_whole(path: Path, text: str) -> None:
    """Write a temporary file and move it into place: after a power cut the file has all of its new or its old text."""
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(draft, path)


def addresses(folder: Path) -> Addresses:
    """Port, public address and host from the environment, else those with which this folder's server was last started.

    Raises `InstallationError` for a port or an address that cannot be one.
    """
    last = _last_addresses(folder)
    port = str(os.environ.get("PORT") or last.get("port") or DEFAULT_PORT)
    if not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
        raise InstallationError(_("%(port)s is not a valid port. Use a number from 1 to 65535.") % {"port": port})
    public_url = os.environ.get("PUBLIC_URL") or last.get("public_url") or f"http://localhost:{int(port)}"
    host = os.environ.get("LISTEN_ON") or last.get("host") or ""
    return Addresses(
        port=int(port), public_url=_checked_public_url(public_url), host="" if host in EVERYWHERE else host
    )


def url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def trusted_proxies() -> tuple[IPv4Network | IPv6Network, ...]:
    """The proxies that are trusted to name a guest's address: `TRUSTED_PROXIES`, addresses or networks with commas.

    Raises `InstallationError` for anything else.
    """
    proxies = [proxy.strip() for proxy in os.environ.get("TRUSTED_PROXIES", "").split(",")]
    try:
        return tuple(ip_network(proxy) for proxy in proxies if proxy)
    except ValueError as problem:
        raise InstallationError(
            _("TRUSTED_PROXIES takes addresses and networks such as 127.0.0.1,10.0.0.0/8 (%(reason)s).")
            % {"reason": problem}
        ) from problem


def whole_number(name: str, *, default: int, least: int, most: int) -> int:
    """The whole number in this environment variable, or the default. Raises `InstallationError` for anything else."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if text.isascii() and text.isdecimal() and len(text) < 12 and least <= int(text) <= most:
        return int(text)
    raise InstallationError(
        _("%(name)s takes a whole number from %(least)s to %(most)s, not %(said)s.")
        % {"name": name, "least": least, "most": most, "said": text}
    )


def is_on(name: str) -> bool:
    """Whether this environment variable is `yes`, not `no` or unset. Raises `InstallationError` for anything else."""
    answer = os.environ.get(name) or "no"
    if answer in ("yes", "no"):
        return answer == "yes"
    raise InstallationError(_("%(name)s takes yes or no, not %(said)s.") % {"name": name, "said": answer})


def log_format() -> str:
    """How the program logs: `text`, the default, or `json`. Raises `InstallationError` for anything else."""
    format_name = os.environ.get("LOG_FORMAT") or "text"
    if format_name in ("text", "json"):
        return format_name
    raise InstallationError(_("LOG_FORMAT is text or json, not %(said)s.") % {"said": format_name})


def metrics_on() -> str:
    """The address of this machine on which metrics are served to Prometheus; empty if they are not served.

    Raises `InstallationError` for an invalid address, and if the package prometheus-client is missing.
    """
    address = os.environ.get("METRICS_ON", "").strip()
    if not address:
        return ""
    try:
        ip_address(address)
    except ValueError as problem:
        raise InstallationError(
            _("METRICS_ON is an address of this computer, such as 127.0.0.1, not %(said)s.") % {"said": address}
        ) from problem
    if importlib.util.find_spec("prometheus_client") is None:
        raise InstallationError(
            _("METRICS_ON needs one more package: %(python)s -m pip install prometheus-client")
            % {"python": sys.executable}
        )
    return address


def remember_addresses(folder: Path, served: Addresses) -> None:
    """Store the addresses of the running server, for the links that other commands print."""
    (folder / "addresses.json").write_text(json.dumps(asdict(served)), "utf-8")


def _last_addresses(folder: Path) -> dict[str, Any]:
    try:
        last_addresses = json.loads((folder / "addresses.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return last_addresses if isinstance(last_addresses, dict) else {}


def _checked_public_url(url: str) -> str:
    """Return the URL if it has only scheme, host and port: the program always answers at the root of its address."""
    try:
        parts = urlsplit(url)
        plain = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        plain = False
    if plain and url.rstrip("/") == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc:
        return url.rstrip("/")
    raise InstallationError(
        _("%(url)s is not a valid public address. Use one like http://192.168.1.20:8000 or https://club.example.")
        % {"url": url}
    )


def lan_address() -> str | None:
    """This machine's address in the local network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address
