"""What was done, one line for each action."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.names import first_name_and_initial, isolated
from tournament.phrases.fees import prize_text
from tournament.phrases.match_lists import single_match_text
from tournament.phrases.notices import NOTICE_TITLES
from tournament.phrases.results import result_line
from tournament.phrases.score_sheet import said_line, taken_back_line
from tournament.phrases.values import MOST_NAMES, enumeration, money


def journal_sentence(action: str, facts: Mapping[str, Any]) -> str:
    """What was done, in one line."""
    sentence_of = JOURNAL.get(action) or CLUB_JOURNAL[action]
    return sentence_of({key: isolated(fact) if isinstance(fact, str) else fact for key, fact in facts.items()})


def _ended_line(facts: Mapping[str, Any]) -> str:
    ended = (
        ngettext("evening ended after %(rounds)s round", "evening ended after %(rounds)s rounds", facts["rounds"])
        % facts
    )
    if not facts["fallen"]:
        return ended
    dropped = ngettext("%(fallen)s match not played", "%(fallen)s matches not played", facts["fallen"]) % facts
    return f"{ended}; {dropped}"


def _changed_line(facts: Mapping[str, Any]) -> str:
    if not facts["reason"]:
        return _("pairings of round %(round)s changed by hand") % facts
    return _("pairings of round %(round)s changed by hand: %(reason)s") % facts


def _seated_line(facts: Mapping[str, Any]) -> str:
    if not facts["second"]:
        return _("round %(round)s: %(first)s has the bye") % facts
    return _("round %(round)s: %(first)s plays %(second)s at table %(table)s") % facts


def _players_line(facts: Mapping[str, Any]) -> str:
    return _("added: %(names)s") % {"names": enumeration(facts["names"], MOST_NAMES)}


def _fee_line(facts: Mapping[str, Any]) -> str:
    if facts["waived"]:
        return _("entry fee waived: %(name)s (%(waived)s)") % facts
    if "cents" in facts:
        part = money(facts["cents"], facts["currency"])
        return _("part of the entry fee paid: %(name)s (%(amount)s)") % {"name": facts["name"], "amount": part}
    return (
        _("entry fee marked as paid: %(name)s") if facts["paid"] else _("entry fee marked as unpaid: %(name)s")
    ) % facts


def _fees_line(facts: Mapping[str, Any]) -> str:
    return _("entry fee marked as paid: %(name)s") % {"name": enumeration(facts["names"], MOST_NAMES)}


def _refund_line(facts: Mapping[str, Any]) -> str:
    amount_given = money(facts["cents"], facts["currency"])
    return _("%(amount)s refunded to %(name)s") % {"amount": amount_given, "name": facts["name"]}


def _renamed_line(facts: Mapping[str, Any]) -> str:
    if facts["before"] == facts["after"]:
        return _("club changed for %(after)s") % facts
    return _("%(before)s renamed to %(after)s") % facts


def _drawn_line(facts: Mapping[str, Any]) -> str:
    parts = [_("round %(round)s paired") % facts]
    if facts.get("pauses"):
        parts.append(_("not in this round: %(names)s") % {"names": enumeration(facts["pauses"], MOST_NAMES)})
    if facts.get("has_left"):
        parts.append(_("left: %(name)s") % {"name": enumeration(facts["has_left"], MOST_NAMES)})
    return "; ".join(parts)


def _pause_line(facts: Mapping[str, Any]) -> str:
    sentence = _("%(name)s sits out round %(round)s") if facts["pauses"] else _("%(name)s plays in round %(round)s")
    return sentence % facts


def _fixed_table_line(facts: Mapping[str, Any]) -> str:
    if facts["table"] is None:
        return _("fixed table removed for %(name)s") % facts
    return _("table %(table)s reserved for %(name)s") % facts


def _appearance_line(facts: Mapping[str, Any]) -> str:
    sentence = _("%(name)s appears as %(shown_as)s") if facts["shown_as"] else _("%(name)s appears with full name")
    return sentence % facts


def _wish_line(facts: Mapping[str, Any]) -> str:
    """How somebody appears from now on, and on every evening before."""
    if facts["wish"] == "hidden":
        return _("%(name)s is not named in public") % facts
    if facts["wish"] == "abbreviated":
        shown_as = facts["shown_as"] or first_name_and_initial(facts["name"])
        return _("%(name)s appears as %(shown_as)s") % {"name": facts["name"], "shown_as": shown_as}
    return _("%(name)s appears with full name") % facts


def _forgotten_line(facts: Mapping[str, Any]) -> str:
    if facts["number"] is None:
        return _("erased: a person who had signed up")
    return _("erased: the person with start number %(number)s") % facts


def _declined_line(facts: Mapping[str, Any]) -> str:
    # Journals of earlier versions have a line for each name.
    names = facts["names"] if "names" in facts else [facts["name"]]
    return _("declined: %(names)s") % {"names": enumeration(names, MOST_NAMES)}


def _taken_on_line(facts: Mapping[str, Any]) -> str:
    return _("accepted: %(names)s") % {"names": enumeration(facts["names"], MOST_NAMES)}


def _split_line(facts: Mapping[str, Any]) -> str:
    if not facts["evenings"]:
        sentence = ngettext(
            "%(matches)s earlier match of %(name)s was played by another person",
            "%(matches)s earlier matches of %(name)s were played by another person",
            facts["matches"],
        )
        return sentence % facts
    sentence = ngettext(
        "%(evenings)s evening of %(name)s was played by another person",
        "%(evenings)s evenings of %(name)s were played by another person",
        facts["evenings"],
    )
    return sentence % facts


def _member_line(facts: Mapping[str, Any]) -> str:
    """What an account may do in the club from then on."""
    if not facts["role"]:
        return _("%(name)s belongs to the club no more") % facts
    sentence = {
        "director": _("%(name)s directs all tournaments of the club"),
        "helper": _("%(name)s helps at all tournaments of the club"),
    }
    return sentence[facts["role"]] % facts


def _invited_line(facts: Mapping[str, Any]) -> str:
    return _("a director invited") if facts["role"] == "director" else _("a helper invited")


CLUB_JOURNAL: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "club_founded": lambda facts: _("club set up"),
    "member_invited": _invited_line,
    "invitation_withdrawn": lambda facts: _("an invitation withdrawn"),
    "invitation_accepted": lambda facts: _("invitation accepted: %(sentence)s") % {"sentence": _member_line(facts)},
    "member_changed": _member_line,
    "password_link_made": lambda facts: _("a link made to renew the password of %(name)s") % facts,
    "club_changed": lambda facts: _("club settings changed"),
    "notices_written": lambda facts: (
        _("text changed: %(names)s") % {"names": ", ".join(str(NOTICE_TITLES[name]) for name in facts["names"])}
    ),
    "club_imported": lambda facts: (
        ngettext(
            "%(tournaments)s tournament imported from the file of a club",
            "%(tournaments)s tournaments imported from the file of a club",
            facts["tournaments"],
        )
        % facts
    ),
    "persons_merged": lambda facts: _("%(name)s is the same person as %(into)s") % facts,
    "person_split": _split_line,
    "person_renamed": lambda facts: _("%(before)s is called %(after)s in the register") % facts,
    "wish_set": _wish_line,
    "wishes_taken_over": lambda facts: (
        _("taken over how they wish to appear: %(names)s") % {"names": enumeration(facts["names"], MOST_NAMES)}
    ),
    "wishes_carried_over": lambda facts: (
        ngettext(
            "how %(count)d person wished to appear on an evening holds for all evenings now",
            "how %(count)d people wished to appear on an evening holds for all evenings now",
            facts["count"],
        )
        % facts
    ),
    "season_added": lambda facts: _("season added: %(name)s") % facts,
    "season_changed": lambda facts: _("season changed: %(name)s") % facts,
    "season_removed": lambda facts: _("season removed: %(name)s") % facts,
    "own_season_chosen": lambda facts: (
        _("%(name)s is the season of the club") % facts
        if facts["name"]
        else _("the season that is running is that of the club")
    ),
    "ratings_changed": lambda facts: _("settings of the ratings changed"),
    "matches_imported": lambda facts: (
        ngettext(
            "%(count)d match of earlier years imported: %(name)s",
            "%(count)d matches of earlier years imported: %(name)s",
            facts["count"],
        )
        % facts
    ),
    "matches_taken_back": lambda facts: _("matches of earlier years taken back: %(name)s") % facts,
    "match_entered": lambda facts: _("match entered: %(match)s") % {"match": single_match_text(facts)},
    "match_corrected": lambda facts: _("match corrected: %(match)s") % {"match": single_match_text(facts)},
    "match_removed": lambda facts: _("match removed: %(match)s") % {"match": single_match_text(facts)},
    "matches_forgotten": lambda facts: _("erased: a person with matches of earlier years"),
    "books_forgotten": lambda facts: _("erased: names in vouchers of deleted tournaments"),
    "cash_booked": lambda facts: (
        (
            _("put into the cash: %(amount)s, %(text)s")
            if facts["comes_in"]
            else _("taken out of the cash: %(amount)s, %(text)s")
        )
        % {"amount": money(facts["cents"], facts["currency"]), "text": facts["text"]}
    ),
    "cash_cancelled": lambda facts: _("entry %(number)s of the cash cancelled: %(text)s") % facts,
    "cash_counted": lambda facts: _("cash of %(year)s counted") % facts,
    "year_closed": lambda facts: _("books of %(year)s closed") % facts,
    "year_reopened": lambda facts: _("books of %(year)s opened again") % facts,
    "numbering_begun": lambda facts: _("vouchers are numbered by the year from now on"),
    "club_tournament_deleted": lambda facts: _("tournament deleted: %(name)s") % facts,
}
JOURNAL: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "tournament_created": lambda facts: _("tournament set up"),
    "tournament_imported": lambda facts: _("tournament imported from an archive"),
    "tournament_changed": lambda facts: _("tournament changed"),
    "tournament_closed": lambda facts: _("tournament closed"),
    "tournament_reopened": lambda facts: _("tournament reopened"),
    "players_entered": _players_line,
    "player_renamed": _renamed_line,
    "joining_asked": lambda facts: _("signed up: %(name)s") % facts,
    "joining_accepted": _taken_on_line,
    "joining_declined": _declined_line,
    "fee_marked": _fee_line,
    "fees_marked": _fees_line,
    "fee_refunded": _refund_line,
    "player_removed": lambda facts: _("removed: %(name)s") % facts,
    "player_withdrawn": lambda facts: _("left: %(name)s") % facts,
    "player_returned": lambda facts: _("returned: %(name)s") % facts,
    "arrival_marked": lambda facts: (_("%(name)s is here") if facts["here"] else _("%(name)s is not here")) % facts,
    "pause_marked": _pause_line,
    "fixed_table_set": _fixed_table_line,
    "appearance_set": _appearance_line,
    "players_seated": _seated_line,
    "evening_ended": _ended_line,
    "evening_goes_on": lambda facts: _("the evening goes on"),
    "latecomer_seated": lambda facts: _("%(name)s joins round %(round)s and plays %(opponent)s") % facts,
    "leaver_replaced": lambda facts: (
        _("%(stand_in)s takes the place of %(name)s in round %(round)s and plays %(opponent)s") % facts
    ),
    "person_forgotten": _forgotten_line,
    "round_drawn": _drawn_line,
    "round_released": lambda facts: _("round %(round)s released") % facts,
    "round_removed": lambda facts: _("round %(round)s removed") % facts,
    "round_paired_anew": lambda facts: _("round %(round)s re-paired by the rules") % facts,
    "pairings_changed": _changed_line,
    "result_recorded": result_line,
    "result_reported": lambda facts: (
        _("reported by %(name)s: %(what)s") % {"name": facts["by"], "what": result_line(facts)}
    ),
    "transcript_attached": lambda facts: _("transcript attached: round %(round)s, table %(table)s") % facts,
    "transcript_turned": lambda facts: _("players of the transcript swapped: round %(round)s, table %(table)s") % facts,
    "transcript_removed": lambda facts: _("transcript removed: round %(round)s, table %(table)s") % facts,
    "word_said": said_line,
    "word_taken_back": taken_back_line,
    "player_link_renewed": lambda facts: _("new private link for %(name)s") % facts,
    "prize_added": lambda facts: _("prize added: %(prize)s") % {"prize": prize_text(**facts)},
    "prize_changed": lambda facts: _("prize changed: %(prize)s") % {"prize": prize_text(**facts)},
    "prize_removed": lambda facts: _("prize removed: %(prize)s") % {"prize": prize_text(**facts)},
    "costs_changed": lambda facts: _("cost statement changed"),
    "undone": lambda facts: _("undone: %(what)s") % {"what": journal_sentence(**facts)},
    "redone": lambda facts: _("redone: %(what)s") % {"what": journal_sentence(**facts)},
}
JOURNAL_KINDS = {
    "players": gettext_lazy("Players"),
    "results": gettext_lazy("Results"),
    "rounds": gettext_lazy("Rounds and pairings"),
    "sheets": gettext_lazy("Score sheets"),
    "fees": gettext_lazy("Fees and prizes"),
    "settings": gettext_lazy("Settings"),
}


def author(name: str, *, is_helper: bool = False, is_guest: bool = False) -> str:
    """Who made a change; without an account it was made on the command line, or by a guest's phone."""
    if is_guest:
        return _("%(name)s (phone)") % {"name": name}
    if is_helper:
        return _("%(name)s (helper)") % {"name": name}
    return name or _("command line")
