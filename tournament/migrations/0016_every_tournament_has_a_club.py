import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    # On its own: PostgreSQL alters no table in the transaction that has filled it.
    dependencies = [
        ("tournament", "0015_everything_belongs_to_a_club"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="tournaments", to="tournament.club"
            ),
        ),
    ]
