"""Keeps the tests of one action together."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Run the tests of an action one after the other, as they share what is stored before it (`prepared`).

    What is stored stays until the next action or the end of the file, so tests without it come first.
    """
    places = [place for place, item in enumerate(items) if hasattr(item.module, "prepared")]
    by_action = sorted((items[place] for place in places), key=action_of)
    for place, item in zip(places, by_action, strict=True):
        items[place] = item


def action_of(item):
    return item.callspec.params.get("prepared", "") if hasattr(item, "callspec") else ""
