from datetime import date

from django.db import migrations
from django.utils import timezone


def enter_in_books(apps, schema_editor):
    """What was vouched for stands in the year in which it was; numbers of the year begin with the next one."""
    Voucher = apps.get_model("tournament", "Voucher")
    stored = Voucher.objects.select_related("tournament").filter(year=None)
    counting = set()
    for voucher in stored.iterator():
        tournament = voucher.tournament
        voucher.club_id = tournament.club_id
        if not tournament.is_practice:
            voucher.year = (timezone.localdate(voucher.at) if voucher.at else tournament.date).year
            counting.add(tournament.club_id)
        voucher.save(update_fields=["club", "year"])
    next_year = date(timezone.localdate().year + 1, 1, 1)
    apps.get_model("tournament", "Club").objects.filter(pk__in=counting).update(numbered_since=next_year)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0027_books"),
    ]

    operations = [
        migrations.RunPython(enter_in_books, migrations.RunPython.noop),
    ]
