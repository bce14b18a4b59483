"""The preview of a list of players: what is chosen above the table changes the names, what is ticked the button."""

from playwright.sync_api import expect

from tests.factories import make_tournament
from tournament.models import Entry


def test_the_names_follow_the_choices_and_the_button_the_ticks(open_desk, live_server):
    tournament = make_tournament()
    page = open_desk()
    page.goto(f"{live_server.url}/t/{tournament.slug}/desk/players/paste/")
    content = "Όνομα;Σύλλογος\nΓιώργος Ζώης;Τάβλι\nΆννα Δέδε;Τάβλι".encode("cp1253")
    file = {"name": "list.csv", "mimeType": "text/csv", "buffer": content}
    page.get_by_label("or an Excel, LibreOffice or CSV file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()

    page.get_by_label("Character encoding").select_option("Greek (Windows-1253)")
    expect(page.get_by_role("checkbox", name="Γιώργος Ζώης · Τάβλι")).to_be_checked()
    page.get_by_label("Column 2").select_option("Leave out")
    expect(page.get_by_role("checkbox", name="Γιώργος Ζώης", exact=True)).to_be_checked()
    page.get_by_role("checkbox", name="Άννα Δέδε").uncheck()
    page.get_by_role("button", name="Add 1 player").click()

    expect(page.get_by_text("1 player added")).to_be_visible()
    assert list(Entry.objects.exclude(name__startswith="Player").values_list("name", "club")) == [("Γιώργος Ζώης", "")]


def test_an_answer_above_the_table_ticks_all_who_gave_it(open_desk, live_server):
    tournament = make_tournament()
    page = open_desk()
    page.goto(f"{live_server.url}/t/{tournament.slug}/desk/players/paste/")
    page.locator("textarea").fill("Name;Status\nCem Oz;confirmed\nDilek Can;waiting list\nEla Ay;waiting list")
    page.get_by_role("button", name="Preview").click()

    expect(page.get_by_role("checkbox", name="Dilek Can")).not_to_be_checked()
    page.get_by_role("checkbox", name="waiting list").check()
    expect(page.get_by_role("checkbox", name="Dilek Can")).to_be_checked()
    page.get_by_role("button", name="Add 3 players").click()

    expect(page.get_by_text("3 players added")).to_be_visible()
