from django.db import migrations
from django.db.models import F

from tournament.models.tournament import new_stamp
from tournament.names import first_name_and_initial, fold, with_number


def abbreviated_before(name):
    """The first word and the first letter of the last one, as names were abbreviated until now."""
    first, *others = name.split()
    initials = [word[0] for word in others if word[0].isalpha()]
    short = f"{first[:80]} {initials[-1]}." if initials else name
    return name if short == f"{name}." else short


def abbreviate_anew(apps, schema_editor):
    """Show titles, particles, patronymics and suffixes as names are abbreviated now; names of one's own choice stay.

    Evenings that show another name by that step on, so that no page keeps the one before.
    """
    Entry, Tournament = apps.get_model("tournament", "Entry"), apps.get_model("tournament", "Tournament")
    for tournament in Tournament.objects.exclude(entries__shown_as="").distinct():
        entries = list(
            Entry.objects.filter(tournament=tournament).select_related("person__merged_into").order_by("number")
        )
        changed = []
        for entry in entries:
            real = entry.person and (entry.person.merged_into or entry.person)
            name = real.name if real else entry.name
            if not name or not entry.shown_as or (real and (real.wish != "abbreviated" or real.shown_as)):
                continue
            before, short = abbreviated_before(name), first_name_and_initial(name)
            if before == short or entry.shown_as not in (before, with_number(before, entry.number)):
                continue
            others = {fold(other.shown_as or other.name) for other in entries if other is not entry}
            entry.shown_as = with_number(short, entry.number) if fold(short) in others else short
            changed.append(entry)
        if changed:
            Entry.objects.bulk_update(changed, ["shown_as"])
            Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1, stamp=new_stamp())


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0042_one_beginning'),
    ]

    operations = [
        migrations.RunPython(abbreviate_anew, migrations.RunPython.noop),
    ]
