from django.db import migrations, models


def name_undone_as_every_undo(apps, schema_editor):
    """A result that was taken back is told like everything taken back: with what was, inside."""
    lines = apps.get_model("tournament", "JournalLine").objects.filter(action="result_undone")
    for line in lines:
        line.action, line.facts = "undone", {"action": "result_recorded", "facts": line.facts}
        line.save(update_fields=["action", "facts"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(name_undone_as_every_undo, migrations.RunPython.noop),
        migrations.AddField(
            model_name='entry',
            name='is_here',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='round',
            name='is_hidden',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='boards',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='boards at the venue'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='hides_new_rounds',
            field=models.BooleanField(default=False, verbose_name='keep new rounds hidden'),
        ),
    ]
