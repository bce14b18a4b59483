"""What is sent to everybody, packed once for the way."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from gzip import compress
from hashlib import sha256

from tournament.machine.cache import cached
from tournament.machine.memory import giving_back


@dataclass(frozen=True, slots=True)
class Packed:
    """Bytes to be sent, as they are and compressed; equal bytes have an equal `tag`, as it stands in `ETag`.

    It is weak, for compressed and not they are the same page. `zipped` is empty where compressing gains nothing.
    """

    plain: bytes
    zipped: bytes
    tag: str

    @property
    def kept_bytes(self) -> int:
        return len(self.plain) + len(self.zipped) + 500


def pack(text: str | bytes) -> Packed:
    """Compress a text, or a file with text in it, once for all who ask for it."""
    plain = text.encode() if isinstance(text, str) else text
    return Packed(plain, compress(plain, 6, mtime=0), _tag(plain))


def pack_compressed(file: bytes) -> Packed:
    """A file that is compressed in itself, such as paper."""
    return Packed(file, b"", _tag(file))


def cached_file(key: Hashable, make: Callable[[], bytes]) -> Packed:
    """A file that is compressed in itself, made once for all who ask for it; what that took is given back."""
    return cached(key, lambda: giving_back(lambda: pack_compressed(make())))


def _tag(content: bytes) -> str:
    return f'W/"{sha256(content).hexdigest()[:24]}"'
