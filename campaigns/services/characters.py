"""Characters: made, changed, copied as extras, given to a player, taken out."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.access import is_storyteller, require_editor
from campaigns.models import Character, Membership, Role, Series
from campaigns.refusals import Refused, Stale
from campaigns.services.locks import locked_series, series_to_run
from campaigns.services.quotas import require_storage_room
from campaigns.services.sheet_changes import check_change, write_sheet
from campaigns.sheets import canonical, empty_sheet, extra_sheet, fitting_sheet
from rules import get_system

MAX_CHARACTERS = 1000
MAX_NAME = 80


def create_character(membership: Membership, name: str, archetype: str, *, hidden: bool = False) -> Character:
    """Make a character from an archetype, or with an empty key from nothing. A player's is their own."""
    with locked_series(membership) as series:
        if membership.role == Role.SPECTATOR:
            raise PermissionDenied(_("Spectators have no characters. Ask the Storyteller for a player's link."))
        _require_room(series)
        storyteller = is_storyteller(membership)
        return Character.objects.create(
            series=series,
            name=name,
            sheet=_first_sheet(series.system, archetype),
            owner_id=None if storyteller else membership.user_id,
            hidden=hidden and storyteller,
            made_freely=storyteller,
        )


def import_character(membership: Membership, name: str, sheet: Mapping[str, Any], **beside: Any) -> Character:
    """Make a character of a sheet from elsewhere. Raises `BadInput` if the rules do not allow it.

    `beside`: notes, and what only the Storyteller's characters have: secret_notes, extra, hidden.
    """
    with locked_series(membership) as series:
        if membership.role == Role.SPECTATOR:
            raise PermissionDenied(_("Spectators have no characters. Ask the Storyteller for a player's link."))
        _require_room(series)
        storyteller = is_storyteller(membership)
        return Character.objects.create(
            series=series,
            name=name,
            sheet=canonical(series.system, sheet),
            notes=beside.get("notes", ""),
            secret_notes=beside.get("secret_notes", "") if storyteller else "",
            extra=beside.get("extra", False) and storyteller,
            hidden=beside.get("hidden", False) and storyteller,
            owner_id=None if storyteller else membership.user_id,
            made_freely=True,
        )


def edit_character(
    membership: Membership,
    character: Character,
    version: int,
    values: Mapping[str, Any],
    traits: Mapping[str, Any],
    why: str = "",
) -> Character:
    """Change the record (`values`: name, notes) and the sheet (`traits`: dotted path to value) in one go.

    Raises `Stale` if it was changed since `version`, and `BadInput` if the rules do not allow the sheet.
    """
    with locked_series(membership) as series:
        character = _fresh(character)
        require_editor(character, membership)
        if character.version != version:
            raise Stale(_("Somebody changed this character while you wrote. Load the page again to see it."))
        if not is_storyteller(membership):
            values = {name: value for name, value in values.items() if name not in ("secret_notes", "hidden")}
        for name, value in values.items():
            setattr(character, name, value)
        sheet = fitting_sheet(series.system, character.sheet, traits)
        check_change(character, membership, sheet, why)
        if not write_sheet(character, sheet, membership.user, why):
            character.version += 1
        character.save(update_fields=[*values, "version"])
    return character


def copy_as_extra(membership: Membership, character: Character) -> Character:
    """Make an extra after this character: the Storyteller's, and hidden as long as the first one is."""
    with series_to_run(membership) as series:
        character = _fresh(character)
        _require_room(series)
        return Character.objects.create(
            series=series,
            name=_numbered_name(series, character.name),
            sheet=extra_sheet(series.system, character.sheet),
            extra=True,
            hidden=character.hidden,
            made_freely=True,
        )


def assign_owner(membership: Membership, character: Character, owner: Membership | None) -> None:
    """Give the character to a player, or take it back to the Storyteller."""
    with series_to_run(membership) as series:
        if (
            owner is not None
            and not Membership.objects.filter(
                pk=owner.pk, series=series, role__in=(Role.PLAYER, Role.STORYTELLER)
            ).exists()
        ):
            raise Refused(_("That person does not play in this series."), status=422, field="owner")
        Character.objects.filter(pk=character.pk, series=series).update(owner=owner.user_id if owner else None)


def remove_character(membership: Membership, character: Character) -> None:
    """Delete a character for good."""
    with locked_series(membership):
        character = _fresh(character)
        require_editor(character, membership)
        character.delete()


def _first_sheet(system: str, archetype: str) -> dict[str, Any]:
    sheets = get_system(system).sheets
    if archetype:
        if archetype not in sheets.archetypes:
            raise Refused(_("Choose an archetype from the list."), status=422, field="archetype")
        return canonical(system, sheets.blank(archetype))
    sheet = empty_sheet(system)
    if sheet is None:
        raise Refused(_("This system starts from an archetype. Choose one."), status=422, field="archetype")
    return sheet


def _require_room(series: Series) -> None:
    limit = min(settings.LIMIT_CHARACTERS or MAX_CHARACTERS, MAX_CHARACTERS)
    if series.characters.count() >= limit:
        raise Refused(_("A series holds %(limit)s characters. Take some out first.") % {"limit": limit})
    require_storage_room(series)


def _numbered_name(series: Series, name: str) -> str:
    """The first of "Guard 2", "Guard 3" ... that nobody in the series carries."""
    taken = set(series.characters.values_list("name", flat=True))
    stem = name[: MAX_NAME - 5]
    return next(numbered for number in range(2, MAX_CHARACTERS + 3) if (numbered := f"{stem} {number}") not in taken)


def _fresh(character: Character) -> Character:
    fresh = Character.objects.select_for_update(of=("self",)).select_related("series").filter(pk=character.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this character out."), status=404)
    return fresh
