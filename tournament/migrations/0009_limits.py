from django.db import migrations, models

# Names and addresses of whoever has tried a password, as the library noted them that counted before.
NOTED_BEFORE = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog")


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_reports_are_kept"),
    ]

    operations = [
        # The table of Django's cache `rates`, as its own `createcachetable` makes it; to Django it is no model.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.CreateModel(
                    name="Rates",
                    fields=[
                        ("cache_key", models.CharField(max_length=255, primary_key=True)),
                        ("value", models.TextField()),
                        ("expires", models.DateTimeField(db_index=True)),
                    ],
                    options={"db_table": "rates"},
                ),
            ],
        ),
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop) for table in NOTED_BEFORE),
    ]
