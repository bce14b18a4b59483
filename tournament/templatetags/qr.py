"""An address as a QR code on a page."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=128)
def qr_code(url: str, title: str = "") -> SafeString:
    """The code as SVG without style attributes, sized by the style sheet; `title` is read out in its place.

    The same few are asked for with every page of the desk, and each takes longer than the rest of the page's header.
    """
    code = segno.make(url, micro=False)
    return mark_safe(code.svg_inline(border=0, omitsize=True, svgclass=None, title=title or url))
