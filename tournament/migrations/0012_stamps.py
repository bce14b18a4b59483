from django.db import migrations, models

import tournament.models.tournament


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_match_formats"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="stamp",
            # In the database none, so that a program that does not know it yet goes on storing tournaments.
            field=models.CharField(db_default="", default=tournament.models.tournament.new_stamp, max_length=12),
        ),
    ]
