"""A mail address, no longer than one can be and than the database takes."""

from typing import Any

from django import forms


class MailField(forms.EmailField):
    """Where mail goes; nobody has to say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 254, "required": False, **options})
