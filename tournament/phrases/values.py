"""Values as people write them: amounts, times, ordinals, enumerations."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache

from django.contrib.humanize.templatetags import humanize
from django.utils import formats, timezone
from django.utils.translation import get_language, ngettext, override, pgettext

from tournament.names import isolated

MOST_NAMES = 3


# The currencies to choose from, all with two decimals.
CURRENCIES = ("EUR", "CHF", "GBP", "DKK", "SEK", "NOK", "PLN", "CZK", "RON", "TRY", "USD", "CAD", "AUD")
SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
BEFORE_IN_ENGLISH = ("GBP", "USD")


def money(cents: int, currency: str = "EUR") -> str:
    """Write an amount as people do: 1,208.00 € or 1.208,00 €, £8.00 or 8,00 £."""
    minus = "−" if cents < 0 else ""
    return minus + currency_pattern(currency) % {"amount": amount(abs(cents)), "sign": currency_sign(currency)}


def currency_pattern(currency: str) -> str:
    """Return the pattern that puts the sign of a currency before or behind the amount."""
    if currency in BEFORE_IN_ENGLISH:
        # Translators: an amount in pounds or dollars; a language that writes the sign behind needs a no-break space.
        return pgettext("amount of money", "%(sign)s%(amount)s")
    return "%(amount)s %(sign)s"


def currency_sign(currency: str) -> str:
    """Return the sign of a currency: €, £ or $, for any other its code."""
    return SIGNS.get(currency, currency)


def short_money(cents: int, currency: str = "EUR") -> str:
    """Write an amount for narrow places: 8 €, and 8.50 € if there are cents."""
    separator = formats.get_format("DECIMAL_SEPARATOR")
    text = money(cents, currency)
    return text if cents % 100 else text.replace(f"{separator}00", "", 1)


def amount(cents: int) -> str:
    """Write an amount without currency, in groups of three digits: 1,208.00 or 1.208,00."""
    return _decimal(cents, formats.number_format(abs(cents) // 100, use_l10n=True, force_grouping=True))


def typed_amount(cents: int) -> str:
    """Write an amount without currency, as people type it: 1208.00 or 1208,00."""
    return _decimal(cents, str(abs(cents) // 100))


def _decimal(cents: int, whole: str) -> str:
    number = f"{whole}{formats.get_format('DECIMAL_SEPARATOR')}{abs(cents) % 100:02}"
    return f"−{number}" if cents < 0 else number


def moment(at: datetime, today: date) -> str:
    """Write the time of day, with the date if it is another day."""
    local = timezone.localtime(at)
    time = formats.date_format(local, "H:i")
    return time if local.date() == today else f"{formats.date_format(local, 'SHORT_DATE_FORMAT')}, {time}"


def day_and_time(day: date, begins_at: str) -> str:
    """Write the day of an evening, with the time of day at which it begins where that is known: "19:30"."""
    day_text = formats.date_format(day, "DATE_FORMAT")
    return f"{day_text}, {time_of_day(begins_at)}" if begins_at else day_text


def time_of_day(at: str) -> str:
    """Write a time of day that is stored as "19:30"."""
    # Translators: a time of day such as 19:30; a language that says "o'clock" adds it.
    return pgettext("time of day", "%(time)s") % {"time": at}


def short_day(day: date) -> str:
    """Write a day without its year, for narrow places: 8.5., or 8 May."""
    # Translators: the format of a short date without year, in the letters of Django's date filter.
    return formats.date_format(day, pgettext("format of a date", "j M"))


def length_of_time(seconds: int) -> str:
    """Write a duration in seconds, from two minutes on in minutes, rounded up."""
    if seconds < 120:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    minutes = -(-seconds // 60)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def signed(number: int) -> str:
    """Write a number with its sign; the minus is as wide as the plus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def signed_tenth(number: float) -> str:
    """Write a number to a tenth with its sign; the minus is as wide as the plus."""
    tenths = round(number, 1)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return sign + formats.number_format(abs(tenths), 1)


def ordinal(rank: int) -> str:
    """Write an ordinal number: 4th, or 4."""
    return _ordinal(rank, get_language())


@lru_cache(maxsize=4096)
def _ordinal(rank: int, language: str | None) -> str:
    """Write an ordinal number; cached, as ten translations for each took a third of the time to draw a long list."""
    with override(language):
        return str(humanize.ordinal(rank))


def enumeration(words: Sequence[str], most: int | None = None) -> str:
    """Write a, b and c; names beyond `most` are only counted."""
    if most is not None and len(words) > most + 1:
        rest_count = len(words) - most
        more = ngettext("%(count)d more", "%(count)d more", rest_count) % {"count": rest_count}
        words = [*words[:most], more]
    words = [isolated(word) for word in words]
    if len(words) < 2:
        return "".join(words)
    facts = {"others": ", ".join(words[:-1]), "last": words[-1]}
    return pgettext("last of an enumeration", "%(others)s and %(last)s") % facts


def tables(numbers: Sequence[int]) -> str:
    """Write table 3, or tables 3 and 5."""
    facts = {"numbers": enumeration(list(map(str, numbers)))}
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers)) % facts


def few_tables(numbers: Sequence[int]) -> str:
    """Write up to three tables by their numbers, more as their count: 6 tables."""
    if len(numbers) <= 3:
        return tables(numbers)
    return ngettext("%(count)d table", "%(count)d tables", len(numbers)) % {"count": len(numbers)}


def changed(before: object, after: object) -> str:
    """Write a value before and after: 1st → 4th; an unchanged value once."""
    return str(before) if before == after else f"{before} → {after}"


def addition(numbers: Sequence[int]) -> str:
    """Write a sum with its parts: 2 + 3 + 1 = 6."""
    parts = " + ".join(map(str, numbers))
    return f"{parts} = {sum(numbers)}" if len(numbers) > 1 else str(sum(numbers))
