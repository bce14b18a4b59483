"""A PDF file, made of parts that draw their own pages."""

import re
from collections.abc import Callable, Sequence
from io import BytesIO

from django.utils.translation import get_language
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from tournament.paper.fonts import REGULAR, open_faces
from tournament.paper.page import PaperPage

# Draws all of its pages, the last one shown.
Part = Callable[[Canvas], None]

PAGE = re.compile(rb"/Type /Page\b")

# Written as the bytes they are, pages take a fifth less room and less time.
rl_config.useA85 = 0


def sheet_count(file: bytes) -> int:
    """How many pages one of these documents has: each says of itself, uncompressed, that it is one."""
    return len(PAGE.findall(file))


def document(title: str, page: PaperPage, parts: Sequence[Part]) -> bytes:
    """The parts one after the other; the same parts give the same bytes."""
    open_faces()
    file = BytesIO()
    canvas = Canvas(
        file,
        pagesize=(page.width, page.height),
        invariant=1,
        lang=get_language(),
        initialFontName=REGULAR,  # type: ignore[arg-type]  # Its stub takes the name for a number.
    )
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("")
    canvas.setSubject("")
    for part in parts:
        part(canvas)
    canvas.save()
    return file.getvalue()
