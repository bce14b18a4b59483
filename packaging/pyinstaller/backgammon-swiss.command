#!/bin/sh
# Double-clicked on macOS: starts the program in a window of its own; with the window it ends.
exec "$(dirname "$0")/backgammon-swiss"
