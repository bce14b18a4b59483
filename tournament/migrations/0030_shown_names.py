from django.db import migrations
from django.db.models import F

from tournament.models.tournament import new_stamp
from tournament.names import first_name_and_initial, fold, with_number


def abbreviate_the_names_of_the_register(apps, schema_editor):
    """Show first name and initial of the name in the register where an evening abbreviated the name as it was typed.

    Evenings that show another name by that step on, so that no page keeps the one before.
    """
    Entry, Tournament = apps.get_model("tournament", "Entry"), apps.get_model("tournament", "Tournament")
    for tournament in Tournament.objects.filter(entries__person__isnull=False).distinct():
        entries = list(
            Entry.objects.filter(tournament=tournament).select_related("person__merged_into").order_by("number")
        )
        changed = []
        for entry in entries:
            real = entry.person and (entry.person.merged_into or entry.person)
            if not real or real.wish != "abbreviated" or real.shown_as:
                continue
            short = first_name_and_initial(real.name)
            if short == entry.name or entry.shown_as in (short, with_number(short, entry.number)):
                continue
            others = {fold(other.shown_as or other.name) for other in entries if other is not entry}
            entry.shown_as = with_number(short, entry.number) if fold(short) in others else short
            changed.append(entry)
        if changed:
            Entry.objects.bulk_update(changed, ["shown_as"])
            Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1, stamp=new_stamp())


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0029_clubs_have_notices'),
    ]

    operations = [
        migrations.RunPython(abbreviate_the_names_of_the_register, migrations.RunPython.noop),
    ]
