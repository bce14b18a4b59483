"""Where the program begins that needs no Python: the same entry as everywhere."""

from tournament.__main__ import main

main()
