"""Transcripts without names, and with those of today."""

from tournament.transcripts.reading import PLAYERS, read_transcript, text_of


def nameless(data: bytes) -> str:
    """The transcript without comments and with a dash for each name, so that it can be kept; refused as when read."""
    read_transcript(data)
    lines = [line.rstrip() for line in text_of(data).splitlines() if not line.lstrip().startswith(";")]
    return with_names("\n".join(lines).strip("\n") + "\n", ("-", "-"))


def with_names(text: str, names: tuple[str, str]) -> str:
    """The transcript with these names above the columns of its games."""
    return "".join(f"{_renamed(line, names)}\n" for line in text.splitlines())


def _renamed(line: str, names: tuple[str, str]) -> str:
    found = PLAYERS.fullmatch(line)
    if not found:
        return line
    first, second = (f"{name[:80]} : {points}" for name, points in zip(names, (found[2], found[4]), strict=True))
    return f" {first:<30}  {second}"
