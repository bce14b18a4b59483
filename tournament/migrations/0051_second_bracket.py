from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0050_late_seeds'),
    ]

    operations = [
        migrations.AddField(
            model_name='pairing',
            name='in_second',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='round',
            name='second_ended',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='round',
            name='second_seeds',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_second',
            field=models.CharField(blank=True, db_default='', default='', max_length=14),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_second_length',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='finals_second_players',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='finals_as_set',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
    ]
