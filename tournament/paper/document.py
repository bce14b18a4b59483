"""A PDF document, made of parts that draw their own pages."""

import re
from collections.abc import Callable, Sequence
from io import BytesIO

from django.utils.translation import get_language
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from tournament.paper.fonts import REGULAR, open_faces
from tournament.paper.page import PaperPage

# A function that draws all its pages and finishes the last one.
Part = Callable[[Canvas], None]

PAGE = re.compile(rb"/Type /Page\b")

# Binary pages take a fifth less room and time than those in ASCII85.
rl_config.useA85 = 0


def sheet_count(file: bytes) -> int:
    """Count the pages of a document made by this module, whose page objects are not compressed."""
    return len(PAGE.findall(file))


def document(title: str, page: PaperPage, parts: Sequence[Part]) -> bytes:
    """Draw the parts one after the other; the same parts give the same bytes."""
    open_faces()
    file = BytesIO()
    canvas = Canvas(
        file,
        pagesize=(page.width, page.height),
        invariant=1,
        lang=get_language(),
        initialFontName=REGULAR,  # type: ignore[arg-type]  # The stub of reportlab takes the name for a number.
    )
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("")
    canvas.setSubject("")
    for part in parts:
        part(canvas)
    canvas.save()
    return file.getvalue()
