#!/usr/bin/env python
"""The command line of the program in its own folder: the same as `backgammon-swiss`."""

from tournament.__main__ import main

if __name__ == "__main__":
    main()
