"""Where the program begins that needs no Python: the same entry as everywhere, or the reading of a workbook."""

import sys

if sys.argv[1:2] == ["--read-workbook"]:
    from tournament.imports.workbook_process import main
else:
    from tournament.__main__ import main

main()
