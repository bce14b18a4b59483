"""The URL patterns of the program."""

from dataclasses import replace

from allauth.account.views import reauthenticate
from allauth.mfa.base.views import authenticate, index
from allauth.mfa.recovery_codes.views import generate_recovery_codes, view_recovery_codes
from allauth.mfa.totp.views import activate_totp, deactivate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import LocalePrefixPattern
from django.views.i18n import set_language

from tournament.exports import club_files, open_files, papers
from tournament.languages import active_language
from tournament.machine.notices import IMPRINT, PRIVACY
from tournament.public import pages as public_pages, parts
from tournament.public.seasons import FIND_PERSON, PERSON, RATINGS, SEASON, SEASON_COURSE, SEASON_ORDER
from tournament.views import (
    accounts,
    backups,
    cash,
    clubs,
    handbook,
    journal,
    matches,
    persons,
    players,
    printing,
    public,
    results,
    rounds,
    rule_question,
    seasons,
    standings,
    tournaments,
)
from tournament.views.access import sets_up_second_factor, where_passkeys_work


class LanguagePrefix(LocalePrefixPattern):
    """The prefix `/de/` or `/en/` for the active language."""

    @property
    def language_prefix(self) -> str:
        return f"{active_language().short}/"


def _everyone(route: str, page: parts.Page) -> list[URLPattern]:
    """The URL patterns of a public page and of its live part.

    Patterns with `part` come first, so that reversing the name without `part` gives the address of the whole page.
    """
    further = f"{route}part/<int:part>/"
    card = [path(f"{route}card.png", public.card_of(page), name=f"{page.name}_card")] if page.card else []
    return [
        *(_everyone(further, replace(page, comes_in_parts=False, card=None)) if page.comes_in_parts else []),
        *card,
        path(route, public.page_of(page), name=page.name),
        path(f"{route}live/", public.live_part_of(page), name=f"{page.name}_live"),
    ]


def _at_desk(route: str, page: parts.Page) -> list[URLPattern]:
    """The URL patterns of a page inside the desk; patterns with `part` come first, as in `_everyone`."""
    further = [path(f"{route}part/<int:part>/", standings.at_desk(page), name=page.name)] if page.comes_in_parts else []
    return [*further, path(route, standings.at_desk(page), name=page.name)]


def _paper(route: str, paper: papers.Paper) -> URLPattern:
    return path(route, printing.printed(paper), name=paper.name)


def _of_club(route: str, file: club_files.ClubFile) -> URLPattern:
    return path(route, clubs.read(file), name=file.name)


def _open(route: str, file: open_files.OpenFile) -> URLPattern:
    return path(route, public.open_file(file), name=file.name)


in_every_language = [
    # Addresses are tried in this order, and those of phones are asked for most often.
    path("t/<slug:slug>/p/<int:number>/<str:token>/", matches.mine, name="my_match"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/name/", matches.my_name, name="my_name"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/sheet/", matches.my_sheet, name="my_sheet"),
    path("", tournaments.tournaments, name="tournaments"),
    path("imprint/", clubs.notice, {"name": IMPRINT}, name=IMPRINT),
    path("privacy/", clubs.notice, {"name": PRIVACY}, name=PRIVACY),
    *(
        path(f"{of[0]}/<slug:slug>/{name}/", view, {"name": name}, name=f"{of}_{name}")
        for of, view in (("tournament", clubs.tournament_notice), ("club", clubs.club_notice))
        for name in (IMPRINT, PRIVACY)
    ),
    path("clock/", matches.match_clock, name="match_clock"),
    path("no-connection/", public.no_connection, name="no_connection"),
    path("rule-question/", rule_question.rule_question, name="rule_question"),
    path("help/", handbook.contents, name="handbook"),
    path("help/<slug:book>/", handbook.one_book, name="handbook_book"),
    path("help/quick-guide.pdf", handbook.quick_guide, name="quick_guide"),
    *_everyone("c/<slug:slug>/", public_pages.CLUB),
    *_everyone("c/<slug:slug>/evenings/", public_pages.EVENINGS),
    *_everyone("c/<slug:slug>/season/<slug:key>/", SEASON),
    *_everyone("c/<slug:slug>/season/<slug:key>/course/", SEASON_COURSE),
    *_everyone("c/<slug:slug>/season/<slug:key>/order/", SEASON_ORDER),
    *_everyone("c/<slug:slug>/ratings/", RATINGS),
    *_everyone("c/<slug:slug>/players/<int:person>/", PERSON),
    path("c/<slug:slug>/find/", public.find_person, name="find_person"),
    path("c/<slug:slug>/find/live/", public.live_part_of(FIND_PERSON), name="find_person_live"),
    *_everyone("t/<slug:slug>/", public_pages.STANDINGS),
    *_everyone("t/<slug:slug>/wall/", public_pages.WALL),
    *_everyone("t/<slug:slug>/rounds/<int:number>/", public_pages.ROUND),
    *_everyone("t/<slug:slug>/rounds/<int:number>/share/", public_pages.ROUND_SHARE),
    *_everyone("t/<slug:slug>/finals/", public_pages.BRACKET),
    *_everyone("t/<slug:slug>/finals/share/", public_pages.BRACKET_SHARE),
    *_everyone("t/<slug:slug>/order/", public_pages.ORDER),
    *_everyone("t/<slug:slug>/share/", public_pages.SHARE),
    *_everyone("t/<slug:slug>/players/<int:number>/", public_pages.PLAYER),
    path(
        "t/<slug:slug>/players/<int:number>/seat/",
        public.live_part_of(public_pages.SEAT),
        name=f"{public_pages.SEAT.name}_live",
    ),
    *_everyone("t/<slug:slug>/crosstable/", public_pages.CROSSTABLE),
    *_everyone("t/<slug:slug>/course/", public_pages.COURSE),
    *_everyone("t/<slug:slug>/draw/", public_pages.DRAW),
    *_everyone("t/<slug:slug>/draw/<int:after_round>/", public_pages.DRAW_AFTER),
    *_everyone("t/<slug:slug>/costs/", public_pages.COSTS),
    *_everyone("t/<slug:slug>/rules/", public_pages.RULES),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/replay/", matches.replay, name="replay"),
    path("t/<slug:slug>/find/", public.find, name="find"),
    path("t/<slug:slug>/find/live/", public.live_part_of(public_pages.FIND), name="find_live"),
    path("t/<slug:slug>/joining/", public.ask, name="ask_to_join"),
    path("t/<slug:slug>/joining/live/", public.live_part_of(public_pages.JOINING), name="ask_to_join_live"),
    path("t/<slug:slug>/joining/<str:key>/", public.asked, name="asked"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    URLResolver(LanguagePrefix(), in_every_language),
    path("worker.js", public.worker, name="worker"),
    path("healthz", accounts.alive, name="alive"),
    path("readyz", accounts.ready, name="ready"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    # The name by which django-allauth finds the login page.
    path("login/", accounts.LogIn.as_view(), name="account_login"),
    path("login/code/", authenticate, name="mfa_authenticate"),
    path("login/passkey/", where_passkeys_work(accounts.LogInByPasskey.as_view()), name="mfa_login_webauthn"),
    path("logout/", accounts.log_out, name="logout"),
    path("password/", accounts.forgotten_password, name="forgotten_password"),
    path("account/", accounts.own_account, name="own_account"),
    path("account/second-factor/", sets_up_second_factor(index), name="mfa_index"),
    path("account/second-factor/app/", sets_up_second_factor(activate_totp), name="mfa_activate_totp"),
    path("account/second-factor/app/end/", sets_up_second_factor(deactivate_totp), name="mfa_deactivate_totp"),
    path(
        "account/second-factor/passkeys/add/",
        where_passkeys_work(sets_up_second_factor(add_webauthn)),
        name="mfa_add_webauthn",
    ),
    path(
        "account/second-factor/passkeys/<int:pk>/remove/",
        sets_up_second_factor(accounts.RemovePasskey.as_view()),
        name="mfa_remove_webauthn",
    ),
    path("account/second-factor/codes/", sets_up_second_factor(view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "account/second-factor/codes/new/",
        sets_up_second_factor(generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("account/confirm/", sets_up_second_factor(reauthenticate), name="account_reauthenticate"),
    path("account/sessions/end/", accounts.end_own_session, name="end_own_session"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("welcome/", accounts.first_steps, name="first_steps"),
    path("bring-along/", accounts.bring_along, name="bring_along"),
    path("demo/", accounts.try_demo, name="try_demo"),
    path("demo/end/", accounts.end_demo, name="end_demo"),
    path("login-link/<int:user_id>/<str:token>/", accounts.login_link, name="login_link"),
    path("invitation/<int:key>/<str:token>/", accounts.invited, name="invited"),
    path("clubs/", accounts.clubs, name="clubs"),
    path("clubs/<int:club>/invitation/", accounts.invite_first_director, name="invite_first_director"),
    path("", tournaments.home, name="home"),
    path("new/", tournaments.create, name="create"),
    path("persons/", persons.persons, name="persons"),
    path("notices/", clubs.enter_notices, name="enter_notices"),
    path("restore/", backups.restore_archive, name="restore"),
    path("restore/<uuid:upload>/", backups.uploaded, name="uploaded_copy"),
    path("copies/", backups.copies, name="copies"),
    path("copies/second-location/", backups.second_location, name="second_location"),
    path("copies/<str:name>/", backups.copy, name="copy"),
    path("language/", set_language, name="set_language"),
    _paper("t/<slug:slug>/rounds/<int:number>/pairings.pdf", papers.PAIRINGS),
    _paper("t/<slug:slug>/rounds/<int:number>/pairings-by-name.pdf", papers.PAIRINGS_BY_NAME),
    _paper("t/<slug:slug>/standings.pdf", papers.STANDINGS),
    _paper("t/<slug:slug>/finals.pdf", papers.BRACKET),
    _paper("t/<slug:slug>/players/<int:number>/card.pdf", papers.PLAYER_CARD),
    _open("t/<slug:slug>/standings.csv", open_files.STANDINGS_CSV),
    _open("t/<slug:slug>/standings.json", open_files.STANDINGS_JSON),
    _open("t/<slug:slug>/evening.ics", open_files.CALENDAR),
    _open("t/<slug:slug>/finals.json", open_files.BRACKET_JSON),
    _open("t/<slug:slug>/rounds/<int:number>/pairings.csv", open_files.PAIRINGS_CSV),
    _open("t/<slug:slug>/rounds/<int:number>/pairings.json", open_files.PAIRINGS_JSON),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/match.mat",
        matches.transcript_file,
        name="transcript_file",
    ),
    path("imprint/", public.in_own_language, name="imprint_without_language"),
    path("privacy/", public.in_own_language, name="privacy_without_language"),
    path("clock/", public.in_own_language, name="match_clock_without_language"),
    path("rule-question/", public.in_own_language, name="rule_question_without_language"),
    path("help/", public.in_own_language, name="handbook_without_language"),
    path("c/<slug:slug>/", public.in_own_language, name="club_without_language"),
    path("c/<slug:slug>/desk/", clubs.club_settings, name="club_settings"),
    path("c/<slug:slug>/desk/notices/", clubs.enter_club_notices, name="club_notices"),
    path("c/<slug:slug>/desk/members/", accounts.choose_member, name="choose_member"),
    path("c/<slug:slug>/desk/members/links/", accounts.renew_links_of_club, name="renew_links_of_club"),
    path("c/<slug:slug>/desk/members/password/", accounts.password_link, name="password_link"),
    path("c/<slug:slug>/desk/members/second-factor/", accounts.require_second_factor, name="require_second_factor"),
    path("c/<slug:slug>/desk/invitations/", accounts.invite_member, name="invite_member"),
    path(
        "c/<slug:slug>/desk/invitations/<int:invitation>/end/",
        accounts.end_member_invitation,
        name="end_member_invitation",
    ),
    path("c/<slug:slug>/desk/club.json", clubs.club_file, name="club_file"),
    path("c/<slug:slug>/desk/web.zip", clubs.club_web_pages, name="club_web_pages"),
    path("c/<slug:slug>/desk/web/progress/", clubs.club_progress, name="club_progress"),
    path("c/<slug:slug>/desk/import/", clubs.import_club, name="import_club"),
    path("c/<slug:slug>/desk/import/<uuid:upload>/", clubs.preview_club, name="preview_club"),
    path("c/<slug:slug>/desk/register/", persons.register, name="register"),
    path("c/<slug:slug>/desk/register.<slug:kind>", persons.register_file, name="register_file"),
    path("c/<slug:slug>/desk/register/<int:person>/", persons.person, name="person"),
    path("c/<slug:slug>/desk/register/<int:person>/merge/", persons.merge, name="merge_persons"),
    path("c/<slug:slug>/desk/register/<int:person>/split/", persons.split, name="split_person"),
    path("c/<slug:slug>/desk/register/<int:person>/wish/", persons.wish, name="set_wish"),
    path("c/<slug:slug>/desk/register/<int:person>/rename/", persons.rename, name="rename_person"),
    path("c/<slug:slug>/desk/undo/<int:line>/", clubs.undo_in_club, name="undo_in_club"),
    path("c/<slug:slug>/desk/redo/<int:line>/", clubs.redo_in_club, name="redo_in_club"),
    path("c/<slug:slug>/desk/journal/", clubs.club_journal, name="club_journal"),
    path("c/<slug:slug>/desk/seasons/", seasons.seasons, name="club_seasons"),
    path("c/<slug:slug>/desk/own-season/", seasons.own_season, name="choose_season"),
    path("c/<slug:slug>/desk/ratings/", seasons.ratings, name="change_ratings"),
    path("c/<slug:slug>/desk/season/", seasons.season, name="add_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/", seasons.season, name="change_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/remove/", seasons.remove, name="remove_season"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash/", seasons.cash, name="year_cash"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash/erase/", seasons.erase_from_books, name="erase_from_books"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash.pdf", seasons.cash_file, {"kind": "pdf"}, name="year_cash_pdf"),
    path("c/<slug:slug>/desk/season/<slug:key>/cash.xlsx", seasons.cash_file, {"kind": "xlsx"}, name="year_cash_xlsx"),
    path("c/<slug:slug>/desk/single-matches/", seasons.single_matches, name="single_matches"),
    path("c/<slug:slug>/desk/single-matches/<int:number>/", seasons.single_matches, name="single_match"),
    path(
        "c/<slug:slug>/desk/single-matches/<int:number>/remove/",
        seasons.remove_match_entered,
        name="remove_single_match",
    ),
    path("c/<slug:slug>/desk/cash/", cash.year, name="books"),
    path("c/<slug:slug>/desk/cash/booking/<slug:mark>/", cash.booking_asked_of_club, name="booking_asked_of_club"),
    path("c/<slug:slug>/desk/cash/<int:year>/", cash.year, name="books_of_year"),
    path("c/<slug:slug>/desk/cash/<int:year>/<slug:kind>.file", cash.file, name="books_file"),
    path("c/<slug:slug>/desk/cash/<int:year>/book/", cash.book, name="book_cash"),
    path("c/<slug:slug>/desk/cash/<int:year>/cancel/<int:voucher>/", cash.cancel, name="cancel_cash"),
    path("c/<slug:slug>/desk/cash/<int:year>/count/", cash.count, name="count_cash"),
    path("c/<slug:slug>/desk/cash/<int:year>/close/", cash.close, name="close_year"),
    path("c/<slug:slug>/desk/cash/<int:year>/reopen/", cash.reopen, name="reopen_year"),
    path("c/<slug:slug>/desk/matches/", seasons.matches, name="import_matches"),
    path("c/<slug:slug>/desk/matches.<slug:kind>", seasons.all_matches_file, name="all_matches_file"),
    path("c/<slug:slug>/desk/matches/<int:number>/take-back/", seasons.take_back, name="take_back_matches"),
    _of_club("c/<slug:slug>/season/<slug:key>.pdf", club_files.SEASON_PDF),
    _of_club("c/<slug:slug>/season/<slug:key>.xlsx", club_files.SEASON_XLSX),
    _of_club("c/<slug:slug>/season/<slug:key>.csv", club_files.SEASON_CSV),
    _of_club("c/<slug:slug>/season/<slug:key>.json", club_files.SEASON_JSON),
    _of_club("c/<slug:slug>/ratings.csv", club_files.RATINGS_CSV),
    _of_club("c/<slug:slug>/ratings.json", club_files.RATINGS_JSON),
    _of_club("c/<slug:slug>/evenings.ics", club_files.CLUB_CALENDAR),
    _of_club("c/<slug:slug>/matches.csv", club_files.ALL_MATCHES_CSV),
    _of_club("c/<slug:slug>/matches.xlsx", club_files.ALL_MATCHES_XLSX),
    _of_club("c/<slug:slug>/matches.json", club_files.ALL_MATCHES_JSON),
    path("c/<slug:slug>/<path:rest>", public.in_own_language, name="page_of_club_without_language"),
    # The address that is printed on paper; it redirects to the reader's language.
    path("t/<slug:slug>/", public.in_own_language, name="tournament"),
    path("t/<slug:slug>/p/<int:number>/<str:token>/", public.in_own_language, name="private_link"),
    path("t/<slug:slug>/help/<str:token>/", accounts.come_in, name="join"),
    _paper("t/<slug:slug>/costs.pdf", papers.COSTS),
    path("t/<slug:slug>/desk/", tournaments.desk, name="desk"),
    *_at_desk("t/<slug:slug>/desk/standings/", public_pages.DESK_STANDINGS),
    *_at_desk("t/<slug:slug>/desk/standings/crosstable/", public_pages.DESK_CROSSTABLE),
    *_at_desk("t/<slug:slug>/desk/standings/course/", public_pages.DESK_COURSE),
    *_at_desk("t/<slug:slug>/desk/standings/order/", public_pages.DESK_ORDER),
    *_at_desk("t/<slug:slug>/desk/standings/share/", public_pages.DESK_SHARE),
    *_at_desk("t/<slug:slug>/desk/standings/draw/", public_pages.DESK_DRAW),
    *_at_desk("t/<slug:slug>/desk/standings/draw/<int:after_round>/", public_pages.DESK_DRAW_AFTER),
    *_at_desk("t/<slug:slug>/desk/standings/players/<int:number>/", public_pages.DESK_PLAYER),
    path("t/<slug:slug>/desk/players/", players.players, name="desk_players"),
    path("t/<slug:slug>/desk/players/add/", players.add, name="add_player"),
    path("t/<slug:slug>/desk/players/arrival/", players.choose_arrival, name="choose_arrival"),
    path("t/<slug:slug>/desk/players/known/", players.known, name="known_players"),
    path("t/<slug:slug>/desk/players/paste/", players.paste, name="paste_players"),
    path("t/<slug:slug>/desk/players/joining/", players.answer_join_request, name="answer_join_request"),
    path("t/<slug:slug>/desk/players/<int:number>/fee/", players.mark_fee, name="mark_fee"),
    path("t/<slug:slug>/desk/players/fees/", players.mark_fees, name="mark_fees"),
    path("t/<slug:slug>/desk/booking/<slug:mark>/", cash.booking_asked, name="booking_asked"),
    path("t/<slug:slug>/desk/players/<int:number>/refund/", players.refund_fee, name="refund_fee"),
    _paper("t/<slug:slug>/desk/players/<int:number>/receipt.pdf", papers.RECEIPT),
    path("t/<slug:slug>/desk/cash-book/", cash.cash_book, name="cash_book"),
    _paper("t/<slug:slug>/desk/cash-book.pdf", papers.CASH_BOOK),
    _paper("t/<slug:slug>/desk/vouchers/<int:number>.pdf", papers.VOUCHER),
    path("t/<slug:slug>/desk/players/<int:number>/save/", players.save, name="save_player"),
    path("t/<slug:slug>/desk/players/<int:number>/remove/", players.remove, name="remove_player"),
    path("t/<slug:slug>/desk/players/<int:number>/withdraw/", players.withdraw, name="withdraw_player"),
    path("t/<slug:slug>/desk/players/<int:number>/return/", players.take_back, name="return_player"),
    path("t/<slug:slug>/desk/players/<int:number>/here/", players.mark_here, name="mark_here"),
    path("t/<slug:slug>/desk/players/<int:number>/pause/", players.mark_pause, name="mark_pause"),
    path("t/<slug:slug>/desk/players/<int:number>/together/", players.let_play, name="let_meet"),
    path("t/<slug:slug>/desk/players/<int:number>/link/", players.link, name="player_link"),
    path("t/<slug:slug>/desk/owing/", cash.owing, name="owing"),
    path("t/<slug:slug>/desk/draw/", rounds.draw, name="draw"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", rounds.desk_round, name="desk_round"),
    path("t/<slug:slug>/desk/rounds/<int:number>/seat/", rounds.seat, name="set_at_table"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pace/", rounds.pace, name="pace"),
    path("t/<slug:slug>/desk/rounds/<int:number>/result/", rounds.result_by_table, name="result_by_table"),
    path("t/<slug:slug>/desk/results/<int:key>/", rounds.result, name="result"),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/", matches.transcript, name="transcript"),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/accept/", matches.accept, name="accept_transcript"),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/turn/", matches.turn, name="turn_transcript"),
    path("t/<slug:slug>/desk/results/<int:key>/transcript/remove/", matches.remove, name="remove_transcript"),
    path("t/<slug:slug>/desk/results/<int:key>/correction/", results.correction, name="correction"),
    path("t/<slug:slug>/desk/sheets/<int:key>/", matches.desk_sheet, name="desk_sheet"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pairings/", rounds.pairings, name="pairings"),
    path("t/<slug:slug>/desk/rounds/<int:number>/anew/", rounds.anew, name="pair_anew"),
    path("t/<slug:slug>/desk/rounds/<int:number>/release/", rounds.release, name="release_round"),
    path("t/<slug:slug>/desk/rounds/<int:number>/remove/", rounds.remove, name="remove_round"),
    path("t/<slug:slug>/desk/undo/<int:line>/", journal.undo, name="undo"),
    path("t/<slug:slug>/desk/redo/<int:line>/", journal.redo, name="redo"),
    path("t/<slug:slug>/desk/journal/", journal.journal, name="journal"),
    path("t/<slug:slug>/desk/journal.csv", journal.journal_csv, name="journal_csv"),
    path("t/<slug:slug>/desk/rounds/<int:number>/end/", tournaments.end, name="end_evening"),
    path("t/<slug:slug>/desk/goes-on/", tournaments.goes_on, name="evening_goes_on"),
    path("t/<slug:slug>/desk/planned-rounds/", tournaments.plan_rounds, name="plan_rounds"),
    path("t/<slug:slug>/desk/finals/", tournaments.play_finals, name="play_finals"),
    path("t/<slug:slug>/desk/rounds/<int:number>/end-consolation/", rounds.end_consolation, name="end_consolation"),
    path("t/<slug:slug>/desk/close/", tournaments.close, name="close"),
    path("t/<slug:slug>/desk/reopen/", tournaments.reopen, name="reopen"),
    path("t/<slug:slug>/desk/costs/", cash.desk_costs, name="desk_costs"),
    path("t/<slug:slug>/desk/costs/change/", cash.change_costs, name="change_costs"),
    path("t/<slug:slug>/desk/costs/prizes/add/", cash.add_prize, name="add_prize"),
    path("t/<slug:slug>/desk/costs/prizes/<int:prize>/", cash.change_prize, name="change_prize"),
    path("t/<slug:slug>/desk/costs/prizes/<int:prize>/remove/", cash.remove_prize, name="remove_prize"),
    path("t/<slug:slug>/desk/settings/", tournaments.settings, name="settings"),
    path("t/<slug:slug>/desk/delete/", tournaments.delete, name="delete"),
    path("t/<slug:slug>/desk/helpers/", accounts.helpers, name="helpers"),
    path("t/<slug:slug>/desk/helpers/invitation/", accounts.make_invitation, name="make_invitation"),
    path("t/<slug:slug>/desk/helpers/invitation/end/", accounts.end_invitation, name="end_invitation"),
    path("t/<slug:slug>/desk/helpers/<int:helper>/end/", accounts.end_session, name="end_session"),
    path("t/<slug:slug>/desk/helpers/director/", accounts.choose_director, name="choose_director"),
    path("t/<slug:slug>/desk/helpers/links/", accounts.renew_player_links, name="renew_player_links"),
    path("t/<slug:slug>/desk/files/", backups.files, name="files"),
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
    _paper("t/<slug:slug>/desk/ranking.pdf", papers.RANKING_TO_FRAME),
    _paper("t/<slug:slug>/desk/closing.pdf", papers.CLOSING),
    path("t/<slug:slug>/desk/tournament.xlsx", backups.excel, name="excel"),
    path("t/<slug:slug>/desk/web-pages.zip", backups.web_pages, name="web_pages"),
    path("t/<slug:slug>/desk/files/progress/", backups.files_progress, name="files_progress"),
    path("t/<slug:slug>/desk/archive.json", backups.archive, name="archive"),
    path(
        "t/<slug:slug>/desk/archive-public.json",
        backups.archive,
        {"for_publishing": True},
        name="archive_for_publishing",
    ),
    path("t/<slug:slug>/<path:rest>", public.in_own_language, name="without_language"),
]
handler400 = "tournament.views.failures.unreadable_request"
handler500 = "tournament.views.failures.failed"
