"""Measures side by side: every contender in turn, several times, so that a noisy moment meets all of them."""

import gc
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence


def measure(
    contenders: Mapping[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Seconds of each run, by name; another clock may count those of the processor alone."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _repeat in range(repeats):
        for name, run in contenders.items():
            gc.collect()
            start = clock()
            run()
            seconds[name].append(clock() - start)
    return seconds


def report(title: str, seconds: Mapping[str, list[float]], floor: str) -> None:
    """One line a contender: median, spread, and how many times the floor, run by run."""
    print(f"\n{title}")
    for name, runs in seconds.items():
        ratios = sorted(own / base for own, base in zip(runs, seconds[floor], strict=False))
        times = f"{statistics.median(runs) * 1000:>10.1f} ms  ({min(runs) * 1000:.1f} to {max(runs) * 1000:.1f})"
        print(f"  {name:<44} {times}  {statistics.median(ratios):>7.2f} x  ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median, and from where to where."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def machine() -> str:
    """What the figures were measured on."""
    model = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), "")
    return f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, {model}"


def _cpu_lines() -> list[str]:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return file.readlines()
    except OSError:
        return []
