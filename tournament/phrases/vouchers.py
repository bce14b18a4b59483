"""Vouchers: what each is called and what it is for."""

from django.utils.translation import gettext as _

from tournament.money.vouchers import Movement, VoucherFacts


def voucher_title(voucher: VoucherFacts) -> str:
    """The title of a voucher, with its number."""
    titles = {
        Movement.FEE: _("Receipt %(number)s"),
        Movement.REFUND: _("Refund voucher %(number)s"),
        Movement.PRIZE: _("Expense voucher %(number)s"),
        Movement.PUT_IN: _("Receipt %(number)s"),
        Movement.TAKEN_OUT: _("Expense voucher %(number)s"),
    }
    title = _("Counter-entry %(number)s") if voucher.counters else titles[voucher.movement]
    return title % {"number": voucher.called}


def voucher_subject(voucher: VoucherFacts) -> str:
    """What was paid for, or given back."""
    if voucher.counters:
        return _("Counter-entry to %(number)s: %(what)s") % {"number": voucher.counters, "what": _subject(voucher)}
    return _subject(voucher)


def _subject(voucher: VoucherFacts) -> str:
    if voucher.movement in (Movement.PUT_IN, Movement.TAKEN_OUT):
        return voucher.purchase
    if voucher.movement is Movement.PRIZE:
        return _("Prize: %(what)s") % {"what": voucher.purchase}
    if voucher.movement is Movement.REFUND:
        return _("Refund of the entry fee")
    return _("Part of the entry fee") if voucher.is_part else _("Entry fee")
