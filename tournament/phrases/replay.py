"""A match told move by move."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.phrases.board import roll_text
from tournament.transcripts.replays import Scene
from tournament.transcripts.written import WrittenActionKind


def scene_sentence(scene: Scene, names: Sequence[str]) -> str:
    """What was done; `names` are the players in the order of the transcript."""
    if scene.action is None:
        return _begin_or_end(scene, names)
    name = names[scene.action.player]
    match scene.action.kind:
        case WrittenActionKind.DOUBLE:
            return _("%(name)s doubles to %(cube)s.") % {"name": name, "cube": scene.action.value}
        case WrittenActionKind.TAKE:
            return _("%(name)s takes.") % {"name": name}
        case WrittenActionKind.DROP:
            return _("%(name)s passes.") % {"name": name}
        case WrittenActionKind.RESIGN:
            return _("%(name)s resigns.") % {"name": name}
    rolled = {"name": name, "roll": roll_text(scene.action.roll), "play": scene.action.play}
    if not scene.action.play:
        return _("%(name)s rolls %(roll)s and cannot move.") % rolled
    return _("%(name)s rolls %(roll)s and plays %(play)s.") % rolled


def _begin_or_end(scene: Scene, names: Sequence[str]) -> str:
    if scene.winner is None:
        return _("Game %(game)s begins.") % {"game": scene.game}
    sentence = ngettext("%(name)s wins %(count)d point.", "%(name)s wins %(count)d points.", scene.points)
    return sentence % {"name": names[scene.winner], "count": scene.points}


def cube_sentence(scene: Scene, names: Sequence[str]) -> str:
    """What the cube shows and whose it is; nothing as long as it has not been turned."""
    if scene.owner is None:
        return ""
    return _("Cube: %(cube)s, with %(name)s") % {"cube": scene.cube, "name": names[scene.owner]}
