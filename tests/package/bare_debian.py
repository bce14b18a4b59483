"""The blocks of docs/operating.md on a machine of their own: `python bare_debian.py FOLDER`, as root, in namespaces of
its own for files, network and processes, so that nothing of it stays.

In the folder lie `release`, what is handed out; `wheels`, what pip would fetch; `blocks.json`, the blocks by their
first line. What a container has none of is stood in for, in `bin`: systemd starts what the unit says, apt-get starts
what Debian starts, and nobody sits at the editor.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
CHANGED = ("etc", "opt", "run", "usr/local", "var/cache", "var/lib", "var/log")
SETTINGS = Path("/etc/backgammon-swiss/environment")
SITE = Path("/etc/nginx/sites-available/backgammon-swiss.conf")
DATABASE = Path("/var/lib/backgammon-swiss/8000/tournaments.sqlite3")
SECRET = "k" * 50

SYSTEMCTL = r"""#!/usr/bin/python3
import os, pwd, re, subprocess, sys, time
from importlib.machinery import SourceFileLoader
from pathlib import Path

sys.dont_write_bytecode = True
verb, *rest = [word for word in sys.argv[1:] if not word.startswith("--")]
for name in rest:
    pid = Path(f"/run/pid-of-{name}")
    if name == "nginx":
        subprocess.run(["nginx", "-s", "reload"], check=True)
        continue
    port = name.partition("@")[2]
    text = Path("/etc/systemd/system/backgammon-swiss@.service").read_text().replace("%i", port)
    unit = dict(re.findall(r"(?m)^(\w+)=(.*)$", text))
    if verb in ("stop", "restart") and pid.exists():
        os.kill(int(pid.read_text()), 15)
        # Nobody here asks how it ended, so that its number stays.
        said = Path(f"/proc/{pid.read_text()}/cmdline")
        while said.exists() and said.read_text():
            time.sleep(0.1)
        pid.unlink()
    if verb in ("start", "restart", "enable"):
        user = pwd.getpwnam(unit["User"])
        for folder in unit["StateDirectory"].split():
            made = Path("/var/lib", folder)
            made.mkdir(parents=True, exist_ok=True)
            for each in (made, made.parent):
                os.chown(each, user.pw_uid, user.pw_gid)
                each.chmod(int(unit["StateDirectoryMode"], 8))
        loader = SourceFileLoader("swiss", "packaging/systemd/swiss")
        said = loader.load_module().settings(Path(unit["EnvironmentFile"]).read_text())
        said |= dict(pair.split("=") for pair in unit["Environment"].split())
        told = subprocess.run(
            ["bash", "-c", f"exec 3>&1 >/dev/null; {unit['ExecStart']} >/tmp/{name}.log 2>&1 3>&- & echo $! >&3"],
            user=user.pw_uid, group=user.pw_gid, extra_groups=[], cwd="/", start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "HOME": user.pw_dir, **said}, stdout=subprocess.PIPE, text=True, check=True,
        )
        pid.write_text(told.stdout.strip())
"""
APT_GET = r"""#!/bin/bash
set -eu
case " $* " in *" nginx "*) nginx;; esac
case " $* " in *" postgresql "*)
    version=$(ls /usr/lib/postgresql | sort -n | tail -1)
    pg_dropcluster "$version" main || true
    pg_createcluster "$version" main --start;; esac
"""


def main() -> None:
    a_machine_of_its_own()
    blocks = json.loads((FOLDER / "blocks.json").read_text("utf-8"))
    said = {
        first: run(blocks[first]) for first in blocks if not first.startswith(("apt-get install post", "systemctl"))
    }
    stop = "systemctl stop backgammon-swiss@8000"
    run("swiss backup")
    copy = max(set(Path("/var/lib/backgammon-swiss/8000").rglob("*.sqlite3")) - {DATABASE}, key=os.path.getmtime)
    said[stop] = run(blocks[stop].replace(" FILE ", f" {copy} "))
    asked = "curl --silent --retry 30 --retry-connrefused --retry-delay 1 http://127.0.0.1:{}/readyz"
    said["ready after a backup was put back"] = run(asked.format(8000))
    several = "apt-get install postgresql"
    said[several] = run(blocks[several])
    on_postgresql()
    both = "systemctl restart backgammon-swiss@8000"
    said[both] = run(blocks[both].replace("systemctl enable", f"{asked.format(8000)}\nsystemctl enable"))
    said["ready beside the first"] = run(asked.format(8001))
    SITE.write_text(re.sub(r"(server 127\.0\.0\.1:)8000(.*;)", r"\g<0>\n    \g<1>8001\g<2>", SITE.read_text()))
    run("systemctl reload nginx")
    said["through nginx"] = run("curl --silent http://127.0.0.1/healthz")
    (FOLDER / "said.json").write_text(json.dumps(said), "utf-8")


def a_machine_of_its_own() -> None:
    """Every folder that is changed is a layer over the machine's own, which stays as it is."""
    layers = FOLDER / "layers"
    layers.mkdir()
    call("ip", "link", "set", "lo", "up")
    call("mount", "-t", "tmpfs", "layers", str(layers))
    for place in CHANGED:
        upper, work = (layers / kind / place for kind in ("upper", "work"))
        upper.mkdir(parents=True)
        work.mkdir(parents=True)
        call("mount", "-t", "overlay", place, "-o", f"lowerdir=/{place},upperdir={upper},workdir={work}", f"/{place}")
    for name, text in (("systemctl", SYSTEMCTL), ("apt-get", APT_GET), ("editor", "#!/bin/true\n")):
        stand_in = FOLDER / "bin" / name
        stand_in.parent.mkdir(exist_ok=True)
        stand_in.write_text(text, "utf-8")
        stand_in.chmod(0o755)


def on_postgresql() -> None:
    """What the second step says of the settings."""
    text = SETTINGS.read_text()
    for name, value in (("DATABASE_URL", None), ("UPLOADS_DIR", None), ("SECRET_KEY", SECRET)):
        text = re.sub(rf"(?m)^#({name}=)(.*)$", lambda line, value=value: line[1] + (value or line[2]), text)
    SETTINGS.write_text(text)


def run(block: str) -> str:
    """What it says; a password is asked for twice."""
    environment = {
        "PATH": f"{FOLDER}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(FOLDER / "wheels"),
        "PIP_CONFIG_FILE": os.devnull,
    }
    done = subprocess.run(
        ["bash", "-eu", "-c", block],
        cwd=FOLDER / "release",
        env=environment,
        input="PASSWORD\nPASSWORD\n",
        capture_output=True,
        text=True,
    )
    if done.returncode:
        logs = "\n".join(log.read_text("utf-8") for log in Path("/tmp").glob("backgammon-swiss@*.log"))
        sys.exit(f"{block}\n{done.stdout}\n{done.stderr}\n{logs}")
    return done.stdout


def call(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
