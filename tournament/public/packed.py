"""Content of responses that are the same for everybody, compressed once."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from gzip import compress
from hashlib import sha256

from tournament.machine.cache import cached
from tournament.machine.memory import run_and_free_memory


@dataclass(frozen=True, slots=True)
class Packed:
    """Bytes to send, plain and compressed; equal bytes have an equal `tag`, the value of `ETag`.

    The tag is weak, as it stands for both forms. `zipped` is empty where compressing saves nothing.
    """

    plain: bytes
    zipped: bytes
    tag: str

    @property
    def kept_bytes(self) -> int:
        return len(self.plain) + len(self.zipped) + 500


def pack(text: str | bytes) -> Packed:
    """Compress a text, or a file that contains text."""
    plain = text.encode() if isinstance(text, str) else text
    return Packed(plain, compress(plain, 6, mtime=0), _tag(plain))


def pack_compressed(file: bytes) -> Packed:
    """Prepare a file for sending whose format is compressed already, such as a PDF."""
    return Packed(file, b"", _tag(file))


def cached_file(key: Hashable, make: Callable[[], bytes]) -> Packed:
    """Make and cache a file in a compressed format; free the memory that making it took."""
    return cached(key, lambda: run_and_free_memory(lambda: pack_compressed(make())))


def _tag(content: bytes) -> str:
    return f'W/"{sha256(content).hexdigest()[:24]}"'
