"""Whatever an action needs beside its line in the catalogue, none is without it."""

import ast

import pytest

from tests.actions.test_change import CASES, OF_GUESTS
from tests.source import PACKAGE, calls, first_arguments
from tournament.actions.catalogue import (
    ACTIONS,
    CLUB_ACTIONS,
    DESK,
    RIGHTS,
    TAKEN_BACK_ON,
    ActionKind,
    Role,
    Undo,
    of_kind,
    who_may,
    with_undo,
)
from tournament.phrases.journal import JOURNAL, JOURNAL_KINDS

# What sets up a tournament or reads one has no tournament before it.
WITHOUT_ONE_BEFORE = {"tournament_created", "tournament_imported"}


def test_every_kind_has_its_name():
    assert list(JOURNAL_KINDS) == list(ActionKind)


@pytest.mark.costly
def test_every_action_is_carried_out_somewhere():
    opened = {
        *first_arguments("_change_like", keyword="declared"),
        *(
            action
            for opening in ("change", "Change", "change_club", "ClubChange")
            for action in first_arguments(opening, keyword="action")
        ),
    }

    assert {action.code for action in opened} == set(ACTIONS) | set(CLUB_ACTIONS)


def test_an_action_has_its_sentence_from_its_declaration():
    declared = {**CLUB_ACTIONS, **ACTIONS}

    assert {code: action.says for code, action in declared.items()} == JOURNAL


def test_every_action_is_tried_out_in_the_tests_that_hold_for_all():
    assert set(CASES) | OF_GUESTS | WITHOUT_ONE_BEFORE == set(ACTIONS)


def functions_of_actions():
    """Every function that opens a change, with the module it stands in."""
    for file in sorted({*(PACKAGE / "actions").glob("*.py")} - {PACKAGE / "actions" / "change.py"}):
        for node in ast.parse(file.read_text("utf-8")).body:
            is_asked_for = isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            if is_asked_for and any(opens_a_change(inner) for inner in ast.walk(node)):
                yield f"tournament.actions.{file.stem}", node.name


def opens_a_change(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id
        in (
            "change",
            "Change",
            "change_club",
            "ClubChange",
            "_change_like",
        )
    )


def used_by(folder):
    """What the modules of a folder use of the actions, imported one by one or through their module: module and name."""
    for file in sorted((PACKAGE / folder).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        modules = {}
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "tournament.actions":
                modules |= {alias.asname or alias.name: f"tournament.actions.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournament.actions."):
                yield from ((node.module, alias.name) for alias in node.names)
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                yield modules[node.value.id], node.attr


def test_every_action_can_be_asked_for_on_a_page():
    asked_for = set(used_by("views"))
    # The round that was just drawn is not removed but its draw taken back; a list that comes in brings wishes
    # along; who is erased is so with their earlier matches.
    by_way_of_another = {
        ("tournament.actions.rounds", "remove_round"),
        ("tournament.actions.persons", "take_stricter_wishes"),
        ("tournament.actions.persons", "forget_earlier_matches"),
    }

    assert set(functions_of_actions()) - asked_for == by_way_of_another


def test_only_rights_that_the_catalogue_knows_are_asked_about():
    asked = {named for module, call in calls("can") if isinstance(named := call.args[1], ast.Constant)}
    asked |= {named for _, call in calls("refuse_unless_allowed") if isinstance(named := call.args[1], ast.Constant)}

    assert {constant.value for constant in asked} == set(RIGHTS) | {"fee_refunded"}


def test_a_code_is_an_action_or_a_right_never_both():
    assert set(RIGHTS) & set(ACTIONS) == set()


def test_what_nobody_knows_is_nobodys_right():
    with pytest.raises(KeyError):
        who_may("tournament_won")


def test_helpers_enter_results_and_games_tick_who_is_here_and_who_has_paid_and_nothing_else():
    theirs = {code for code in (*ACTIONS, *RIGHTS) if Role.HELPER in who_may(code)}

    assert theirs == {
        "look",
        "result_recorded",
        "word_said",
        "word_taken_back",
        "fee_marked",
        "fees_marked",
        "arrival_marked",
    }


def test_a_guest_asks_for_a_place_and_a_player_says_how_to_appear_keeps_the_sheet_and_reports_the_own_score():
    of_guests = {code: who for code in (*ACTIONS, *RIGHTS) if (who := who_may(code) - DESK)}

    assert of_guests == {
        "joining_asked": {Role.GUEST},
        "appearance_set": {Role.PLAYER},
        "result_reported": {Role.PLAYER},
        "confirmation_taken_back": {Role.PLAYER},
        "word_said": {Role.PLAYER},
        "word_taken_back": {Role.PLAYER},
    }


def test_the_director_alone_deletes_and_gives_access():
    theirs = {code for code in (*ACTIONS, *RIGHTS) if who_may(code) == {Role.DIRECTOR}}

    assert theirs == {"directors_chosen", "tournament_deleted"}


def test_a_closed_tournament_is_reopened_turned_back_hides_or_forgets_a_person_renews_links_and_nothing_else():
    assert {action.code for action in ACTIONS.values() if action.when_closed} == {
        "tournament_closed",
        "tournament_reopened",
        "person_forgotten",
        "appearance_set",
        "player_links_renewed",
        "transcript_attached",
        "transcript_turned",
        "transcript_removed",
        "undone",
        "redone",
    }


def test_everything_but_the_beginning_and_what_is_forgotten_is_a_step_to_take_back_or_an_aside():
    assert with_undo(Undo.NEVER) == {
        "tournament_created",
        "tournament_imported",
        "person_forgotten",
        "person_erased",
        "club_tournament_deleted",
        "club_founded",
        "club_imported",
        "matches_forgotten",
        "books_forgotten",
        "cash_booked",
        "cash_cancelled",
        "cash_counted",
        "year_closed",
        "year_reopened",
    }
    assert with_undo(Undo.ASIDE) == {
        "result_reported",
        "member_invited",
        "invitation_withdrawn",
        "invitation_accepted",
        "member_changed",
        "password_link_made",
        "second_factor_rule_changed",
        "word_said",
        "word_taken_back",
        "player_link_renewed",
        "player_links_renewed",
        "phone_known",
        "joining_asked",
        "evening_goes_on",
    }


def test_what_undo_takes_back_in_a_club_is_about_one_page_of_its_desk():
    shared_out = [code for codes in TAKEN_BACK_ON.values() for code in codes]

    assert sorted([*shared_out, "undone", "redone"]) == sorted(
        code for code, action in CLUB_ACTIONS.items() if action.undo is Undo.STEP
    )


def test_the_kinds_share_out_all_actions_but_undo_and_redo():
    shared_out = [code for kind in ActionKind for code in of_kind(kind)]

    assert sorted([*shared_out, "undone", "redone"]) == sorted(ACTIONS)
