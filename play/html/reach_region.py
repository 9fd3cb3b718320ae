"""The region of range bands: how far everybody is from the one who acts, where a fight has bands."""

from django.utils.safestring import SafeString

from play.html.fingerprint import fingerprint
from play.html.ladder import measure
from play.html.offer_cards import Draw
from play.seats.board import Board


def draw_reach(board: Board, draw: Draw) -> SafeString:
    """Draw the line of range bands, or an empty element."""
    battle = board.battle
    if battle is None or battle["phase"] != "running" or battle["picture"].get("kind") != "ladder":
        return draw("_reach", "", {})
    picture, shown = battle["picture"], ("id", "name", "initials", "mine", "own", "extra", "hidden", "portrait")
    stands = [[who.get(name) for name in shown] for who in battle["combatants"]]
    ground = (picture["difficult_terrain"], picture["rough"])
    key = fingerprint((picture["positions"], picture["rows"], stands, ground))
    return draw("_reach", key, lambda: {"reach": measure(battle), "terrain": picture["difficult_terrain"]})
