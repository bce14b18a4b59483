"""Every word of a page enters once: its name is stored in the transaction of its change.

`change` calls `enter_word` behind its lock, before it checks anything: a word that has entered is not told afterwards
that the tournament is closed. So do the actions that open a transaction of their own. A word that was refused or
discarded never enters later, however late it arrives. A refusal that only asks something is not stored: the answer to
it is a new word. Whoever may not do the action has nothing stored.
"""

import json
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from tournament.engine.refusals import Refused
from tournament.machine.rates import Rate
from tournament.machine.visitors import guest_network, phone_secret
from tournament.machine.words import DISCARDS, EnteredBeforeError, saying
from tournament.models.words import KEPT_FOR, SaidWord

# Refusals of which the page asks something; nothing is refused until it is answered.
QUESTIONS = frozenset({"booking_asked", "perhaps_known", "score_surprises"})
# Refusals of somebody who may not do what they ask for.
OF_STRANGERS = frozenset({"not_allowed"})
# Of a refusal, only that it was one.
BARE = {"code": "refused_before", "values": {}}
OF_A_PHONE = Rate("refused-words-of-a-phone", at_once=60, seconds=10)
OF_A_NETWORK = Rate("refused-words-of-a-network", at_once=300, seconds=5)


def enter_word() -> None:
    """Store the name of the word that is being said; to be called in the transaction of its change.

    Raises EnteredBeforeError where it has entered or was discarded, and the same Refused again where it was refused.
    """
    current_word = saying()
    name = current_word.name if current_word else None
    if current_word is None or name is None or current_word.has_entered:
        return
    if not _store(name):
        word = SaidWord.objects.get(pk=name)
        if word.refusal is not None:
            raise _refused_before(word.refusal)
        raise EnteredBeforeError
    current_word.has_entered = True


def _refused_before(refusal: dict[str, Any]) -> Refused:
    refused = Refused("refused_before")
    refused.code, refused.values = refusal["code"], refusal["values"]
    return refused


def refuse_word(request: HttpRequest, refused: Refused) -> None:
    """Store that the word of the request was refused, so that it never enters."""
    current_word = saying()
    name = current_word.name if current_word else None
    if name and refused.code not in QUESTIONS | OF_STRANGERS and not _wait(request):
        _store(name, refusal=storable(refused))


def forget_refusals() -> None:
    """Leave of each stored refusal that it was one: its values may name a person who is being erased."""
    SaidWord.objects.exclude(refusal=None).update(refusal=BARE)


def storable(refused: Refused) -> dict[str, Any]:
    """Return the refusal as JSON; of one with values that JSON does not give back, only that it was one."""
    values = _with_lists(refused.values)
    with suppress(TypeError):
        if json.loads(json.dumps(values)) == values:
            return {"code": refused.code, "values": values}
    return BARE


def _with_lists(value: Any) -> Any:
    """Return the value with a list for each tuple."""
    if isinstance(value, dict):
        return {key: _with_lists(item) for key, item in value.items()}
    return [_with_lists(item) for item in value] if isinstance(value, list | tuple) else value


def has_entered(request: HttpRequest) -> bool:
    """Tell whether the word of the request has entered; where its owner discards it, store that it never shall."""
    current_word = saying()
    name = current_word.name if current_word else None
    if name is None:
        raise Refused("not_understood")
    if DISCARDS not in request.headers:
        return any(word.has_entered for word in SaidWord.objects.filter(pk=name))
    if seconds := _wait(request):
        raise Refused("words_too_often", seconds=seconds)
    return not _store(name, is_discarded=True) and SaidWord.objects.get(pk=name).has_entered


def _wait(request: HttpRequest) -> int:
    """How many seconds this phone and its network must wait until the next answer is stored for them; else count it."""
    rate_uses = [(OF_A_NETWORK, guest_network(request))]
    if secret := phone_secret(request):
        rate_uses.append((OF_A_PHONE, secret))
    if seconds := max(rate.wait(whom) for rate, whom in rate_uses):
        return seconds
    for rate, whom in rate_uses:
        rate.use(whom)
    return 0


def sweep() -> None:
    """Remove the words of which no page asks any more."""
    SaidWord.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def _store(name: UUID, **answer: Any) -> bool:
    """Store the word; return False if there is an answer already. A word stored at the same time is waited for."""
    now = timezone.now()
    word = SaidWord(id=name, at=now, **answer)
    fields = SaidWord._meta.concrete_fields
    values = [field.get_db_prep_save(getattr(word, field.attname), connection) for field in fields]
    names = ", ".join(connection.ops.quote_name(field.attname) for field in fields)
    table = connection.ops.quote_name(SaidWord._meta.db_table)
    places = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT DO NOTHING", values)
        return bool(cursor.rowcount)
