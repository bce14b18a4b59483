"""A paper is made while another one is being drawn."""

from tournament.paper.document import document
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.page import USUAL_PAGE

FIRST, SECOND = "Žofie Ångström, Łódź", "Ωμέγα, Žofie, Дмитрий"


def sheet(text, between=lambda: None):
    """Two pages in both faces; something else may happen in between."""

    def draw(canvas):
        for face, words in ((REGULAR, text), (BOLD, text[::-1])):
            canvas.setFont(face, 12)
            canvas.drawString(72, 72, words)
            canvas.showPage()
            between()

    return document("A sheet", USUAL_PAGE, (draw,))


def test_a_short_one_need_not_wait_for_a_long_one_and_both_come_out_as_they_would_alone():
    alone = sheet(FIRST), sheet(SECOND)
    meanwhile = []

    long = sheet(FIRST, lambda: meanwhile.append(sheet(SECOND)))

    assert (long, meanwhile) == (alone[0], [alone[1]] * 2)
