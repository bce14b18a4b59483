from django.db import migrations, models
from django.db.models import F


def keep_what_was_chosen(apps, schema_editor):
    """Let a club that has chosen how long it keeps its books keep its vouchers for as long."""
    apps.get_model("tournament", "Club").objects.exclude(books_years=10).update(voucher_years=F("books_years"))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0034_booked_on'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='voucher_years',
            field=models.PositiveSmallIntegerField(db_default=8, default=8),
        ),
        migrations.RunPython(keep_what_was_chosen, migrations.RunPython.noop),
    ]
