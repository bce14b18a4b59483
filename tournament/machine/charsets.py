"""The charset in which a request may come."""

import codecs

from django.utils.http import parse_header_parameters


def is_in_utf8(content_type: str) -> bool:
    """Whether a `Content-Type` names no charset other than that of the pages, which is what browsers send.

    Python knows "charsets" such as rot13, on which Django fails as soon as it reads the request.
    """
    charset = parse_header_parameters(content_type)[1].get("charset", "utf-8")
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False
