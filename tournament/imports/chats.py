"""Reads a conversation copied or exported from a messenger: who wrote, and what."""

import re

from tournament.imports.answers import SEVERAL
from tournament.imports.cells import NumberedRow

_DAY = r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?: Uhr)?"
_WHEN = rf"(?:{_DAY},?\s+(?:(?:um|at|à|alle|a las|kl\.?)\s+)?{_TIME}|{_TIME},?\s+{_DAY}|{_TIME})"
_SENDER = r"[^:\[\]\n]{1,60}?"
# "[20.11.26, 18:30:05] Ada: Yes", "20.11.26, 18:30 - Ada: Yes", "[18:30, 20.11.2026] Ada: Yes".
MESSAGE = re.compile(
    rf"(?:\[(?P<inside>{_WHEN})\]\s*(?:-\s*)?|(?P<before>{_WHEN})\s+[-–]\s+)(?P<rest>.*)", re.IGNORECASE
)
SENT = re.compile(rf"~?\s*({_SENDER}):(?:\s+(.*)|$)")
# "Ada, [20.11.26 18:30]", and the message on the lines below.
SENDER_ABOVE = re.compile(rf"({_SENDER}),? \[(?P<when>{_WHEN})\]:?\s*", re.IGNORECASE)
UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
LONGEST_LINE, LONGEST_CHAT = 2_000, 2_000_000


def chat_rows(text: str) -> list[NumberedRow]:
    """Return a row for each sender of a conversation: the time of the first message, the sender, all their messages.

    There are no rows if the text is no conversation.
    """
    if len(text) > LONGEST_CHAT:
        return []
    # The lines of a longer text would take many times its size in memory.
    lines = text.split("\n")
    first = next((seen for line in lines if (seen := _as_seen(line))), "")
    if not (MESSAGE.fullmatch(first) or SENDER_ABOVE.fullmatch(first)):
        return []
    begun: dict[str, tuple[int, str, list[str]]] = {}
    sender = ""
    messages = 0
    filled = 0
    for number, line in enumerate(map(_as_seen, lines), start=1):
        filled += bool(line)
        above = SENDER_ABOVE.fullmatch(line)
        message = None if above else MESSAGE.fullmatch(line)
        if above:
            sender = above[1].strip(" ~")
            begun.setdefault(sender, (number, above["when"], []))
            messages += 1
        elif message:
            sent = SENT.fullmatch(message["rest"].strip())
            # Without a sender, the messenger itself says that somebody has joined or the like.
            sender = sent[1].strip() if sent else ""
            messages += 1
            if sent:
                begun.setdefault(sender, (number, message["inside"] or message["before"], []))[2].append(sent[2] or "")
        elif sender and line:
            begun[sender][2].append(line)
    if not begun or messages * 3 < filled:
        return []
    return [
        NumberedRow(number, (when, sender, SEVERAL.join(filter(None, texts))))
        for sender, (number, when, texts) in begun.items()
    ]


def _as_seen(line: str) -> str:
    """The line without signs that nobody sees, and with usual blanks."""
    return UNSEEN.sub("", line[:LONGEST_LINE].replace("\u202f", " ")).strip()
