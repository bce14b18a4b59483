"""Reads the program's source, so that tests which list its parts forget no new one."""

import ast
import importlib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent / "tournament"


def first_arguments(function: str, keyword: str | None = None) -> set[Any]:
    """The texts and constants with which a function is called anywhere: as its first argument, or by `keyword`."""
    values = (_constant(module, _argument(call, keyword)) for module, call in calls(function))
    return {value for value in values if value is not None}


def calls(function: str) -> list[tuple[str, ast.Call]]:
    """Every call of a function of this name, with the module it stands in."""
    return _calls_by_name()[function]


@cache
def _calls_by_name() -> dict[str, list[tuple[str, ast.Call]]]:
    found = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        neighbours = {alias.asname or alias.name for node in imports for alias in node.names}
        for node in nodes:
            if isinstance(node, ast.Call) and (name := _called(node.func, neighbours)):
                found[name].append((module, node))
    return found


def _called(function: ast.expr, neighbours: set[str]) -> str | None:
    """The name of a function, called by itself or as that of an imported module; None for a method."""
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id in neighbours:
        return function.attr
    return None


def _argument(call: ast.Call, keyword: str | None) -> ast.expr:
    return next(named.value for named in call.keywords if named.arg == keyword) if keyword else call.args[0]


def _constant(module: str, node: ast.expr) -> Any:
    """The text of a literal, or a constant of the module; None for a variable, whose value comes from another call."""
    if isinstance(node, ast.Name):
        return getattr(importlib.import_module(module), node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(_constant(module, node.value), node.attr)
    assert isinstance(node, ast.Constant), f"{module}:{node.lineno} is neither a text nor the name of one"
    return node.value
