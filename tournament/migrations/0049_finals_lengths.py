from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0048_evenings_begin'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='finals_lengths',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
    ]
