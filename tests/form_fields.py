"""The names of all form fields, for tests that send nonsense to every address."""

import importlib
import pkgutil

from django import forms

import tournament.forms


def field_names() -> tuple[str, ...]:
    """The names of the fields of every form, except those for files."""
    names: set[str] = set()
    for module in pkgutil.iter_modules(tournament.forms.__path__, "tournament.forms."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, forms.BaseForm):
                names |= set(thing.base_fields)
    return tuple(sorted(names - {"file"}))
