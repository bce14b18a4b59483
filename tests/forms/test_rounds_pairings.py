"""The draft of pairings changed by hand."""

from urllib.parse import quote

import pytest
from django.http import QueryDict

from tournament.engine.by_hand import Draft
from tournament.engine.refusals import Refused
from tournament.forms.rounds import DraftForm, draft_from_text, draft_text

DRAFT = Draft(((1, 2), (3, 4), (5, None)))
PARTED = Draft(((3, 4), (5, None)), (1, 2))
ALL_FREE = Draft(((3, 4),), (5, 1, 2))


def press(draft, sent):
    text = draft_text(draft)
    present = [number for pair in draft.pairs for number in pair if number] + list(draft.free)
    data = QueryDict(f"draft={quote(text)}&seen={quote(text)}&{sent}")
    return DraftForm(data, seated=present, present=present).changed()


@pytest.mark.parametrize(
    ("draft", "sent", "changed"),
    [
        (DRAFT, "swap=1&pick=1&pick=4", Draft(((4, 2), (3, 1), (5, None)))),
        (DRAFT, "swap=1&pick=5&pick=2", Draft(((1, 5), (3, 4), (2, None)))),
        (PARTED, "swap=1&pick=1&pick=3", Draft(((1, 4), (5, None)), (3, 2))),
        (DRAFT, "part=2", PARTED),
        (DRAFT, "part=5", Draft(((1, 2), (3, 4)), (5,))),
        (DRAFT, "part=9", DRAFT),
        (PARTED, "join=1&pick=2&pick=1", Draft(((3, 4), (5, None), (2, 1)))),
        (ALL_FREE, "bye=1&pick=2", Draft(((3, 4), (2, None)), (5, 1))),
    ],
)
def test_every_button_changes_the_draft(draft, sent, changed):
    assert press(draft, sent) == changed


@pytest.mark.parametrize(
    ("draft", "sent", "code"),
    [
        (DRAFT, "swap=1&pick=1", "pick_two"),
        (DRAFT, "swap=1&pick=1&pick=3&pick=5", "pick_two"),
        (DRAFT, "swap=1&pick=1&pick=2", "pick_two"),
        (PARTED, "swap=1&pick=1&pick=2", "pick_two"),
        (DRAFT, "join=1&pick=1&pick=3", "pick_two_free"),
        (PARTED, "join=1&pick=1", "pick_two_free"),
        (PARTED, "join=1&pick=1&pick=1", "pick_two_free"),
        (PARTED, "bye=1&pick=1", "byes_too_many"),
        (ALL_FREE, "bye=1&pick=3", "pick_one_free"),
        (ALL_FREE, "bye=1", "pick_one_free"),
        (Draft(((3, 4),), (1, 2)), "bye=1&pick=1", "bye_not_needed"),
        (DRAFT, "part=x", "not_understood"),
        (DRAFT, "swap=1&pick=1&pick=-1", "not_understood"),
    ],
)
def test_a_button_that_does_not_fit_the_ticked_players_is_refused(draft, sent, code):
    with pytest.raises(Refused) as refusal:
        press(draft, sent)

    assert refusal.value.code == code


@pytest.mark.parametrize("draft", [DRAFT, PARTED, ALL_FREE, Draft(())])
def test_a_draft_comes_back_from_its_text(draft):
    present = [number for pair in draft.pairs for number in pair if number] + list(draft.free)

    assert draft_from_text(draft_text(draft), present) == draft


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1-2 3-4", "pairings_changed_meanwhile"),
        ("1-2 3-4 5-0 6", "pairings_changed_meanwhile"),
        ("1-2 3-4 5-5", "pairings_changed_meanwhile"),
        ("0-1 2-3 4 5", "pairings_changed_meanwhile"),
        ("1-2-3", "not_understood"),
        ("a", "not_understood"),
        ("²-1", "not_understood"),
    ],
)
def test_a_text_that_does_not_name_everyone_once_is_refused(text, code):
    with pytest.raises(Refused) as refusal:
        draft_from_text(text, [1, 2, 3, 4, 5])

    assert refusal.value.code == code
