from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0046_erasures'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='finals_as_set',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
    ]
