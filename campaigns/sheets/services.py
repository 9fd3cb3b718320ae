"""Create, import, edit, copy, assign and delete characters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller, require_editor, require_player
from campaigns.core.locks import lock_character, locked_series, series_to_run
from campaigns.core.numbered_names import split_number
from campaigns.core.quotas import count_letters, require_room_to_write, require_storage_room
from campaigns.core.refusals import Refused, Stale
from campaigns.experience.descriptions import propose_words, split_described
from campaigns.experience.ledger import MAX_POINTS, Gift, award
from campaigns.experience.opening import ask_to_open, open_balance
from campaigns.models import Character, Membership, Role, Series
from campaigns.people.services import follow_name
from campaigns.sheets.changes import check_change, write_sheet
from campaigns.sheets.json import armed_sheet, canonical, empty_sheet, extra_sheet, fitting_sheet, is_extra
from rules import get_system
from rules.sheets.fate import PLACE, check_fate

MAX_CHARACTERS = 1000
MAX_NAME = 80
MAX_NOTES = 20_000
PLAYERS = ("player_notes",)
"""The fields of a character that only its player may set."""
STORYTELLERS = ("secret_notes", "hidden", "extra")
"""The fields of a character that only the Storyteller may set."""


@dataclass(frozen=True, slots=True)
class ImportedCharacter:
    """A character to import.

    `about` is the source's description, public only if `is_public`. `earned` lists unspent experience as purse and
    points; it goes into the ledger if `has_ledger`. `opening`: what was earned in all and what was spent of it before,
    which goes there if `has_opening`. Of a player's import both wait for the Storyteller. `owner`: the key of the
    member who plays it, if a Storyteller imports.
    """

    name: str
    sheet: Mapping[str, Any]
    notes: str = ""
    about: str = ""
    secret_notes: str = ""
    earned: Sequence[Sequence[Any]] = ()
    opening: Sequence[int] = (0, 0)
    extra: bool = False
    hidden: bool = False
    is_public: bool = False
    has_ledger: bool = False
    has_opening: bool = False
    owner: int | None = None


def create_character(membership: Membership, name: str, archetype: str, *, hidden: bool = False) -> Character:
    """Create a character from an archetype, or from an empty sheet if `archetype` is empty. A player owns what they
    create."""
    with locked_series(membership) as series:
        sheet = _first_sheet(series.system, archetype)
        return _add(membership, series, name, sheet, hidden=hidden, made_freely=is_storyteller(membership))


def import_character(membership: Membership, made: ImportedCharacter) -> Character:
    """Create a character from an imported sheet. Raises `BadInput` if the rules refuse the sheet.

    What the sheet has no place for goes into the Storyteller's notes, also when a player imports.
    """
    with locked_series(membership) as series:
        player = _find_player(series, made.owner) if is_storyteller(membership) and made.owner else None
        is_extra = made.extra and is_storyteller(membership) and player is None
        sheet = extra_sheet(series.system, made.sheet) if is_extra else canonical(series.system, made.sheet)
        character = _add(
            membership,
            series,
            made.name,
            sheet,
            made_freely=True,
            left=_join(["" if made.is_public else made.about, made.secret_notes]),
            notes=_join([made.notes, made.about if made.is_public else ""]),
            extra=is_extra,
            hidden=made.hidden,
        )
        if player is not None:
            Character.objects.filter(pk=character.pk).update(owner=player.user_id, extra=False)
            character.refresh_from_db()
        _open_ledger(membership, character, made)
        return character


def edit_character(
    membership: Membership,
    character: Character,
    version: int,
    values: Mapping[str, Any],
    traits: Mapping[str, Any],
    why: str = "",
) -> Character:
    """Change the record (`values`: name, notes) and the sheet (`traits`: dotted path to value) together.

    What a player says of the powers of a settled character is proposed, not written. Raises `Stale` if the character
    was changed since `version`, and `BadInput` if the rules refuse the sheet.
    """
    with locked_series(membership) as series:
        character = lock_character(character)
        require_editor(character, membership)
        if character.version != version:
            raise Stale(_("Someone changed this character while you were editing."))
        values = _allowed(membership, values)
        require_room_to_write(series, character, values)
        traits, described = split_described(membership, character, traits)
        traits = get_system(series.system).sheets.complete_change(traits)
        sheet = fitting_sheet(series.system, character.sheet, traits)
        check_change(character, membership, sheet, why)
        sheet = _settle_fate(character, sheet, traits)
        values, before = {**values, **_as_the_sheet_says(character, sheet)}, character.name
        for name, value in values.items():
            setattr(character, name, value)
        if not write_sheet(character, sheet, membership.user, why):
            character.version += 1
        character.save(update_fields=[*values, "version"])
        follow_name(character, before)
        if described:
            propose_words(membership, character, described)
    return character


def _settle_fate(character: Character, sheet: dict[str, Any], traits: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sheet with a fate that fits its health boxes. Raises `BadInput` for one that they do not allow."""
    rules = get_system(character.series.system).sheets
    after = rules.parse(sheet)
    if not hasattr(after, PLACE):
        return sheet
    if PLACE in traits:
        check_fate(rules.find_fate, after)
        return sheet
    fate = rules.follow_boxes(character.parsed_sheet(), after)
    return sheet if fate == after.fate else canonical(character.series.system, {**sheet, PLACE: fate})


def copy_as_extra(membership: Membership, character: Character) -> Character:
    """Create an extra with a copy of the character's sheet. It belongs to the Storyteller, and is hidden if the
    character is."""
    with series_to_run(membership) as series:
        character = lock_character(character)
        _require_room(series)
        return Character.objects.create(
            series=series,
            name=number_name(series, character.name),
            sheet=extra_sheet(series.system, character.sheet),
            extra=True,
            hidden=character.hidden,
            made_freely=True,
        )


def find_foe(
    membership: Membership,
    name: str,
    archetype: str,
    weapon: str = "",
    traits: Mapping[str, Any] | None = None,
    *,
    hidden: bool = False,
) -> Character:
    """Return the Storyteller's extra of this name, archetype, weapon and traits, and create it where there is none.

    `weapon`: one of the game's table in place of the archetype's own; `traits`: values of the sheet by dotted path, in
    place of the archetype's own. Raises `Refused` or `BadInput`.
    """
    with series_to_run(membership) as series:
        sheet = _blank_sheet(series.system, archetype)
        if traits:
            sheet = fitting_sheet(series.system, sheet, traits)
        if weapon:
            sheet = armed_sheet(series.system, sheet, weapon)
        sheet = extra_sheet(series.system, sheet)
        alike = series.characters.filter(name=name, owner=None, extra=True, hidden=hidden)
        known = next((character for character in alike if character.sheet == sheet), None)
        return known or _add(membership, series, name, sheet, made_freely=True, hidden=hidden)


def assign_owner(membership: Membership, character: Character, owner: Membership | None) -> None:
    """Give the character to a player, or to the Storyteller if `owner` is None.

    What the player before wrote for the Storyteller goes into the Storyteller's notes.
    """
    with series_to_run(membership) as series:
        if owner is not None:
            _find_player(series, owner.pk)
        fresh, owner_id = lock_character(character), owner.user_id if owner else None
        if fresh.owner_id != owner_id:
            notes = "\n\n".join(filter(None, [fresh.secret_notes, fresh.player_notes]))
            kept = {"owner": owner_id, "secret_notes": notes, "player_notes": ""}
            Character.objects.filter(pk=fresh.pk, series=series).update(**kept)


def list_players(series: Series) -> list[Membership]:
    """Return those to whom a character may belong, by their names."""
    players = Membership.objects.filter(series=series).exclude(role=Role.SPECTATOR)
    return list(players.select_related("user").order_by("user__username"))


def _find_player(series: Series, key: int) -> Membership:
    player = Membership.objects.filter(series=series, pk=key).exclude(role=Role.SPECTATOR).first()
    if player is None:
        raise Refused(_("That person does not play in this series."), status=422, field="owner")
    return player


def remove_character(membership: Membership, character: Character) -> None:
    """Delete a character."""
    with locked_series(membership):
        character = lock_character(character)
        require_editor(character, membership)
        character.delete()


def _open_ledger(membership: Membership, character: Character, made: ImportedCharacter) -> None:
    """Write the imported experience as the first ledger entries. If a player imports, ask the Storyteller to."""
    if not is_storyteller(membership):
        ask_to_open(membership, character, made.opening, made.earned)
        return
    if made.has_opening:
        open_balance(membership, character, *made.opening)
    if not made.has_ledger:
        return
    gifts = [Gift(purse, min(points, MAX_POINTS), _("Carried over")) for purse, points in made.earned if points > 0]
    if gifts:
        award(membership, [character.pk], gifts)


def _join(parts: Sequence[str]) -> str:
    return "\n\n".join(filter(None, parts))[:MAX_NOTES]


def _add(
    membership: Membership,
    series: Series,
    name: str,
    sheet: dict[str, Any],
    *,
    made_freely: bool,
    left: str = "",
    **beside: Any,
) -> Character:
    """Create a character for the member. Only a Storyteller may set the fields in `STORYTELLERS`.

    `left` goes into the Storyteller's notes, also when a player creates the character.
    """
    require_player(membership)
    _require_room(series, count_letters(beside))
    owner = None if is_storyteller(membership) else membership.user_id
    crowd = {"extra": beside.get("extra") or is_extra(series.system, sheet)}
    allowed = _without_secrets(beside) if owner else {**beside, **crowd}
    return Character.objects.create(
        series=series,
        name=name,
        sheet=sheet,
        owner_id=owner,
        made_freely=made_freely,
        **({"secret_notes": left} | allowed),
    )


def _as_the_sheet_says(character: Character, sheet: dict[str, Any]) -> dict[str, bool]:
    """Return the new value of `extra` if the sheet of a Storyteller's character changed to or from an extra's."""
    before, after = (is_extra(character.series.system, values) for values in (character.sheet, sheet))
    return {} if character.owner_id or before == after else {"extra": after}


def _allowed(membership: Membership, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a character that the member may set."""
    if is_storyteller(membership):
        return {name: value for name, value in values.items() if name not in PLAYERS}
    return _without_secrets(values)


def _without_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in STORYTELLERS}


def _first_sheet(system: str, archetype: str) -> dict[str, Any]:
    if archetype:
        return _blank_sheet(system, archetype)
    sheet = empty_sheet(system)
    if sheet is None:
        raise Refused(_("This game starts from an archetype. Choose one."), status=422, field="archetype")
    return sheet


def _blank_sheet(system: str, archetype: str) -> dict[str, Any]:
    sheets = get_system(system).sheets
    if archetype not in sheets.archetypes:
        raise Refused(_("Choose an archetype from the list."), status=422, field="archetype")
    return canonical(system, sheets.blank(archetype))


def _require_room(series: Series, adding: int = 0) -> None:
    limit = min(settings.LIMIT_CHARACTERS or MAX_CHARACTERS, MAX_CHARACTERS)
    if series.characters.count() >= limit:
        raise Refused(_("A series can have up to %(limit)s characters. Delete some first.") % {"limit": limit})
    require_storage_room(series, adding)


def number_name(series: Series, name: str) -> str:
    """Return the first of "Guard 2", "Guard 3" and so on that is free in the series. A copy of "Guard 2" counts on,
    too."""
    taken = set(series.characters.values_list("name", flat=True))
    stem = split_number(name)[0][: MAX_NAME - 5]
    return next(numbered for number in range(2, MAX_CHARACTERS + 3) if (numbered := f"{stem} {number}") not in taken)
