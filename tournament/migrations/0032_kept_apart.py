import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_rematches_evenly'),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveSmallIntegerField()),
                ('until', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournament.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart_from', to='tournament.entry')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('first', 'second', 'since'), name='kept_apart_once'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='kept_apart_from_another'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='kept_apart_some_time')],
            },
        ),
    ]
