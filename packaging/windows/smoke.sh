#!/usr/bin/env bash
# Plays a short evening on the zip for Windows, under Wine: packaging/windows/smoke.sh ZIP
# Debian: apt-get install wine wine64 gcc-mingw-w64-x86-64
set -euo pipefail
zip=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
export WINEPREFIX="$work/wine" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
# Everything of this prefix ends with it.
trap 'wineserver -k || true; rm -rf "$work"' EXIT
wineboot --init </dev/null >/dev/null 2>&1
# Python 3.13 wants Windows 10.
winecfg -v win10 </dev/null >/dev/null 2>&1
# A path as people have them.
home="$WINEPREFIX/drive_c/Vereinsabend Köln"
mkdir "$home"
(cd "$home" && "$root/.venv/bin/python" -m zipfile -e "$zip" .)
cd "$home/Backgammon Swiss"
# Wine has no WMI worth asking, and Debian's lacks a library that Windows 10 has.
rm python/_wmi.pyd
x86_64-w64-mingw32-gcc -shared -s -o python/bcryptprimitives.dll "$root/packaging/windows/bcryptprimitives.c" -ladvapi32
END_WITH="wineserver --kill" "$root/.venv/bin/python" "$root/packaging/smoke.py" "$home" wine cmd /c Backgammon-Swiss.bat
