"""A person whom a club knows from one evening to the next."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from tournament.models.clubs import Club
from tournament.names import MOST_OF_A_KEY, NOT_IN_PUBLIC, first_name_and_initial, person_key, with_number
from tournament.phrases.tournaments import CHOICES


class Wish(models.TextChoices):
    """How a person wishes to appear wherever everyone can see it, the least strict first."""

    FULL = "full", CHOICES["wish"]["full"]
    ABBREVIATED = "abbreviated", CHOICES["wish"]["abbreviated"]
    HIDDEN = "hidden", CHOICES["wish"]["hidden"]

    @property
    def strictness(self) -> int:
        """How much the wish hides: from 0, nothing, upwards."""
        return list(Wish).index(self)


class Wished(NamedTuple):
    """A wish, and the name of one's own choice where it is to be abbreviated; empty for first name and initial."""

    wish: Wish = Wish.FULL
    own_name: str = ""

    @classmethod
    def read_from(cls, name: str, number: int, shown_as: str) -> "Wished":
        """The wish that makes this name with this start number appear so."""
        if not shown_as:
            return cls()
        if shown_as == NOT_IN_PUBLIC:
            return cls(Wish.HIDDEN)
        short = first_name_and_initial(name)
        return cls(Wish.ABBREVIATED, "" if shown_as in (short, with_number(short, number)) else shown_as)

    @property
    def columns(self) -> dict[str, str]:
        """The wish as the columns of a person."""
        return {"wish": self.wish.value, "shown_as": self.own_name}


FULL_NAME = Wished()


class PersonQuerySet(models.QuerySet["Person"]):
    """Persons, as they are asked for."""

    def unneeded(self) -> "PersonQuerySet":
        """Those whom nothing refers to any more."""
        return self.filter(entries=None, merged=None, imported_wins=None, imported_losses=None)

    def in_truth(self, real_ids: Iterable[int]) -> "PersonQuerySet":
        """These persons, and all who were found to be one of them."""
        return self.filter(Q(pk__in=real_ids) | Q(merged_into__in=real_ids))


class Person(models.Model):
    """Whoever plays under this name; entries refer to them, and keep the name as it was played.

    `key` is the name as it is compared; several people may have one. Who was found to be somebody else is
    `merged_into` them, never into one who is merged in turn. The name of who is forgotten is empty. Nobody sees a
    person whom no entry refers to, which is why the journal does not tell that one was made.

    `wish` is how they wish to appear, on every evening; `shown_as` the name they have chosen where they are
    abbreviated, else first name and initial. Who is merged has the wish of who they are in truth.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="persons", db_index=False)
    name = models.CharField(max_length=100, blank=True)
    key = models.CharField(max_length=MOST_OF_A_KEY, blank=True)
    wish = models.CharField(max_length=11, choices=Wish, default=Wish.FULL.value, db_default=Wish.FULL.value)
    shown_as = models.CharField(max_length=100, blank=True, default="", db_default="")
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
        """The person that this one is in truth."""
        return self.merged_into or self

    @property
    def real_id(self) -> int:
        """Their key, without asking for them."""
        return self.pk if self.merged_into_id is None else self.merged_into_id

    @property
    def wished(self) -> Wished:
        """How they wish to appear."""
        return Wished(Wish(self.wish), self.shown_as)

    @property
    def public_name(self) -> str:
        """The name on the pages of the club that everyone sees, as they wish; empty for who is forgotten."""
        if not self.name or self.wish == Wish.FULL:
            return self.name
        return NOT_IN_PUBLIC if self.wish == Wish.HIDDEN else self.shown_as or first_name_and_initial(self.name)

    def is_needed(self) -> bool:
        """Whether they play anywhere, or somebody else was found to be them."""
        return not Person.objects.unneeded().filter(pk=self.pk).exists()

    def plays_once(self) -> bool:
        """Whether a single entry refers to them, and nothing else does."""
        entries = self.entries.count()
        others = (self.merged, self.imported_wins, self.imported_losses)
        return self.merged_into_id is None and entries == 1 and not any(other.exists() for other in others)

    @classmethod
    def called(cls, name: str, club: Club) -> "Person":
        """A new person of this name, not stored yet."""
        return cls(club=club, name=name, key=person_key(name))
