"""Names the variables of the program that hold the most types: a name should have one, or two.

    python -m tests.types_of_names [how many, 10 unless told]

The types are those that mypy finds; one that may be missing counts as the type it otherwise has.
"""

import io
import sys
from collections import defaultdict

from mypy.build import build
from mypy.main import process_options
from mypy.nodes import LDEF, NameExpr, Var
from mypy.traverser import NameAndMemberCollector
from mypy.types import AnyType, Instance, NoneType, Type, UnionType, get_proper_type


def types_by_name() -> dict[str, set[str]]:
    """Return the types of all local variables and parameters called by a name, for each name."""
    sources, options = process_options([], stdout=io.StringIO(), stderr=io.StringIO())
    options.preserve_asts = options.export_types = True
    options.incremental = False
    types: dict[str, set[str]] = defaultdict(set)
    for module, tree in build(sources, options).files.items():
        if module.split(".")[0] == "tournament":
            collector = NameAndMemberCollector()
            tree.accept(collector)
            for variable in map(_local_variable, collector.name_exprs):
                if variable is not None and variable.type is not None and variable.name != "self":
                    types[variable.name].add(_described(variable.type))
    return types


def _local_variable(expression: NameExpr) -> Var | None:
    is_local = expression.kind == LDEF and isinstance(expression.node, Var)
    return expression.node if is_local and not isinstance(get_proper_type(expression.node.type), AnyType) else None


def _described(type_: Type) -> str:
    """Write a type without the literal value that mypy knows, and without `| None`."""
    proper = get_proper_type(type_)
    if isinstance(proper, UnionType):
        return " | ".join(
            sorted({_described(item) for item in proper.items if not isinstance(get_proper_type(item), NoneType)})
        )
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.copy_modified(last_known_value=None)
    return str(proper)


if __name__ == "__main__":
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, types in sorted(types_by_name().items(), key=lambda row: (-len(row[1]), row[0]))[:most]:
        print(f"{len(types):4} {name}")
