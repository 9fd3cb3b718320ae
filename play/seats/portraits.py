"""Which combatants show a portrait to a seat, and where a view carries its address."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.urls import reverse

from campaigns.models import Character
from rules.battle import Seat
from rules.lru_cache import cached_by_identity
from rules.view import BattleView, CombatantView


def show_portraits(
    view: BattleView, characters: Iterable[Character], seat: Seat, scene: int, read_all: Callable[[], BattleView]
) -> BattleView:
    """Return the view, with the address of a portrait at each combatant of this scene whose face the seat may know.

    `read_all` gives the Storyteller's view, which says who everybody is. It is only called where there are portraits.
    """
    pictured = {str(character.pk): character for character in characters if character.portrait_name}
    if not pictured:
        return view
    known = {who["id"]: pictured.get(who["character"] or "") for who in read_all()["combatants"]}
    portraits = {
        who["id"]: _address(seat, character, scene)
        for who in view["combatants"]
        if (character := known.get(who["id"])) is not None and _may_see(seat, who, character)
    }
    return put_portraits(view, portraits) if portraits else view


def _may_see(seat: Seat, who: CombatantView, character: Character) -> bool:
    """Return whether the seat may see the face. A face says who somebody is: hidden or renamed combatants show none."""
    return seat.controls(str(character.pk)) or (not who["hidden"] and who["name"] == character.name)


def _address(seat: Seat, character: Character, scene: int) -> str:
    """Return the address of the picture.

    The table itself serves that of a character that the seat knows only by this fight.
    """
    if seat.controls(str(character.pk)) or not character.hidden:
        return character.face_url
    return f"{reverse('table_face', args=[scene, character.pk])}?{character.portrait_name}"


def put_portraits(view: BattleView, portraits: Mapping[str, str]) -> BattleView:
    """Return the view with the address of a portrait at each of these combatants, by id."""
    combatants = [
        _put_portrait(who, sys.intern(portraits[who["id"]])) if who["id"] in portraits else who
        for who in view["combatants"]
    ]
    return {**view, "combatants": combatants, "picture": _put_on_tokens(view["picture"], portraits)}


@cached_by_identity(2048)
def _put_portrait(who: CombatantView, address: str) -> CombatantView:
    """Return the combatant with this address. Whose view stays the same object stays one with its portrait, too."""
    return {**who, "portrait": address}


def _put_on_tokens(picture: Mapping[str, Any], portraits: Mapping[str, str]) -> Mapping[str, Any]:
    """Put the addresses on a wheel's tokens, which carry all that is drawn of them.

    Other pictures name combatants by id.
    """
    if "tokens" not in picture:
        return picture
    tokens = [
        {**token, "portrait": portraits[token["id"]]} if token["id"] in portraits else token
        for token in picture["tokens"]
    ]
    return {**picture, "tokens": tokens}
