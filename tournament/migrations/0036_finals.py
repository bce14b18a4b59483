from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0035_voucher_years'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='is_finals',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_match_length',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_players',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_third_place',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
