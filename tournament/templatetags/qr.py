"""A template tag for QR codes."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=128)
def qr_code(url: str, title: str = "") -> SafeString:
    """The QR code as SVG without style attributes, sized by the style sheet; `title` is its text for screen readers.

    Codes are cached: every page of the desk shows the same few, and each takes longer than the rest of the header.
    """
    code = segno.make(url, micro=False)
    return mark_safe(code.svg_inline(border=0, omitsize=True, svgclass=None, title=title or url))
