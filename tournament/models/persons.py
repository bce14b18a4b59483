"""Persons whom a club knows from one tournament to the next."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from tournament.models.clubs import Club
from tournament.names import MOST_OF_A_KEY, NOT_IN_PUBLIC, first_name_and_initial, person_key
from tournament.phrases.tournaments import CHOICES


class Wish(models.TextChoices):
    """How a person wishes to appear in public, the least strict first."""

    FULL = "full", CHOICES["wish"]["full"]
    ABBREVIATED = "abbreviated", CHOICES["wish"]["abbreviated"]
    HIDDEN = "hidden", CHOICES["wish"]["hidden"]

    @property
    def strictness(self) -> int:
        """How much the wish hides, from 0 for nothing."""
        return list(Wish).index(self)


class Wished(NamedTuple):
    """A wish, and the short name the person chose for `ABBREVIATED`; empty for first name and initial."""

    wish: Wish = Wish.FULL
    own_name: str = ""

    @property
    def columns(self) -> dict[str, str]:
        """The columns of a person that store the wish."""
        return {"wish": self.wish.value, "shown_as": self.own_name}


FULL_NAME = Wished()


class PersonQuerySet(models.QuerySet["Person"]):
    def unneeded(self) -> "PersonQuerySet":
        """Return the persons that nothing refers to any more."""
        return self.filter(entries=None, merged=None, imported_wins=None, imported_losses=None)

    def including_merged(self, real_ids: Iterable[int]) -> "PersonQuerySet":
        """Return these persons, and all that were merged into them."""
        return self.filter(Q(pk__in=real_ids) | Q(merged_into__in=real_ids))


class Person(models.Model):
    """A person in the register of a club; entries refer to the person, but keep the name used in their tournament.

    `key` is the name folded for comparison; several persons may share one. A duplicate is `merged_into` the real
    person, never into one who is merged in turn. The name of an erased person is empty. Nobody sees a person without
    entries, so the journal does not record that one was created.

    `wish` is how they wish to appear in all tournaments; `shown_as` is the name they chose for when they are
    abbreviated, else empty. A merged person has the wish of the real one.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="persons", db_index=False)
    name = models.CharField(max_length=100, blank=True)
    key = models.CharField(max_length=MOST_OF_A_KEY, blank=True)
    wish = models.CharField(max_length=11, choices=Wish, default=Wish.FULL.value)
    shown_as = models.CharField(max_length=100, blank=True, default="")
    merged_into = models.ForeignKey(
        "tournament.Person", on_delete=models.CASCADE, null=True, blank=True, related_name="merged"
    )

    objects = PersonQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "key"], name="person_of_club_by_key")]
        constraints = [
            models.CheckConstraint(condition=~Q(merged_into=models.F("pk")), name="person_is_not_merged_into_itself"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def real(self) -> "Person":
        """The person itself, or the one it was merged into."""
        return self.merged_into or self

    @property
    def real_id(self) -> int:
        """The key of the real person, without a query."""
        return self.pk if self.merged_into_id is None else self.merged_into_id

    @property
    def wished(self) -> Wished:
        return Wished(Wish(self.wish), self.shown_as)

    @property
    def public_name(self) -> str:
        """The name on the club's public pages, by the person's wish; empty for an erased person."""
        if not self.name or self.wish == Wish.FULL:
            return self.name
        return NOT_IN_PUBLIC if self.wish == Wish.HIDDEN else self.shown_as or first_name_and_initial(self.name)

    def is_needed(self) -> bool:
        return not Person.objects.unneeded().filter(pk=self.pk).exists()

    def plays_once(self) -> bool:
        """Tell whether exactly one entry and nothing else refers to the person."""
        entries = self.entries.count()
        references = (self.merged, self.imported_wins, self.imported_losses)
        return self.merged_into_id is None and entries == 1 and not any(rows.exists() for rows in references)

    @classmethod
    def called(cls, name: str, club: Club) -> "Person":
        """Return a new person of this name, unsaved."""
        return cls(club=club, name=name, key=person_key(name))


class Erasure(models.Model):
    """That somebody was erased, without their name: the start number on an evening, and how the evening is known.

    Day, name and draw seed are those that the evening had then, so that a file made before is recognised. They stay
    when the evening is deleted.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="erasures")
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, related_name="erasures"
    )
    date = models.DateField()
    evening = models.CharField(max_length=100)
    draw_seed = models.TextField(blank=True)
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.date} {self.number}"
