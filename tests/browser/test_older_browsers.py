"""The desk in browsers that lack what came later."""

import pytest

from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_tournament

# What each of them does not know, taken from the browser before its first page.
LACKS = {
    "the pressed button among the values of a form": """
        window.FormData = class extends FormData { constructor(form) { super(form); } };""",
    "which button was pressed": "delete SubmitEvent.prototype.submitter;",
}


@pytest.mark.parametrize("lacking", LACKS.values(), ids=LACKS)
def test_a_result_is_tapped_and_typed_in_an_older_browser(open_desk, live_server, lacking):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.add_init_script(lacking)
    desk.go_to_round(1)

    desk.tap(1, "3:1")
    desk.type(2, "2 3")
    desk.sees_result(2, "2:3")
