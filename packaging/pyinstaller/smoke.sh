#!/usr/bin/env bash
# Plays a short evening on the folder for Linux in an empty root: packaging/pyinstaller/smoke.sh ARCHIVE
# There is nothing in it but the folder, the C library and what every system has; no Python, no fonts, no time zones.
# An ordinary user will do, where the system lets one have a root of their own.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
"$python" -c "import pypdf" 2>/dev/null || { echo "Needs a Python with pypdf, by PYTHON=…; make test-package makes one."; exit 2; }
unshare --user --map-root-user --mount true 2>/dev/null ||
    { echo "Needs user namespaces (sysctl kernel.unprivileged_userns_clone=1), or root."; exit 2; }
archive=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{dev,tmp,etc,home,bin}
tar --extract --file "$archive" --directory "$work"
known=$(/sbin/ldconfig -p)
for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 libutil.so.1 librt.so.1 libz.so.1; do
    file=$(awk -v name="$library" '$1 == name && /x86-64/ { print $NF; exit }' <<<"$known")
    install -D "$file" "$work$file"
done
install -D /lib64/ld-linux-x86-64.so.2 "$work/lib64/ld-linux-x86-64.so.2"
touch "$work/dev/null" "$work/dev/urandom"
cd "$work"
"$python" "$root/packaging/smoke.py" "$work" env -i PATH=/usr/sbin:/usr/bin HOME=/home LANG=C.UTF-8 \
    unshare --user --map-root-user --mount sh -c 'for one in null urandom; do mount --bind /dev/$one dev/$one; done
        exec chroot . "$@"' sh /backgammon-swiss/backgammon-swiss start
