"""Faces: which combatants show a portrait to a seat."""

from collections.abc import Callable, Iterable

from django.urls import reverse

from campaigns.models import Character
from play.faces import put_in
from rules.battle import Seat
from rules.view import BattleView, CombatantView


def show_faces(
    view: BattleView, characters: Iterable[Character], seat: Seat, scene: int, read_all: Callable[[], BattleView]
) -> BattleView:
    """The view, with the address of a portrait at each combatant of this scene whose face the seat may know.

    `read_all` gives the Storyteller's view: it says who everybody is. It is only asked where there are portraits.
    """
    pictured = {str(character.pk): character for character in characters if character.portrait_name}
    if not pictured:
        return view
    known = {who["id"]: pictured.get(who["character"] or "") for who in read_all()["combatants"]}
    faces = {
        who["id"]: _address(seat, character, scene)
        for who in view["combatants"]
        if (character := known.get(who["id"])) is not None and _may_see(seat, who, character)
    }
    return put_in(view, faces) if faces else view


def _may_see(seat: Seat, who: CombatantView, character: Character) -> bool:
    """A face says who somebody is: it is not shown of whoever is hidden, or goes by another name."""
    return seat.controls(str(character.pk)) or (not who["hidden"] and who["name"] == character.name)


def _address(seat: Seat, character: Character, scene: int) -> str:
    """Where the picture is: of a character that the seat knows only by this fight, the table itself serves it."""
    if seat.controls(str(character.pk)) or not character.hidden:
        return character.face_url
    return f"{reverse('table_face', args=[scene, character.pk])}?{character.portrait_name}"
