"""Every address of the program."""

from dataclasses import replace

from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import LocalePrefixPattern
from django.views.i18n import set_language

from tournament.exports import club_files as files_of_club
from tournament.exports import open_files, papers
from tournament.exports.club_files import ClubFile
from tournament.exports.open_files import OpenFile
from tournament.exports.papers import Paper
from tournament.languages import active_language
from tournament.machine.notices import IMPRINT, PRIVACY
from tournament.public.pages import (
    CLUB,
    COSTS,
    COURSE,
    CROSSTABLE,
    DRAW,
    DRAW_AFTER,
    EVENINGS,
    FIND,
    JOINING,
    ORDER,
    PLAYER,
    ROUND,
    ROUND_SHARE,
    RULES,
    SEAT,
    SHARE,
    STANDINGS,
    WALL,
)
from tournament.public.parts import Page
from tournament.public.seasons import FIND_PERSON, PERSON, RATINGS, SEASON, SEASON_COURSE, SEASON_ORDER
from tournament.views import (
    accounts,
    attached_transcript,
    by_hand,
    clock,
    club_files,
    club_import,
    clubs,
    copies,
    corrections,
    costs,
    deletion,
    desk,
    ending,
    fees,
    files,
    first_steps,
    handbook,
    health,
    helpers,
    history,
    home,
    invitations,
    match_lists,
    members,
    my_match,
    notices,
    open_data,
    persons,
    player_links,
    players,
    printing,
    public,
    register,
    replay,
    rounds,
    rule_question,
    score_sheet,
    seasons,
    standings,
)


class LanguagePrefix(LocalePrefixPattern):
    """`/de/` or `/en/`: the active language as it stands in addresses."""

    @property
    def language_prefix(self) -> str:
        return f"{active_language().short}/"


def _everyone(route: str, page: Page) -> list[URLPattern]:
    """The addresses of a page for everyone, and of what of it renews itself; those of its further parts first, so that
    a name stands for the whole page where nothing is said of parts.
    """
    further = f"{route}part/<int:part>/"
    return [
        *(_everyone(further, replace(page, comes_in_parts=False)) if page.comes_in_parts else []),
        path(route, public.page_of(page), name=page.name),
        path(f"{route}live/", public.live_part_of(page), name=f"{page.name}_live"),
    ]


def _paper(route: str, paper: Paper) -> URLPattern:
    return path(route, printing.printed(paper), name=paper.name)


def _of_club(route: str, file: ClubFile) -> URLPattern:
    return path(route, club_files.read(file), name=file.name)


def _open(route: str, file: OpenFile) -> URLPattern:
    return path(route, open_data.read(file), name=file.name)


in_every_language = [
    path("", home.tournaments, name="tournaments"),
    path("imprint/", notices.notice, {"name": IMPRINT}, name=IMPRINT),
    path("privacy/", notices.notice, {"name": PRIVACY}, name=PRIVACY),
    path("clock/", clock.match_clock, name="match_clock"),
    path("rule-question/", rule_question.rule_question, name="rule_question"),
    path("help/", handbook.contents, name="handbook"),
    path("help/<slug:book>/", handbook.one_book, name="handbook_book"),
    path("help/quick-guide.pdf", handbook.quick_guide, name="quick_guide"),
    *_everyone("c/<slug:slug>/", CLUB),
    *_everyone("c/<slug:slug>/evenings/", EVENINGS),
    *_everyone("c/<slug:slug>/season/<slug:key>/", SEASON),
    *_everyone("c/<slug:slug>/season/<slug:key>/course/", SEASON_COURSE),
    *_everyone("c/<slug:slug>/season/<slug:key>/order/", SEASON_ORDER),
    *_everyone("c/<slug:slug>/ratings/", RATINGS),
    *_everyone("c/<slug:slug>/players/<int:person>/", PERSON),
    path("c/<slug:slug>/find/", public.find_person, name="find_person"),
    path("c/<slug:slug>/find/live/", public.live_part_of(FIND_PERSON), name="find_person_live"),
    *_everyone("t/<slug:slug>/", STANDINGS),
    *_everyone("t/<slug:slug>/wall/", WALL),
    *_everyone("t/<slug:slug>/rounds/<int:number>/", ROUND),
    *_everyone("t/<slug:slug>/rounds/<int:number>/share/", ROUND_SHARE),
    *_everyone("t/<slug:slug>/order/", ORDER),
    *_everyone("t/<slug:slug>/share/", SHARE),
    *_everyone("t/<slug:slug>/players/<int:number>/", PLAYER),
    path("t/<slug:slug>/players/<int:number>/seat/", public.live_part_of(SEAT), name=f"{SEAT.name}_live"),
    *_everyone("t/<slug:slug>/crosstable/", CROSSTABLE),
    *_everyone("t/<slug:slug>/course/", COURSE),
    *_everyone("t/<slug:slug>/draw/", DRAW),
    *_everyone("t/<slug:slug>/draw/<int:after_round>/", DRAW_AFTER),
    *_everyone("t/<slug:slug>/costs/", COSTS),
    *_everyone("t/<slug:slug>/rules/", RULES),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/replay/", replay.replay, name="replay"),
    path("t/<slug:slug>/find/", public.find, name="find"),
    path("t/<slug:slug>/find/live/", public.live_part_of(FIND), name="find_live"),
    path("t/<slug:slug>/joining/", public.ask, name="ask_to_join"),
    path("t/<slug:slug>/joining/live/", public.live_part_of(JOINING), name="ask_to_join_live"),
    path("t/<slug:slug>/joining/<str:key>/", public.asked, name="asked"),
    path("t/<slug:slug>/me/<int:number>/", public.remember, name="remember"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/", my_match.mine, name="my_match"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/name/", my_match.my_name, name="my_name"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/sheet/", score_sheet.my_sheet, name="my_sheet"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    URLResolver(LanguagePrefix(), in_every_language),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("password/", accounts.forgotten_password, name="forgotten_password"),
    path("account/", accounts.own_account, name="own_account"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("welcome/", first_steps.first_steps, name="first_steps"),
    path("bring-along/", first_steps.bring_along, name="bring_along"),
    path("demo/", first_steps.try_demo, name="try_demo"),
    path("demo/end/", first_steps.end_demo, name="end_demo"),
    path("login-link/<int:user_id>/<str:token>/", accounts.login_link, name="login_link"),
    path("invitation/<int:key>/<str:token>/", invitations.invited, name="invited"),
    path("clubs/", invitations.clubs, name="clubs"),
    path("clubs/<int:club>/invitation/", invitations.invite_first_director, name="invite_first_director"),
    path("", home.home, name="home"),
    path("new/", home.create, name="create"),
    path("persons/", persons.persons, name="persons"),
    path("notices/", notices.enter_notices, name="enter_notices"),
    path("restore/", files.restore_archive, name="restore"),
    path("restore/<uuid:upload>/", copies.uploaded, name="uploaded_copy"),
    path("copies/", copies.copies, name="copies"),
    path("copies/<str:name>/", copies.copy, name="copy"),
    path("language/", set_language, name="set_language"),
    _paper("t/<slug:slug>/rounds/<int:number>/pairings.pdf", papers.PAIRINGS),
    _paper("t/<slug:slug>/rounds/<int:number>/pairings-by-name.pdf", papers.PAIRINGS_BY_NAME),
    _paper("t/<slug:slug>/standings.pdf", papers.STANDINGS),
    _open("t/<slug:slug>/standings.csv", open_files.STANDINGS_CSV),
    _open("t/<slug:slug>/standings.json", open_files.STANDINGS_JSON),
    _open("t/<slug:slug>/rounds/<int:number>/pairings.csv", open_files.PAIRINGS_CSV),
    _open("t/<slug:slug>/rounds/<int:number>/pairings.json", open_files.PAIRINGS_JSON),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/match.mat",
        replay.transcript_file,
        name="transcript_file",
    ),
    path("imprint/", public.in_own_language, name="imprint_without_language"),
    path("privacy/", public.in_own_language, name="privacy_without_language"),
    path("clock/", public.in_own_language, name="match_clock_without_language"),
    path("rule-question/", public.in_own_language, name="rule_question_without_language"),
    path("help/", public.in_own_language, name="handbook_without_language"),
    path("c/<slug:slug>/", public.in_own_language, name="club_without_language"),
    path("c/<slug:slug>/desk/", clubs.club_settings, name="club_settings"),
    path("c/<slug:slug>/desk/members/", members.choose_member, name="choose_member"),
    path("c/<slug:slug>/desk/members/password/", members.password_link, name="password_link"),
    path("c/<slug:slug>/desk/invitations/", members.invite_member, name="invite_member"),
    path(
        "c/<slug:slug>/desk/invitations/<int:invitation>/end/",
        members.end_member_invitation,
        name="end_member_invitation",
    ),
    path("c/<slug:slug>/desk/club.json", club_import.club_file, name="club_file"),
    path("c/<slug:slug>/desk/import/", club_import.import_club, name="import_club"),
    path("c/<slug:slug>/desk/import/<uuid:upload>/", club_import.preview_club, name="preview_club"),
    path("c/<slug:slug>/desk/register/", register.register, name="register"),
    path("c/<slug:slug>/desk/register/<int:person>/", register.person, name="person"),
    path("c/<slug:slug>/desk/register/<int:person>/merge/", register.merge, name="merge_persons"),
    path("c/<slug:slug>/desk/register/<int:person>/split/", register.split, name="split_person"),
    path("c/<slug:slug>/desk/register/<int:person>/wish/", register.wish, name="set_wish"),
    path("c/<slug:slug>/desk/register/<int:person>/rename/", register.rename, name="rename_person"),
    path("c/<slug:slug>/desk/undo/<int:line>/", clubs.undo_in_club, name="undo_in_club"),
    path("c/<slug:slug>/desk/redo/<int:line>/", clubs.redo_in_club, name="redo_in_club"),
    path("c/<slug:slug>/desk/journal/", clubs.club_journal, name="club_journal"),
    path("c/<slug:slug>/desk/seasons/", seasons.seasons, name="club_seasons"),
    path("c/<slug:slug>/desk/ratings/", seasons.ratings, name="change_ratings"),
    path("c/<slug:slug>/desk/season/", seasons.add_season, name="add_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/", seasons.season, name="change_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/remove/", seasons.remove, name="remove_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash/", seasons.cash, name="year_cash"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash/erase/", seasons.erase_from_books, name="erase_from_books"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash.pdf", seasons.cash_pdf, name="year_cash_pdf"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash.xlsx", seasons.cash_xlsx, name="year_cash_xlsx"),
    path("c/<slug:slug>/desk/matches/", match_lists.matches, name="import_matches"),
    path("c/<slug:slug>/desk/matches/<int:number>/take-back/", match_lists.take_back, name="take_back_matches"),
    _of_club("c/<slug:slug>/season/<slug:key>.pdf", files_of_club.SEASON_PDF),
    _of_club("c/<slug:slug>/season/<slug:key>.xlsx", files_of_club.SEASON_XLSX),
    _of_club("c/<slug:slug>/season/<slug:key>.csv", files_of_club.SEASON_CSV),
    _of_club("c/<slug:slug>/season/<slug:key>.json", files_of_club.SEASON_JSON),
    _of_club("c/<slug:slug>/ratings.csv", files_of_club.RATINGS_CSV),
    _of_club("c/<slug:slug>/ratings.json", files_of_club.RATINGS_JSON),
    path("c/<slug:slug>/<path:rest>", public.in_own_language, name="page_of_club_without_language"),
    # As printed; the address in the reader's language follows from it.
    path("t/<slug:slug>/", public.in_own_language, name="tournament"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/", public.in_own_language, name="private_link"),
    path("t/<slug:slug>/help/<str:token>/", helpers.come_in, name="join"),
    _paper("t/<slug:slug>/costs.pdf", papers.COSTS),
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/desk/standings/", standings.standings, name="desk_standings"),
    path("t/<slug:slug>/desk/players/", players.players, name="desk_players"),
    path("t/<slug:slug>/desk/players/add/", players.add, name="add_player"),
    path("t/<slug:slug>/desk/players/arrival/", players.choose_arrival, name="choose_arrival"),
    path("t/<slug:slug>/desk/players/known/", players.known, name="known_players"),
    path("t/<slug:slug>/desk/players/paste/", players.paste, name="paste_players"),
    path("t/<slug:slug>/desk/players/joining/", players.answer_join_request, name="answer_join_request"),
    path("t/<slug:slug>/desk/players/<int:number>/fee/", players.mark_fee, name="mark_fee"),
    path("t/<slug:slug>/desk/players/<int:number>/refund/", players.refund_fee, name="refund_fee"),
    _paper("t/<slug:slug>/desk/players/<int:number>/receipt.pdf", papers.RECEIPT),
    path("t/<slug:slug>/desk/cash-book/", fees.cash_book, name="cash_book"),
    _paper("t/<slug:slug>/desk/cash-book.pdf", papers.CASH_BOOK),
    _paper("t/<slug:slug>/desk/vouchers/<int:number>.pdf", papers.VOUCHER),
    path("t/<slug:slug>/desk/players/<int:number>/rename/", players.rename, name="rename_player"),
    path("t/<slug:slug>/desk/players/<int:number>/remove/", players.remove, name="remove_player"),
    path("t/<slug:slug>/desk/players/<int:number>/withdraw/", players.withdraw, name="withdraw_player"),
    path("t/<slug:slug>/desk/players/<int:number>/return/", players.take_back, name="return_player"),
    path("t/<slug:slug>/desk/players/<int:number>/here/", players.mark_here, name="mark_here"),
    path("t/<slug:slug>/desk/players/<int:number>/pause/", players.mark_pause, name="mark_pause"),
    path("t/<slug:slug>/desk/players/<int:number>/appears/", players.appear, name="appear"),
    path("t/<slug:slug>/desk/players/<int:number>/table/", players.fix_table, name="fix_table"),
    path("t/<slug:slug>/desk/players/<int:number>/link/", player_links.link, name="player_link"),
    path("t/<slug:slug>/desk/owing/", fees.owing, name="owing"),
    path("t/<slug:slug>/desk/draw/", rounds.draw, name="draw"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", rounds.desk_round, name="desk_round"),
    path("t/<slug:slug>/desk/rounds/<int:number>/seat/", rounds.seat, name="set_at_table"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pace/", rounds.pace, name="pace"),
    path("t/<slug:slug>/desk/rounds/<int:number>/result/", rounds.result_by_table, name="result_by_table"),
    path("t/<slug:slug>/desk/results/<int:key>/", rounds.result, name="result"),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/", attached_transcript.transcript, name="transcript"),
    path(
        "t/<slug:slug>/desk/results/<int:key>/transcript/accept/", attached_transcript.accept, name="accept_transcript"
    ),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/turn/", attached_transcript.turn, name="turn_transcript"),
    path(
        "t/<slug:slug>/desk/results/<int:key>/transcript/remove/", attached_transcript.remove, name="remove_transcript"
    ),
    path("t/<slug:slug>/desk/results/<int:key>/correction/", corrections.correction, name="correction"),
    path("t/<slug:slug>/desk/sheets/<int:key>/", score_sheet.desk_sheet, name="desk_sheet"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pairings/", by_hand.pairings, name="pairings"),
    path("t/<slug:slug>/desk/rounds/<int:number>/anew/", by_hand.anew, name="pair_anew"),
    path("t/<slug:slug>/desk/rounds/<int:number>/release/", rounds.release, name="release_round"),
    path("t/<slug:slug>/desk/rounds/<int:number>/remove/", rounds.remove, name="remove_round"),
    path("t/<slug:slug>/desk/undo/<int:line>/", history.undo, name="undo"),
    path("t/<slug:slug>/desk/redo/<int:line>/", history.redo, name="redo"),
    path("t/<slug:slug>/desk/journal/", history.journal, name="journal"),
    path("t/<slug:slug>/desk/journal.csv", history.journal_csv, name="journal_csv"),
    path("t/<slug:slug>/desk/rounds/<int:number>/end/", ending.end, name="end_evening"),
    path("t/<slug:slug>/desk/goes-on/", ending.goes_on, name="evening_goes_on"),
    path("t/<slug:slug>/desk/planned-rounds/", desk.plan_rounds, name="plan_rounds"),
    path("t/<slug:slug>/desk/close/", desk.close, name="close"),
    path("t/<slug:slug>/desk/reopen/", desk.reopen, name="reopen"),
    path("t/<slug:slug>/desk/costs/", costs.desk_costs, name="desk_costs"),
    path("t/<slug:slug>/desk/costs/change/", costs.change_costs, name="change_costs"),
    path("t/<slug:slug>/desk/costs/prizes/add/", costs.add_prize, name="add_prize"),
    path("t/<slug:slug>/desk/costs/prizes/<int:prize>/", costs.change_prize, name="change_prize"),
    path("t/<slug:slug>/desk/costs/prizes/<int:prize>/remove/", costs.remove_prize, name="remove_prize"),
    path("t/<slug:slug>/desk/settings/", desk.settings, name="settings"),
    path("t/<slug:slug>/desk/delete/", deletion.delete, name="delete"),
    path("t/<slug:slug>/desk/helpers/", helpers.helpers, name="helpers"),
    path("t/<slug:slug>/desk/helpers/invitation/", helpers.make_invitation, name="make_invitation"),
    path("t/<slug:slug>/desk/helpers/invitation/end/", helpers.end_invitation, name="end_invitation"),
    path("t/<slug:slug>/desk/helpers/<int:helper>/end/", helpers.end_session, name="end_session"),
    path("t/<slug:slug>/desk/helpers/director/", helpers.choose_director, name="choose_director"),
    path("t/<slug:slug>/desk/files/", files.files, name="files"),
    _paper("t/<slug:slug>/desk/rounds/<int:number>/pairings-by-surname.pdf", papers.PAIRINGS_BY_SURNAME),
    _paper("t/<slug:slug>/desk/rounds/<int:number>/slips.pdf", papers.SLIPS),
    _paper("t/<slug:slug>/desk/rounds/<int:number>/changed-slips.pdf", papers.CHANGED_SLIPS),
    _paper("t/<slug:slug>/desk/rounds/<int:number>/everything.pdf", papers.ROUND),
    _paper("t/<slug:slug>/desk/crosstable.pdf", papers.CROSSTABLE),
    _paper("t/<slug:slug>/desk/players.pdf", papers.DOOR),
    _paper("t/<slug:slug>/desk/players-by-surname.pdf", papers.DOOR_BY_SURNAME),
    _paper("t/<slug:slug>/desk/cards.pdf", papers.CARDS),
    _paper("t/<slug:slug>/desk/rules.pdf", papers.RULES),
    path("t/<slug:slug>/desk/certificates/", printing.certificates, name="certificates"),
    _paper("t/<slug:slug>/desk/certificates.pdf", papers.CERTIFICATES),
    path("t/<slug:slug>/desk/tournament.xlsx", files.excel, name="excel"),
    path("t/<slug:slug>/desk/web-pages.zip", files.web_pages, name="web_pages"),
    path("t/<slug:slug>/desk/archive.json", files.archive, name="archive"),
    path("t/<slug:slug>/desk/archive-format-1.json", files.archive_format_1, name="archive_format_1"),
    path("t/<slug:slug>/<path:rest>", public.in_own_language, name="without_language"),
]
handler400 = "tournament.views.failures.misunderstood"
handler500 = "tournament.views.failures.failed"
