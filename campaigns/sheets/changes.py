"""Change sheets. Every change is stored with the values before and after, and can be undone."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller, require_editor
from campaigns.core.language import translate
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Proposal, SheetChange, User
from campaigns.sheets.json import canonical, with_values
from rules import get_system
from rules.battle import Json
from rules.errors import BadInput


def write_sheet(character: Character, sheet: dict[str, Json], user: User | None, why: str = "") -> SheetChange | None:
    """Replace the character's sheet and store the differences. Return None if there are none.

    `user` is None for the table itself. The character's row must be locked.
    """
    values = {path: [before, after] for path, before, after in differences(character.sheet, sheet)}
    if not values:
        return None
    character.sheet = sheet
    character.version += 1
    character.save(update_fields=["sheet", "version"])
    return SheetChange.objects.create(character=character, user=user, why=why, values=values)


def differences(before: Json, after: Json, path: str = "") -> Iterator[tuple[str, Json, Json]]:
    """Yield each place that differs as (dotted path, value before, value after). A list counts as one place."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(key for key in after if key not in before)]:
            inner = f"{path}.{key}" if path else key
            yield from differences(before.get(key), after.get(key), inner)
    elif before != after:
        yield path, before, after


def check_change(character: Character, membership: Membership, sheet: Json, why: str) -> None:
    """Raise `Refused` if the member may not change a settled character into `sheet`.

    Its player may change what a scene changes, and what is the player's own, such as equipment. Other traits change by
    experience, or by a Storyteller who says why.
    """
    if not character.settled:
        return
    passing = {*passing_paths(character), *own_paths(character)}
    before = complete_sheet(character)
    lasting = [path for path, _before, _after in differences(before, sheet) if not _is_among(path, passing)]
    if lasting and not is_storyteller(membership):
        raise Refused(
            _("This character is finished: raise lasting traits with experience, or ask the Storyteller."), status=403
        )
    if lasting and not why.strip():
        raise Refused(_("Give a reason: it is recorded with the change to a lasting trait."), status=422, field="why")


def complete_sheet(character: Character) -> Json:
    """Return the character's sheet with the places that it lacks since it is older than they are."""
    try:
        return {**canonical(character.series.system, character.sheet), **character.sheet}
    except BadInput:
        return character.sheet


def passing_paths(character: Character) -> set[str]:
    """Return the paths of the traits that a scene may change."""
    rules = get_system(character.series.system).sheets
    sheet = rules.parse(character.sheet)
    layout, kept = rules.layout(sheet), rules.kept_by("storyteller", sheet)
    keys = {trait.key for section in layout if section.scene for trait in section.traits}
    return {key for key in keys if key.partition(".")[0] not in kept}


def own_paths(character: Character) -> frozenset[str]:
    """Return the places of the sheet that its player keeps after it is made: Intimacies, equipment, notes."""
    return get_system(character.series.system).sheets.kept_by("player", character.parsed_sheet())


def undo_change(membership: Membership, change: SheetChange) -> None:
    """Restore what a change replaced, as a change of its own. Raises `Refused` if those values were changed since."""
    with locked_series(membership) as series:
        character = lock_character(change.character)
        require_editor(character, membership)
        if SheetChange.objects.filter(undoes=change).exists():
            raise Refused(_("That was already taken back."))
        if Proposal.objects.filter(change=change).exists():
            raise Refused(_("That was bought: take back the purchase on the experience page, and its points return."))
        if any(get_value(character.sheet, path) != after for path, (_before, after) in change.values.items()):
            raise Refused(_("The sheet has changed since: edit it by hand."))
        sheet = with_values(character.sheet, {path: before for path, (before, _after) in change.values.items()})
        try:
            sheet = canonical(series.system, sheet)
        except BadInput as refusal:
            raise Refused(
                _("The rules would reject the resulting sheet. %(sentence)s")
                % {"sentence": translate(refusal.sentence)}
            ) from refusal
        check_change(character, membership, sheet, "taken back")
        done = write_sheet(character, sheet, membership.user, "taken back")
        if done:
            SheetChange.objects.filter(pk=done.pk).update(undoes=change)


def _is_among(path: str, known: set[str]) -> bool:
    return any(path == key or path.startswith(f"{key}.") or key.startswith(f"{path}.") for key in known)


def get_value(sheet: Any, path: str) -> Any:
    """Return the value at a dotted path, or None if the sheet has no such place."""
    for name in path.split("."):
        sheet = sheet.get(name) if isinstance(sheet, Mapping) else None
    return sheet
