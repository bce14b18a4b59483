"""Whatever is sent is cleaned by a form, and whatever is refused is answered in one place."""

import ast

from tests.source import PACKAGE


def views():
    for file in sorted((PACKAGE / "views").glob("*.py")):
        yield file.name, ast.parse(file.read_text("utf-8"))


def is_post(node):
    return isinstance(node, ast.Attribute) and node.attr == "POST"


def raw_reads(tree):
    """The lines that take something out of what was sent instead of handing it to a form as a whole."""
    for node in ast.walk(tree):
        taken = isinstance(node, ast.Attribute | ast.Subscript) and is_post(node.value)
        searched = isinstance(node, ast.Compare) and any(map(is_post, node.comparators))
        if taken or searched:
            yield node.lineno


def test_no_view_reads_what_was_sent_by_itself():
    assert {name: lines for name, tree in views() if (lines := list(raw_reads(tree)))} == {}


def test_a_view_that_reads_what_was_sent_by_itself_is_found():
    found = "request.POST['a']", "request.POST.get('a')", "'a' in request.POST", "Form(request.POST).values()"

    assert [list(raw_reads(ast.parse(text))) for text in found] == [[1], [1], [1], []]


def catches_refusals(tree):
    caught = (node.type for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    return any(isinstance(one, ast.Name) and one.id == "Refused" for one in caught)


def test_refusals_are_answered_in_one_place():
    assert [name for name, tree in views() if catches_refusals(tree)] == ["refusals.py"]


def functions_over_what_was_sent():
    """Functions of the forms, beside their constructors, that are handed the bare data."""
    for file in sorted((PACKAGE / "forms").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name != "__init__" and "QueryDict" in ast.unparse(node.args):
                yield f"{file.name}: {node.name}"


def test_nothing_but_a_form_is_given_what_was_sent():
    assert list(functions_over_what_was_sent()) == []
