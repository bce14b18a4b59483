from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0030_shown_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='rematches_evenly',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
