import pytest

from tournament.paper.page import PAGES, PaperPage, stacked


def test_a_page_is_cut_into_equal_pieces_in_reading_order():
    pieces = PaperPage(200, 300).pieces(2, 3)

    assert [(piece.left, piece.top) for piece in pieces] == [
        *((0, 300), (100, 300)),
        *((0, 200), (100, 200)),
        *((0, 100), (100, 100)),
    ]
    assert {(piece.width, piece.height) for piece in pieces} == {(100, 100)}


def test_a_page_on_its_side_is_as_wide_as_it_was_high():
    assert PaperPage(200, 300).on_its_side == PaperPage(300, 200)


def test_the_sizes_are_those_of_the_paper():
    sizes = {name: (round(page.width / 72 * 25.4), round(page.height / 72 * 25.4)) for name, page in PAGES.items()}

    assert sizes == {"a4": (210, 297), "letter": (216, 279)}


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 8, 9, 100])
def test_a_pile_that_is_cut_and_put_piece_on_piece_lies_in_order(count):
    pages = stacked(range(count), 4)

    pile = [page[index] for index in range(4) for page in pages if index < len(page)]
    assert pile == list(range(count))
    assert len(pages) == -(-count // 4)
