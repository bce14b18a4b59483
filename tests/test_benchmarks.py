"""The benchmarks' imports exist: they are not run with the tests, and would break unseen when code is moved."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent / "benchmarks"


def taken(file):
    """Each name that the file imports from the program or the tests, with its module."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.startswith(("tournament.", "tests.")):
            yield from ((node.module, alias.name) for alias in node.names)


def is_there(module, name):
    # Benchmarks run on being imported, so they are only looked for.
    if module.startswith("tests.benchmarks."):
        return find_spec(module) is not None
    return hasattr(import_module(module), name) or find_spec(f"{module}.{name}") is not None


def test_what_a_benchmark_takes_from_the_program_is_there():
    wanted = {found for file in BENCHMARKS.glob("*.py") for found in taken(file)}

    assert [found for found in sorted(wanted) if not is_there(*found)] == []
