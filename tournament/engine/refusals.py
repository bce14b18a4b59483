"""The exception for requests that are refused with a reason, which the user can mend."""

from typing import Any


class Refused(Exception):  # noqa: N818 - it names an answer, not an error
    """A request the rules or the state of the tournament do not allow.

    `code` names the reason; `values` hold the facts a sentence needs (numbers, scores, names).
    The sentence itself is made in one place outside the engine.
    """

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.code}({facts})"
