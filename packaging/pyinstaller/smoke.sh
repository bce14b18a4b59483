#!/usr/bin/env bash
# Plays a short evening on the folder for Linux in an empty root, as root: packaging/pyinstaller/smoke.sh ARCHIVE
# There is nothing in it but the folder, the C library and what every system has; no Python, no fonts, no time zones.
set -euo pipefail
archive=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{dev,tmp,etc,home,bin}
tar --extract --file "$archive" --directory "$work"
known=$(ldconfig -p)
for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 libutil.so.1 librt.so.1 libz.so.1; do
    file=$(awk -v name="$library" '$1 == name && /x86-64/ { print $NF; exit }' <<<"$known")
    install -D "$file" "$work$file"
done
install -D /lib64/ld-linux-x86-64.so.2 "$work/lib64/ld-linux-x86-64.so.2"
mknod -m 666 "$work/dev/null" c 1 3
mknod -m 666 "$work/dev/urandom" c 1 9
cd "$work"
"$root/.venv/bin/python" "$root/packaging/smoke.py" "$work" env -i PATH=/usr/sbin:/usr/bin HOME=/home LANG=C.UTF-8 \
    chroot "$work" /backgammon-swiss/backgammon-swiss start
