from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0044_said_words")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="wishes",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
