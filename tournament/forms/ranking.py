"""What a tournament ranks by, in its form: a preset, or an order of its own put together by buttons."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament.engine.criteria import CHOICES, PRESETS, ranking_of
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Criterion, Ranking
from tournament.forms.sent import refused_as_input
from tournament.phrases.standings import CRITERIA, RANKING_NAMES, criterion_label, ranking_sentence

OWN_RANKING = "own"


def _offered() -> list[tuple[str, str]]:
    presets = [(key, f"{RANKING_NAMES[key]}: {_listed(ranking)}") for key, ranking in PRESETS.items()]
    return [*presets, (OWN_RANKING, _("An order of our own"))]


def _listed(ranking: Ranking) -> str:
    return ", ".join(map(criterion_label, ranking))


def stored(ranking: Sequence[str]) -> str:
    """The list as a tournament stores it."""
    return " ".join(ranking)


def _read(text: str) -> str:
    return stored(ranking_of(text.split()))


class RankingWidget(forms.Select):
    """The presets, and below them the list itself: each button sends the form, which comes back with the list changed.

    The list goes along in hidden fields, head-to-head always last. What is chosen above counts, but for a button.
    """

    template_name = "tournaments/ranking.html"
    is_moved = False

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str | None:
        """The list that was chosen, as a tournament stores it; None where the page says nothing.

        It may also be said as it is stored.
        """
        chosen = data.get(name)
        every = data.getlist if hasattr(data, "getlist") else data.get
        listed = list(every(f"{name}_list") or ())
        if move := data.get(f"{name}_move"):
            self.is_moved = True
            return stored(_moved(listed, move))
        if chosen is None:
            return None
        if chosen in PRESETS:
            return stored(PRESETS[chosen])
        return stored(listed) if chosen == OWN_RANKING else str(chosen)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """With the criteria that are on, in their order, and those that are off."""
        ranking = shown(value)
        preset = next((key for key, listed in PRESETS.items() if listed == ranking), OWN_RANKING)
        context = super().get_context(name, preset, attrs)
        movable = [criterion for criterion in ranking if criterion is not Criterion.HEAD_TO_HEAD]
        context["widget"] |= {
            "is_open": self.is_moved or preset == OWN_RANKING,
            "first": capfirst(str(CRITERIA[Criterion.MATCH_WINS].rule)),
            "last": capfirst(str(CRITERIA[Criterion.LOT].rule)),
            "on": [
                {
                    "value": criterion.value,
                    "label": criterion_label(criterion),
                    "rule": capfirst(str(CRITERIA[criterion].rule)),
                    "up": criterion in movable[1:],
                    "down": criterion in movable[:-1],
                }
                for criterion in ranking
            ],
            "off": [
                {
                    "value": criterion.value,
                    "label": criterion_label(criterion),
                    "rule": capfirst(str(CRITERIA[criterion].rule)),
                }
                for criterion in CHOICES
                if criterion not in ranking
            ],
        }
        return context


def shown(value: str | None) -> Ranking:
    """The ranking that the form shows; that of Konstanz where the value is none."""
    try:
        return KONSTANZ if value is None else ranking_of(value.split())
    except Refused:
        return KONSTANZ


def _moved(listed: list[str], move: str) -> list[str]:
    """The list after a button: `up`, `down`, `off` or `on` with a criterion; whatever else it says changes nothing."""
    way, _blank, name = move.partition(" ")
    listed = [one for one in listed if one != name] if way in ("off", "on") else listed
    if way == "on":
        listed.append(name)
    elif way in ("up", "down") and name in listed:
        old = listed.index(name)
        new = min(max(old + (1 if way == "down" else -1), 0), len(listed) - 1)
        listed.insert(new, listed.pop(old))
    return sorted(listed, key=lambda one: one == Criterion.HEAD_TO_HEAD)


class RankingField(forms.Field):
    """The criteria between wins and lot, as a tournament stores them; None where the page says nothing of them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False,
            widget=RankingWidget(choices=CallableChoiceIterator(_offered)),
            initial=stored(KONSTANZ),
            **options,
        )

    def clean(self, value: Any) -> str | None:
        return None if value is None else refused_as_input(_read, value)


def fixed_sentence(value: str) -> str:
    """The ranking in words, and that it was fixed with the draw of round 1."""
    return f"{ranking_sentence(shown(value))} {_('This was fixed when round 1 was drawn.')}"
