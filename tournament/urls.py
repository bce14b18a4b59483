"""Every address of the program."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path
from django.views.i18n import set_language

from tournament.forms.accounts import LoginForm
from tournament.views import accounts, by_hand, desk, files, history, home, players, public, rounds

urlpatterns: list = [
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("login-link/<int:user_id>/<str:token>/", accounts.login_link, name="login_link"),
    path("", home.home, name="home"),
    path("new/", home.create, name="create"),
    path("restore/", files.restore_archive, name="restore"),
    path("language/", set_language, name="set_language"),
    path("t/<slug:slug>/", public.standings, name="standings"),
    path("t/<slug:slug>/find/", public.find, name="find"),
    path("t/<slug:slug>/me/<int:number>/", public.remember, name="remember"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/pairings.pdf", files.pairings, name="pairings_pdf"),
    path("t/<slug:slug>/rounds/<int:number>/pairings-by-name.pdf", files.pairings_by_name, name="pairings_by_name_pdf"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("t/<slug:slug>/draw/", public.draw, name="draw_check"),
    path("t/<slug:slug>/draw/<int:after_round>/", public.draw, name="draw_check_after"),
    path("t/<slug:slug>/standings.pdf", files.standings, name="standings_pdf"),
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/desk/players/", players.players, name="desk_players"),
    path("t/<slug:slug>/desk/players/add/", players.add, name="add_player"),
    path("t/<slug:slug>/desk/players/known/", players.known, name="known_players"),
    path("t/<slug:slug>/desk/players/paste/", players.paste, name="paste_players"),
    path("t/<slug:slug>/desk/players/<int:number>/fee/", players.mark_fee, name="mark_fee"),
    path("t/<slug:slug>/desk/players/<int:number>/rename/", players.rename, name="rename_player"),
    path("t/<slug:slug>/desk/players/<int:number>/remove/", players.remove, name="remove_player"),
    path("t/<slug:slug>/desk/players/<int:number>/withdraw/", players.withdraw, name="withdraw_player"),
    path("t/<slug:slug>/desk/players/<int:number>/return/", players.take_back, name="return_player"),
    path("t/<slug:slug>/desk/players/<int:number>/here/", players.mark_here, name="mark_here"),
    path("t/<slug:slug>/desk/players/<int:number>/pause/", players.mark_pause, name="mark_pause"),
    path("t/<slug:slug>/desk/players/<int:number>/table/", players.fix_table, name="fix_table"),
    path("t/<slug:slug>/desk/players/<int:number>/seat/", rounds.seat, name="seat_latecomer"),
    path("t/<slug:slug>/desk/draw/", rounds.draw, name="draw"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", rounds.round_, name="desk_round"),
    path("t/<slug:slug>/desk/results/<int:key>/", rounds.result, name="result"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pairings/", by_hand.pairings, name="pairings"),
    path("t/<slug:slug>/desk/rounds/<int:number>/anew/", by_hand.anew, name="pair_anew"),
    path("t/<slug:slug>/desk/rounds/<int:number>/release/", rounds.release, name="release_round"),
    path("t/<slug:slug>/desk/rounds/<int:number>/remove/", rounds.remove, name="remove_round"),
    path("t/<slug:slug>/desk/undo/<int:line>/", history.undo, name="undo"),
    path("t/<slug:slug>/desk/redo/<int:line>/", history.redo, name="redo"),
    path("t/<slug:slug>/desk/planned-rounds/", desk.plan_rounds, name="plan_rounds"),
    path("t/<slug:slug>/desk/close/", desk.close, name="close"),
    path("t/<slug:slug>/desk/reopen/", desk.reopen, name="reopen"),
    path("t/<slug:slug>/desk/settings/", desk.settings, name="settings"),
    path("t/<slug:slug>/desk/files/", files.files, name="files"),
    path("t/<slug:slug>/desk/tournament.xlsx", files.excel, name="excel"),
    path("t/<slug:slug>/desk/archive.json", files.archive, name="archive"),
]
