"""Forms for rounds and their pairings."""

import re
from collections.abc import Iterable
from functools import partial
from typing import cast

from django.http import QueryDict

from tournament.actions.clubs import clean_name
from tournament.engine.by_hand import Draft
from tournament.engine.refusals import Refused
from tournament.engine.seating import Place
from tournament.forms.sent import (
    PressedField,
    ReadEachField,
    ReadField,
    SentForm,
    match_lengths,
    second_bracket,
    whole_number,
    whole_number_or_none,
    yes_or_no,
)

# Buttons of the desk: plan, confirmation, access, helpers.


class PlanForm(SentForm):
    rounds = ReadField(whole_number)


class PlayFinalsForm(SentForm):
    """Finals chosen at the end of the planned rounds; without lengths their matches are as long as all others."""

    players = ReadField(whole_number)
    lengths = ReadField(match_lengths)
    third_place = ReadField()
    second = ReadField(second_bracket)
    second_length = ReadField(whole_number_or_none)


class ConfirmForm(SentForm):
    """A confirmation, typed or pressed."""

    confirmed = ReadField()


class AccessForm(SentForm):
    """The account that is given access or loses it."""

    access = ReadField(yes_or_no)
    name = ReadField()


class NameForm(SentForm):
    """The name of a new helper, or a new name for a person."""

    name = ReadField(clean_name)


# Pairing by hand: a draft that the page holds until it is saved.


def draft_text(draft: Draft) -> str:
    """Write a draft as a short text for the page: "3-7 1-0 4", with 0 for the bye and free players alone."""
    pairs = [f"{first}-{second or 0}" for first, second in draft.pairs]
    return " ".join([*pairs, *map(str, draft.free)])


def draft_from_text(text: str, present: Iterable[int]) -> Draft:
    """Read a draft from its text. Raises Refused unless it names every present player once."""
    places = _places(text)
    if sorted(number for place in places for number in place if number is not None) != sorted(present):
        raise Refused("pairings_changed_meanwhile")
    return Draft(
        tuple(place for place in places if len(place) == 2), tuple(place[0] for place in places if len(place) == 1)
    )


def _places(text: str) -> tuple[Place, ...]:
    """Read pairs and free players: "5-6 9-0 3" is a pair, the bye of player 9, and player 3 in no pairing."""
    found_parts = [re.fullmatch("([0-9]{1,9})(?:-([0-9]{1,9}))?", token) for token in text.split()]
    if None in found_parts:
        raise Refused("not_understood")
    return tuple(
        (int(match[1]), int(match[2]) or None) if match[2] else (int(match[1]),) for match in found_parts if match
    )


class AnewForm(SentForm):
    """The pairs by the rules, as the page showed them before the round is paired again."""

    pairs = ReadField(lambda text: tuple(place for place in _places(text) if len(place) == 2))


class SeatForm(SentForm):
    """The players to seat (one alone gets the bye), where the page showed them, and whether it said they have `met`."""

    players = ReadField(lambda text: tuple(map(whole_number, text.split())))
    seen = ReadField(_places)
    met = PressedField()


class DraftForm(SentForm):
    """The draft, the stored pairs when the page was opened, the button pressed, and the players ticked.

    A long list shows the part `shown`, or players whose name contains `name`.
    """

    seen = ReadField()
    draft = ReadField()
    pick = ReadEachField(whole_number)
    part = ReadField(whole_number, optional=True)
    swap = PressedField()
    swap_and_save = PressedField()
    join = PressedField()
    bye = PressedField()
    save = PressedField()
    reason = ReadField()
    name = ReadField()
    shown = ReadField(whole_number, optional=True)

    def __init__(self, data: QueryDict, *, seated: Iterable[int], present: Iterable[int]) -> None:
        super().__init__(data)
        cast(ReadField, self.fields["seen"]).read = partial(draft_from_text, present=seated)
        cast(ReadField, self.fields["draft"]).read = partial(draft_from_text, present=present)

    def changed(self) -> Draft:
        """The draft after the button: a swap, `join`, `bye`, or `part` to split a pair; a search changes nothing."""
        sent = self.values()
        draft: Draft = sent["draft"]
        picked = tuple(dict.fromkeys(sent["pick"]))
        if sent["part"] is not None:
            return draft.parted(sent["part"])
        if sent["swap"] or sent["swap_and_save"]:
            return draft.swapped(picked)
        if sent["join"]:
            return draft.joined(picked)
        return draft.with_bye(picked) if sent["bye"] else draft

    @property
    def is_looked_around(self) -> bool:
        """Whether the form only requests another part of the list or searches a name, without changing the draft."""
        sent = self.values()
        pressed = ("swap", "swap_and_save", "join", "bye", "save")
        return sent["part"] is None and not any(sent[name] for name in pressed)
