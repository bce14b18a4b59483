"""The chapter of the handbook for each page of the program."""

from typing import NamedTuple


class Chapter(NamedTuple):
    """A section of a book, by its anchor; without anchor the whole book."""

    book: str
    anchor: str = ""


FIRST = Chapter("director")
# By names of addresses; any other page gets the director's handbook from its beginning.
CHAPTERS = {
    "create": Chapter("director", "2-set-up-the-tournament"),
    "settings": Chapter("director", "2-set-up-the-tournament"),
    "desk_players": Chapter("director", "3-enter-the-players"),
    "paste_players": Chapter("director", "3-enter-the-players"),
    "owing": Chapter("director", "4-tick-who-is-here-and-who-has-paid"),
    "draw": Chapter("director", "5-draw-round-1"),
    "files": Chapter("director", "6-print-or-show-the-code"),
    "certificates": Chapter("director", "6-print-or-show-the-code"),
    "desk_round": Chapter("director", "7-enter-the-results"),
    "pairings": Chapter("director", "9-pair-the-next-round"),
    "correction": Chapter("director", "10-correct-and-undo"),
    "journal": Chapter("director", "10-correct-and-undo"),
    "desk_costs": Chapter("director", "11-prizes-and-costs"),
    "cash_book": Chapter("director", "11-prizes-and-costs"),
    "desk_standings": Chapter("director", "12-close-the-tournament"),
    "end_evening": Chapter("director", "12-close-the-tournament"),
    "close": Chapter("director", "12-close-the-tournament"),
    "helpers": Chapter("director", "helpers"),
    "match_clock": Chapter("director", "a-clock-between-two-players"),
    "login": Chapter("director", "commands"),
    "copies": Chapter("director", "backups"),
    "copy": Chapter("director", "backups"),
    "uploaded_copy": Chapter("director", "backups"),
    "bring_along": Chapter("director", "another-laptop-in-the-middle-of-a-round"),
    "restore": Chapter("files", "the-archive"),
    "persons": Chapter("club", "people-and-their-data"),
    "club_settings": Chapter("club", "the-club"),
    "club_notices": Chapter("club", "the-club"),
    "register": Chapter("club", "the-register"),
    "person": Chapter("club", "the-register"),
    "merge_persons": Chapter("club", "the-register"),
    "split_person": Chapter("club", "the-register"),
    "club_seasons": Chapter("club", "seasons-and-ratings"),
    "change_season": Chapter("club", "seasons-and-ratings"),
    "import_matches": Chapter("club", "seasons-and-ratings"),
    "year_cash": Chapter("club", "fees-vouchers-and-the-year-s-cash"),
    "books_of_year": Chapter("club", "fees-vouchers-and-the-year-s-cash"),
    "import_club": Chapter("club", "the-club-as-one-file"),
    "preview_club": Chapter("club", "the-club-as-one-file"),
    "clubs": Chapter("club", "several-clubs-on-one-installation"),
    "rule_question": Chapter("arbiter", "is-this-play-legal"),
    "transcript": Chapter("arbiter", "a-transcript"),
    "replay": Chapter("arbiter", "a-transcript"),
    "desk_sheet": Chapter("arbiter", "the-score-sheet"),
    "my_sheet": Chapter("players", "report-a-result"),
    "my_match": Chapter("players", "report-a-result"),
    "draw_check": Chapter("arbiter", "the-draw"),
    "draw_check_after": Chapter("arbiter", "the-draw"),
}


def chapter_of(page: str) -> Chapter:
    """Find the chapter for a page by the name of its address."""
    return CHAPTERS.get(page, FIRST)
