"""How many arenas of the C library the threads of a process take their memory from."""

import platform
import subprocess
import sys

import pytest

from tournament.machine.memory import ARENAS

IN_EIGHT_THREADS = """
import ctypes
from threading import Barrier, Thread
from tournament.machine.memory import share_arenas

def hold():
    kept = bytes(50_000)
    begun.wait()
    done.wait()

if {shares}:
    share_arenas()
begun, done = Barrier(9), Barrier(9)
for thread in [Thread(target=hold) for _thread in range(8)]:
    thread.start()
begun.wait()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
done.wait()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU library has arenas")
@pytest.mark.parametrize("shares", [True, False])
def test_threads_share_few_arenas_of_memory(shares):
    command = [sys.executable, "-c", IN_EIGHT_THREADS.format(shares=shares)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert (told.count("<heap ") <= ARENAS) is shares
