"""Counts what a new engineer has to learn of the program: lines, files, classes of values, functions.

    python -m tests.shapes [folder with a package "tournament"]

A class of values only holds what it is given: a dataclass, a named tuple, a `TypedDict`, a class whose `__init__`
stores its arguments and that does nothing else. A dictionary with more than six fixed keys, made within a function,
counts like a class, so that none hides there.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXED_KEYS = 6
VALUES = {"NamedTuple", "TypedDict"}
MADE_BY_A_CALL = {"namedtuple", "make_dataclass", "NamedTuple", "TypedDict", "SimpleNamespace"}
DECORATORS = {"dataclass", "define", "frozen"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(root: Path = ROOT) -> dict[str, str]:
    """The text of each Python file of the program, without migrations, by its path."""
    files = sorted((root / "tournament").rglob("*.py"))
    return {str(file.relative_to(root)): file.read_text("utf-8") for file in files if "migrations" not in file.parts}


def shapes(path: str, text: str) -> Iterator[str]:
    """Name each class of values in a file, and each place that makes a dictionary with more than six fixed keys."""
    tree = _parsed(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    dictionaries = {node for function in functions for node in ast.walk(function) if _is_wide_dictionary(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _is_of_values(node):
            yield f"{path}:{node.lineno} {node.name}"
        elif node in dictionaries or (isinstance(node, ast.Call) and _name(node.func) in MADE_BY_A_CALL):
            yield f"{path}:{node.lineno} {type(node).__name__}"


def optional_evenings(text: str) -> Iterator[str]:
    """Name each function with a parameter that is an `Evening` or None."""
    for function in _functions(text):
        arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        types = (ast.unparse(argument.annotation) for argument in arguments if argument.annotation)
        if any(
            re.search(r"\bEvening\b", annotated) and re.search(r"\b(None|Optional)\b", annotated) for annotated in types
        ):
            yield function.name


def named_once(texts: Sequence[str]) -> tuple[str, ...]:
    """Name the functions that the rest of the program names in a single place."""
    trees = [_parsed(text) for text in texts]
    named = Counter(chain.from_iterable(_named(tree) for tree in trees))
    return tuple(function.name for text in texts for function in _functions(text) if named[function.name] == 1)


def _is_of_values(node: ast.ClassDef) -> bool:
    decorators = {_name(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list}
    bases = {_name(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases}
    return bool(decorators & DECORATORS or bases & VALUES) or (not bases - {"Generic"} and _only_stores(node))


def _only_stores(node: ast.ClassDef) -> bool:
    """Whether a class has no method but an `__init__` that copies its arguments, and something to hold."""
    methods = [part for part in node.body if isinstance(part, Function)]
    fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    if [method.name for method in methods] != ["__init__"]:
        return not methods and bool(fields)
    copies = (
        isinstance(line, ast.Assign | ast.AnnAssign) and isinstance(line.value, ast.Name) for line in methods[0].body
    )
    return all(copies)


def _is_wide_dictionary(node: ast.AST) -> bool:
    if isinstance(node, ast.Dict):
        fixed = [key for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
        return len(fixed) > FIXED_KEYS
    named = isinstance(node, ast.Call) and _name(node.func) == "dict"
    return named and len([keyword for keyword in node.keywords if keyword.arg]) > FIXED_KEYS


@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


def _functions(text: str) -> list[Function]:
    return [node for node in ast.walk(_parsed(text)) if isinstance(node, Function)]


def _named(tree: ast.AST) -> Iterator[str]:
    """Every name that is read: of a variable, of an attribute, of an import under another name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield _name(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def shapes_of(texts: dict[str, str]) -> list[str]:
    return [shape for path, text in texts.items() for shape in shapes(path, text)]


def main(root: Path) -> None:
    texts = sources(root)
    every_shape = shapes_of(texts)
    print(f"{sum(text.count(chr(10)) for text in texts.values())} lines in {len(texts)} files")
    print(f"{len(every_shape)} classes of values, with dictionaries of more than six fixed keys")
    print(f"{sum(len(list(optional_evenings(text))) for text in texts.values())} functions with an optional evening")
    print(f"{len(named_once(tuple(texts.values())))} functions named once")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
