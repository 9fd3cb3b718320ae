"""Faces: which combatants show a portrait to a seat."""

from collections.abc import Callable, Iterable

from campaigns.models import Character
from play.faces import put_in
from rules.battle import Seat
from rules.view import BattleView, CombatantView


def show_faces(
    view: BattleView, characters: Iterable[Character], seat: Seat, read_all: Callable[[], BattleView]
) -> BattleView:
    """The view, with the address of a portrait at each combatant whose face the seat may know.

    `read_all` gives the Storyteller's view: it says who everybody is. It is only asked where there are portraits.
    """
    pictured = {str(character.pk): character for character in characters if character.portrait_name}
    if not pictured:
        return view
    known = {who["id"]: pictured.get(who["character"] or "") for who in read_all()["combatants"]}
    faces = {
        who["id"]: character.face_url
        for who in view["combatants"]
        if (character := known.get(who["id"])) is not None and _may_see(seat, who, character)
    }
    return put_in(view, faces) if faces else view


def _may_see(seat: Seat, who: CombatantView, character: Character) -> bool:
    """A face says who somebody is: it is not shown of a character nobody knows of, or that goes by another name."""
    if seat.controls(str(character.pk)):
        return True
    return not (character.hidden or who["hidden"]) and who["name"] == character.name
