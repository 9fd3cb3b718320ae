"""Where a view's portraits stand, so that whatever draws a combatant finds its own."""

from collections.abc import Mapping
from typing import Any

from rules.view import BattleView, CombatantView


def put_in(view: BattleView, faces: Mapping[str, str]) -> BattleView:
    """The view with the address of a portrait at each of these combatants, by id."""
    combatants: list[CombatantView] = [
        {**who, "portrait": faces[who["id"]]} if who["id"] in faces else who for who in view["combatants"]
    ]
    return {**view, "combatants": combatants, "picture": _put_on_tokens(view["picture"], faces)}


def _put_on_tokens(picture: dict[str, Any], faces: Mapping[str, str]) -> dict[str, Any]:
    """A wheel's tokens carry all that is drawn of them; the other pictures name combatants by their ids."""
    if "tokens" not in picture:
        return picture
    tokens = [{**one, "portrait": faces[one["id"]]} if one["id"] in faces else one for one in picture["tokens"]]
    return {**picture, "tokens": tokens}
