"""The books of a club in its file: counted cash, closed years, and the vouchers that have no tournament."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from tournament.models import Club, ClubYear, Voucher, YearPaper
from tournament.money.years import read_year_number

TEXTS = ("purchase", "party", "hand", "evening", "cancelled_by")


def books_values(club: Club) -> dict[str, Any]:
    """The books as the file says them; what is not set is left out."""
    stored = list(Voucher.objects.filter(club=club, tournament=None, year__isnull=False).order_by("pk"))
    places = {voucher.pk: place for place, voucher in enumerate(stored, start=1)}
    values = {
        "years": [_year_values(year) for year in ClubYear.objects.filter(club=club).order_by("year")],
        "vouchers": [_voucher_values(voucher, places) for voucher in stored],
        "numbered_since": club.numbered_since and club.numbered_since.isoformat(),
    }
    return {key: value for key, value in values.items() if value}


def has_books(club: Club) -> bool:
    """Whether the club has vouchers or counted cash of its own, into which no others may come."""
    return Voucher.objects.filter(club=club).exists() or ClubYear.objects.filter(club=club).exists()


def restore_books(values: Mapping[str, Any], club: Club) -> None:
    """Store them in an empty club, in which the run of its vouchers goes on."""
    for one in values.get("years", ()):
        said = {key: one.get(key) for key in ("opening_cents", "closing_cents")}
        year = ClubYear.objects.create(
            club=club,
            year=one["year"],
            currency=one["currency"],
            closed_at=_time(one.get("closed_at")),
            closed_by=one.get("closed_by", ""),
            **said,
        )
        papers = one.get("papers", {}).items()
        YearPaper.objects.bulk_create(YearPaper(year=year, file=kind, content=content) for kind, content in papers)
    restored: list[Voucher] = []
    for one in values.get("vouchers", ()):
        day = one.get("evening_date")
        in_run = None if one.get("not_in_run") else read_year_number(one["number"])
        restored.append(
            Voucher.objects.create(
                club=club,
                year=one["year"],
                year_number=in_run and in_run[1],
                printed_number="" if in_run else one["number"],
                movement=one["movement"],
                cents=one["cents"],
                currency=one["currency"],
                at=_time(one.get("at")),
                evening_date=date.fromisoformat(day) if day else None,
                kept_cents=one.get("kept_cents", 0),
                open_cents=one.get("open_cents", 0),
                cancelled_at=_time(one.get("cancelled_at")),
                counters=restored[one["counters"] - 1] if "counters" in one else None,
                **{name: one.get(name, "") for name in TEXTS},
            )
        )


def _year_values(year: ClubYear) -> dict[str, Any]:
    papers = dict(year.papers.order_by("file").values_list("file", "content"))
    return _said(
        {
            "year": year.year,
            "currency": year.currency,
            "opening_cents": year.opening_cents,
            "closing_cents": year.closing_cents,
            "closed_at": _moment(year.closed_at),
            "closed_by": year.closed_by or None,
            "papers": papers or None,
        }
    )


def _voucher_values(voucher: Voucher, places: Mapping[int, int]) -> dict[str, Any]:
    texts = {name: getattr(voucher, name) or None for name in TEXTS}
    return _said(
        {
            "year": voucher.year,
            "number": voucher.label,
            "not_in_run": True if voucher.year_number is None else None,
            "movement": voucher.movement,
            "cents": voucher.cents,
            "currency": voucher.currency,
            "purchase": texts["purchase"],
            "party": texts["party"],
            "hand": texts["hand"],
            "at": _moment(voucher.at),
            "evening": texts["evening"],
            "evening_date": voucher.evening_date and voucher.evening_date.isoformat(),
            "kept_cents": voucher.kept_cents or None,
            "open_cents": voucher.open_cents or None,
            "cancelled_at": _moment(voucher.cancelled_at),
            "cancelled_by": texts["cancelled_by"],
            "counters": places.get(voucher.counters_id or 0),
        }
    )


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
