"""Name and password at the doors of the accounts."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm, UsernameField
from django.utils.translation import gettext_lazy as _


class LoginForm(AuthenticationForm):
    """Name and password of an account."""

    username = UsernameField(label=_("Name"), widget=forms.TextInput(attrs={"autofocus": True}))
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("Wrong name or password. Check upper and lower case."),
    }


class NewPasswordForm(SetPasswordForm):
    """A password twice."""

    new_password1, new_password2 = SetPasswordForm.create_password_fields(
        label1=_("Password"), label2=_("Password again")
    )
    # The label says it already.
    new_password2.help_text = ""


class FirstAccountForm(NewPasswordForm):
    """A name as people write it, and a password twice."""

    name = forms.CharField(
        label=_("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words", "autofocus": True}),
    )
    field_order = ("name", "new_password1", "new_password2")
