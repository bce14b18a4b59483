from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0003_helpers'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='shows_costs',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='surplus_note',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='tournament',
            name='treasurer',
            field=models.CharField(blank=True, max_length=100),
        ),
    ]
