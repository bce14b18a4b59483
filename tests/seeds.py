"""Many random cases in one test, as starting and ending a test takes longer than pairing a small field."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

import pytest

AT_ONCE = 50


def each_seed(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run the test with each seed below `count`; a failure names the seed."""

    def several(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def one_after_the_other(seeds: range, **others: Any) -> None:
            for seed in seeds:
                try:
                    test(seed=seed, **others)
                except BaseException as failure:
                    failure.add_note(f"with seed {seed}")
                    raise

        asked = signature(test)
        named = [one.replace(name="seeds") if one.name == "seed" else one for one in asked.parameters.values()]
        one_after_the_other.__signature__ = asked.replace(parameters=named)  # type: ignore[attr-defined]
        chunks = [range(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE)]
        return pytest.mark.parametrize("seeds", chunks, ids=lambda chunk: f"{chunk[0]}-{chunk[-1]}")(
            one_after_the_other
        )

    return several
