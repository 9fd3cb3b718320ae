"""Change health boxes and points by touch on the sheet's own page, between scenes.

While a scene is open, its table takes the taps and writes them into its log.
"""

from datetime import timedelta
from typing import cast

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle.attendance import find_fight
from campaigns.chronicle.tree import list_open_scenes
from campaigns.core.access import require_editor
from campaigns.core.language import translate
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, SheetChange, User
from campaigns.sheets.changes import complete_sheet, write_sheet
from rules import get_system
from rules.battle import Json
from rules.errors import RulesError
from rules.paths import write_path
from rules.sheets.touch import TapTarget, touch_sheet
from rules.text import Text, isolate_name

TAPPED = Text("By tapping")
TOGETHER = timedelta(seconds=30)
"""Taps of one person on one place within this time are one line of the sheet's history."""


def tap_sheet(membership: Membership, character: Character, touched: TapTarget) -> None:
    """Change one pool, or boxes of the health track. Raises `Refused` in a fight, and where nothing would change."""
    with locked_series(membership):
        character = lock_character(character)
        require_editor(character, membership)
        _require_between(membership, character)
        rules, stored = get_system(character.series.system).sheets, complete_sheet(character)
        try:
            _change, values = touch_sheet(rules, stored, rules.parse(stored), touched)
            for path, value in values.items():
                stored = write_path(stored, path, value)
            rules.parse(stored)
        except RulesError as refusal:
            raise Refused(translate(refusal.sentence)) from refusal
        whole = cast("dict[str, Json]", stored)
        changed = {name: whole[name] for name in {path.partition(".")[0] for path in values}}
        _write(character, {**character.sheet, **changed}, membership.user)


def last_tap(character: Character, user: User) -> SheetChange | None:
    """Return the person's last tap if nothing else has changed the sheet since, for the button that takes it back."""
    last = character.changes.select_related("undone_by").first()
    is_own = last is not None and last.user_id == user.pk and last.why == TAPPED
    return last if is_own and not hasattr(last, "undone_by") else None


def _require_between(membership: Membership, character: Character) -> None:
    """Raise `Refused` if a scene is open that the member may know of: its table, or its fight, has the points."""
    scenes = list_open_scenes([membership])
    if fight := find_fight(character, scenes):
        said = _("%(who)s is in a fight. Change points at the table of “%(scene)s”.")
        raise Refused(said % {"who": isolate_name(character.name), "scene": isolate_name(fight.title)})
    if scenes:
        said = _("“%(scene)s” is open, so points change at its table. Load the sheet again.")
        raise Refused(said % {"scene": isolate_name(scenes[-1].title)})


def _write(character: Character, sheet: dict[str, Json], user: User) -> None:
    before = last_tap(character, user)
    done = write_sheet(character, sheet, user, TAPPED)
    if before is None or done is None or timezone.now() - before.at > TOGETHER or {*before.values} != {*done.values}:
        return
    values = {path: [was, done.values[path][1]] for path, (was, _now) in before.values.items()}
    done.delete()
    if all(was == now for was, now in values.values()):
        before.delete()
    else:
        SheetChange.objects.filter(pk=before.pk).update(values=values, at=timezone.now())
