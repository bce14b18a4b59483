"""The chapter of the handbook for each page of the program."""

# A book and the anchor of a section in it; without an anchor the whole book.
Chapter = tuple[str, str]
FIRST: Chapter = ("director", "")
# The chapters by URL names; any other page gets `FIRST`, the beginning of the director's handbook.
CHAPTERS = {
    page: (book, anchor)
    for book, anchor, pages in (
        ("director", "2-set-up-the-tournament", "create settings"),
        ("director", "3-enter-the-players", "desk_players paste_players"),
        ("director", "4-check-players-in-and-tick-who-has-paid", "owing"),
        ("director", "5-draw-round-1", "draw"),
        ("director", "6-print-or-show-the-code", "files certificates"),
        ("director", "7-enter-the-results", "desk_round"),
        ("director", "9-pair-the-next-round", "pairings"),
        ("director", "10-correct-and-undo", "correction journal"),
        ("director", "11-prizes-and-costs", "desk_costs cash_book"),
        ("director", "12-close-the-tournament", "desk_standings end_evening close"),
        ("director", "helpers", "helpers"),
        ("director", "a-clock-between-two-players", "match_clock"),
        ("director", "commands", "login"),
        ("director", "backups", "copies copy uploaded_copy"),
        ("director", "another-laptop-in-the-middle-of-a-round", "bring_along"),
        ("files", "the-archive", "restore"),
        ("club", "people-and-their-data", "persons"),
        ("club", "the-club", "club_settings club_notices own_account mfa_index mfa_add_webauthn"),
        ("club", "the-register", "register person merge_persons split_person"),
        ("club", "seasons-and-ratings", "club_seasons change_season import_matches"),
        ("club", "fees-vouchers-and-the-year-s-cash", "year_cash books_of_year"),
        ("club", "the-club-as-one-file", "import_club preview_club"),
        ("club", "several-clubs-on-one-installation", "clubs"),
        ("arbiter", "is-this-play-legal", "rule_question"),
        ("arbiter", "a-transcript", "transcript replay"),
        ("arbiter", "the-score-sheet", "desk_sheet"),
        ("players", "report-a-result", "my_sheet my_match"),
        ("arbiter", "the-draw", "draw_check draw_check_after"),
    )
    for page in pages.split()
}


def chapter_of(page: str) -> Chapter:
    """Return the chapter for the page with this URL name."""
    return CHAPTERS.get(page, FIRST)
