from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0049_finals_lengths'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='late_seeds',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
