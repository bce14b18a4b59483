"""What makes a link one that only its holder has: worked out anew each time, stored nowhere."""

from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac

SECRET_BYTES = 16


def link_secret(purpose: str, of: str) -> str:
    """128 bits that nobody guesses, and that the database alone does not give away."""
    mark = salted_hmac(purpose, of, algorithm="sha256")
    return urlsafe_b64encode(mark.digest()[:SECRET_BYTES]).decode().rstrip("=")
