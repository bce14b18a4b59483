#!/usr/bin/env bash
# Plays a short evening under Wine on what is made for Windows, and tries the start from inside the zip:
# packaging/windows/smoke.sh ZIP [INSTALLER]. An ordinary user will do; it leaves nothing behind.
set -euo pipefail
missing=()
for need in wine:wine wineserver:wine64 x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
"$python" -c "import pypdf" 2>/dev/null || { echo "Needs a Python with pypdf, by PYTHON=…; make test-package makes one."; exit 2; }
((${#missing[@]} == 0)) || { echo "Needs ${missing[*]} (Debian: apt-get install ${missing[*]})."; exit 2; }
zip=$(realpath "$1") installer=${2:+$(realpath "$2")}
work=$(mktemp -d)
export WINEPREFIX="$work/wine" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8 HOME="$work"
# Everything of this prefix ends with it.
trap 'wineserver -k || true; rm -rf "$work"' EXIT
wineboot --init </dev/null >/dev/null 2>&1
# Python 3.13 wants Windows 10.
winecfg -v win10 </dev/null >/dev/null 2>&1
# What Windows 10 has and Debian's Wine lacks.
x86_64-w64-mingw32-gcc -shared -s -o "$work/bcryptprimitives.dll" "$root/packaging/windows/bcryptprimitives.c" -ladvapi32

evening() { # FOLDER OF THE PROGRAM, FOLDER FOR ITS DATA
    cd "$1"
    # Wine has no WMI worth asking.
    rm python/_wmi.pyd
    cp "$work/bcryptprimitives.dll" python
    END_WITH="wineserver --kill" "$python" "$root/packaging/smoke.py" "$2" wine cmd /c Backgammon-Swiss.bat
}

# A path as people have them.
home="$WINEPREFIX/drive_c/Vereinsabend Köln"
mkdir -p "$home"
(cd "$home" && "$python" -m zipfile -e "$zip" .)

# Started inside the zip, Windows unpacks the starter alone.
mkdir "$home/alone"
cp "$home/Backgammon Swiss/Backgammon-Swiss.bat" "$home/alone"
said=$(cd "$home/alone" && echo | wine cmd /c Backgammon-Swiss.bat 2>/dev/null) && { echo "It started alone."; exit 1; }
grep -q 'Extract all' <<<"$said" || { echo "It does not say what to do: $said"; exit 1; }

evening "$home/Backgammon Swiss" "$home"

if [[ -n $installer ]]; then
    wine "$installer" /S </dev/null >/dev/null 2>&1
    installed=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local/Programs/"Backgammon Swiss")
    menu=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Roaming/Microsoft/Windows/"Start Menu"/Programs/"Backgammon Swiss.lnk")
    [[ -f $menu ]] || { echo "There is no entry in the start menu."; exit 1; }
    listed() { wine reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\BackgammonSwiss' /v DisplayVersion; }
    listed 2>/dev/null | grep -q DisplayVersion || { echo "Windows does not list it as installed."; exit 1; }
    mkdir "$WINEPREFIX/drive_c/Club"
    evening "$installed" "$WINEPREFIX/drive_c/Club"
    # Installed again, as an upgrade is; what lay in its folders is gone, what others put beside them stays.
    touch "$installed/site/of-an-older-version.py" "$installed/my notes.md"
    cd "$work"
    wine "$installer" /S </dev/null >/dev/null 2>&1
    [[ ! -e $installed/site/of-an-older-version.py && -e "$installed/my notes.md" ]] || { echo "The upgrade mixed two versions."; exit 1; }
    rm "$installed/my notes.md"
    wine "$installed/Uninstall.exe" /S </dev/null >/dev/null 2>&1
    wineserver --wait
    [[ ! -e $installed && ! -e $menu ]] || { echo "Something was left: $(ls "$installed")"; exit 1; }
    listed >/dev/null 2>&1 && { echo "Windows still lists it as installed."; exit 1; }
    echo "Installed, played, upgraded and removed."
fi
