import unicodedata
from collections import defaultdict

from django.db import migrations

MOST_OF_A_KEY = 200


def begin_a_club(apps, schema_editor):
    """One club, not named yet: it has all tournaments, every account directs in it, equal names are one person."""
    club = apps.get_model("tournament", "Club").objects.create(slug="club")
    apps.get_model("tournament", "Tournament").objects.update(club=club)
    Membership = apps.get_model("tournament", "Membership")
    accounts = apps.get_model("auth", "User").objects.filter(helper=None)
    Membership.objects.bulk_create(Membership(club=club, account=account) for account in accounts.order_by("pk"))
    _tie_entries(apps, club)


def _tie_entries(apps, club):
    """In each tournament the first of a name is one person, the second another: namesakes are in both their clubs'."""
    Person, Entry = apps.get_model("tournament", "Person"), apps.get_model("tournament", "Entry")
    lines = apps.get_model("tournament", "JournalLine").objects.filter(action="person_forgotten")
    forgotten = {(line.tournament_id, line.facts["number"]) for line in lines.only("tournament_id", "facts")}
    people, nobody = defaultdict(list), []
    entries = list(
        Entry.objects.filter(tournament__is_practice=False)
        .order_by("tournament__date", "tournament", "number")
        .only("tournament_id", "number", "name", "club")
    )
    for entry in entries:
        if (entry.tournament_id, entry.number) in forgotten:
            entry.person = Person(club=club)
            nobody.append(entry.person)
            continue
        entry.key = unicodedata.normalize("NFKC", entry.name).casefold()[:MOST_OF_A_KEY]
        others = [known for known in people[entry.key] if known["tournament"] != entry.tournament_id]
        same_club = [known for known in others if known["club"] == entry.club.casefold()]
        known = next(iter(same_club or others), None)
        if known is None:
            known = {"person": Person(club=club, name=entry.name, key=entry.key)}
            people[entry.key].append(known)
        # As it was played last.
        known["person"].name = entry.name
        known |= {"tournament": entry.tournament_id, "club": entry.club.casefold()}
        entry.person = known["person"]
    known_people = [known["person"] for namesakes in people.values() for known in namesakes]
    Person.objects.bulk_create([*known_people, *nobody], batch_size=500)
    for entry in entries:
        entry.person_id = entry.person.pk
    Entry.objects.bulk_update(entries, ["person"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0014_clubs"),
    ]

    operations = [
        # Nobody goes back to a version before but the tests.
        migrations.RunPython(begin_a_club, migrations.RunPython.noop),
    ]
