"""Forms for clubs and their notices."""

from decimal import Decimal
from typing import Any, cast

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from django.utils.dates import MONTHS
from django.utils.translation import gettext, gettext_lazy as _

from tournament.engine.refusals import Refused
from tournament.forms import accounts, persons, players, results, tournaments
from tournament.forms.sent import ReadField, RefusedInput, RefusingForm, SentForm, one_of, whole_number, yes_or_no
from tournament.languages import LANGUAGES, Language
from tournament.machine.notices import MOST_BYTES
from tournament.models import Club, MemberRole
from tournament.names import is_printable, tidy
from tournament.phrases.clubs import DRAFTS, NOTICE_TITLES, draft, open_places
from tournament.phrases.refusals import REFUSALS
from tournament.phrases.values import CURRENCIES, money
from tournament.queries.clubs import mark_of, missing_notices, stored_notices

# Settings and members of a club.

MOST_YEARS = 30


class ClubForm(RefusingForm, forms.ModelForm):  # type: ignore[type-arg]  # Django takes no argument when it runs.
    """The settings of a club."""

    field_of_refusal = {"club_name_needed": "name"}

    name = tournaments.TidyField(
        label=_("Name of the club"),
        max_length=100,
        required=False,
        help_text=_("With a name, the club has a page that everyone can see."),
    )
    place = tournaments.TidyField(label=_("Town"), max_length=100, required=False)
    voucher_years = forms.IntegerField(
        label=_("Years to keep vouchers"),
        min_value=0,
        max_value=MOST_YEARS,
        required=False,
        help_text=_(
            "Vouchers keep the name of an erased person for this long, as the law asks; in Germany 8 years since 2025. "
            "With 0 they keep none."
        ),
    )
    books_years = forms.IntegerField(
        label=_("Years to keep the books"),
        min_value=0,
        max_value=MOST_YEARS,
        required=False,
        help_text=_("The club keeps its cash reports for this long, as the law asks; in Germany 10 years."),
    )

    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[(code, code) for code in CURRENCIES],
        help_text=_("Of entry fees, prizes and papers. Tournaments in which money has moved keep theirs."),
    )
    highest_fee = forms.DecimalField(
        label=_("Highest entry fee"),
        min_value=0,
        max_digits=6,
        decimal_places=2,
        localize=True,
        required=False,
    )

    treasurer = tournaments.TidyField(
        label=_("Treasurer"), max_length=100, required=False, help_text=_("Stands on receipts and on the cash report.")
    )
    fiscal_month = forms.TypedChoiceField(
        label=_("First month of the fiscal year"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(month, MONTHS[month]) for month in range(1, 13)],
        help_text=_("Vouchers are numbered anew with it."),
    )

    class Meta:
        model = Club
        fields = ("name", "place", "voucher_years", "books_years", "currency", "treasurer", "fiscal_month")

    def __init__(self, data: Any = None, *, instance: Club) -> None:
        cents = instance.fee_limit_cents
        super().__init__(
            data, instance=instance, initial={} if cents is None else {"highest_fee": Decimal(cents).scaleb(-2)}
        )
        usual = {"limit": money(settings.FEE_LIMIT_CENTS, instance.currency)}
        self.fields["highest_fee"].help_text = _("Leave empty for what this installation allows: %(limit)s.") % usual

    def details(self) -> dict[str, Any]:
        """The settings for the action; a field left empty keeps the stored value."""
        values = {name: self.cleaned_data[name] for name in self.fields}
        highest = values.pop("highest_fee")
        values["fee_limit_cents"] = None if highest is None else int(highest * 100)
        for name in ("voucher_years", "books_years"):
            if values[name] is None:
                values[name] = getattr(self.instance, name)
        kept_values = {name: values[name] or getattr(self.instance, name) for name in ("currency", "fiscal_month")}
        return {**values, **kept_values}

    def _post_clean(self) -> None:
        """Skip the update of the instance, as only the action changes the club's row."""


class _ClubField(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django takes no argument when the program runs.
    """A choice of clubs by slug."""

    def label_from_instance(self, club: Club) -> str:
        return club.name or club.slug


class ClubChoiceForm(results.PointingForm):
    """The club of a new tournament; the field is missing if there is only one choice."""

    club = _ClubField(
        queryset=None,
        label=_("Club"),
        empty_label=None,
        to_field_name="slug",
        error_messages={"invalid_choice": REFUSALS["not_understood"]},
    )

    def __init__(self, clubs: QuerySet[Club], data: Any = None, shown: Club | None = None) -> None:
        super().__init__(data, initial={"club": shown and shown.slug})
        cast(_ClubField, self.fields["club"]).queryset = clubs
        if len(clubs) < 2:
            del self.fields["club"]

    @property
    def chosen(self) -> Club | None:
        """The chosen club; None if there was no choice."""
        return self.cleaned_data.get("club")


class MergeForm(SentForm):
    """The person that another person is merged into."""

    into = ReadField(whole_number)


class SplitForm(SentForm):
    """The parts to split off a person: entries, matches of earlier years, and whole lists of them."""

    entry = persons.KeysField()
    match = persons.KeysField()
    list = persons.KeysField()


class SeparateForm(SplitForm):
    """The parts to split off, and how each of the two persons wishes to appear."""

    wish = ReadField(players.wish_called, optional=True)
    shown_as = ReadField()
    other_wish = ReadField(players.wish_called, optional=True)
    other_shown_as = ReadField()


class MemberForm(SentForm):
    name = ReadField()
    role = ReadField(one_of(("", *MemberRole.values)))


class SecondFactorForm(SentForm):
    required = ReadField(yes_or_no)


class AccountForm(SentForm):
    name = ReadField()


class InvitingForm(RefusingForm):
    """A form with a field `mail` if the installation sends mail."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not settings.SENDS_MAIL:
            del self.fields["mail"]


class InvitationForm(InvitingForm):
    role = forms.ChoiceField(label=_("What it may do"), choices=MemberRole.choices, initial=MemberRole.DIRECTOR)
    mail = accounts.MailField(label=_("Mail address"))


class NewClubForm(InvitingForm):
    name = tournaments.TidyField(label=_("Name of the club"), max_length=100)
    place = tournaments.TidyField(label=_("Town"), max_length=100, required=False)
    mail = accounts.MailField(label=_("Mail address of its first director"))

    def refuse(self, refused: Refused) -> None:
        """Show the refusal beside the name."""
        self.add_error("name", RefusedInput(refused))


# The imprint and the privacy notice, in every language.


class NoticesForm(RefusingForm):
    """A text for each notice and language, initially the stored text or a draft, which is not published as it is.

    Without a club, they are the notices of the installation. `stored_mark` identifies the stored texts.
    """

    mark = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: object = None, club: Club | None = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # A QueryDict or nothing.
        stored_texts = stored_notices(club)
        self.stored_mark = mark_of(stored_texts)
        self._drafts = {
            (name, language.short): _draft(name, language, club) for language in LANGUAGES for name in DRAFTS
        }
        self.missing = missing_notices(NOTICE_TITLES, club, is_draft=open_places)
        for (name, short), text in self._drafts.items():
            self.fields[f"{name}_{short}"] = forms.CharField(
                label=f"{NOTICE_TITLES[name]} · {short.upper()}",
                required=False,
                max_length=MOST_BYTES // 4,
                initial=stored_texts.get((name, short), text),
                help_text=""
                if (name, short) in stored_texts
                else gettext("A draft: nobody else reads it until it is filled in."),
                widget=forms.Textarea(attrs={"rows": 14, "lang": short}),
            )

    def clean(self) -> None:
        """Refuse texts in which places of a draft are still to be filled in."""
        for key, text in self.texts().items():
            if places := open_places(text):
                self.add_error("_".join(key), RefusedInput(Refused("notice_is_a_draft", places=", ".join(places))))

    def texts(self) -> dict[tuple[str, str], str]:
        """The texts by name and language; an unchanged draft counts as empty."""
        sent = {key: _tidy(self.cleaned_data.get("_".join(key), "")) for key in self._drafts}
        return {key: "" if text == self._drafts[key] else text for key, text in sent.items()}


def _tidy(text: str) -> str:
    """Remove invisible characters, which the file of a club cannot hold, from each line."""
    lines = ("".join(filter(is_printable, line.replace("\t", " "))) for line in text.splitlines())
    return "\n".join(tidy(line) for line in lines).strip()


def _draft(name: str, language: Language, club: Club | None) -> str:
    with translation.override(language.code):
        return draft(name, club.name, club.place, club.voucher_years) if club else draft(name)
