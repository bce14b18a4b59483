"""An archive or a backup to be read."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _


class ArchiveForm(forms.Form):
    """The file; `request_key` keeps a form sent twice from making two tournaments."""

    file = forms.FileField(label=_("Archive (.json) or backup (.sqlite3)"))
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
