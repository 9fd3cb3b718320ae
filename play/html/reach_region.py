"""The region of distances: how far everybody is from the one who acts, in range bands or in yards."""

from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.fingerprint import fingerprint
from play.html.ladder import measure
from play.html.offer_cards import Draw
from play.seats.board import Board
from rules.text import Text
from rules.view import BattleView


def draw_reach(board: Board, draw: Draw) -> SafeString:
    """Draw the line of range bands, or the yards that are known, or an empty element."""
    battle = board.battle
    if battle is None or battle["phase"] != "running":
        return draw("_reach", "", {})
    picture, shown = battle["picture"], ("id", "name", "initials", "mine", "own", "extra", "hidden", "portrait")
    stands = [[who.get(name) for name in shown] for who in battle["combatants"]]
    if picture.get("distances"):
        acting = [who["acts_now"] for who in battle["combatants"]]
        key = fingerprint((picture["distances"], stands, acting))
        return draw("_reach", key, lambda: {"yards": list_yards(battle)})
    if picture.get("kind") != "ladder":
        return draw("_reach", "", {})
    ground = (picture["difficult_terrain"], picture["rough"])
    key = fingerprint((picture["positions"], picture["rows"], stands, ground))
    return draw("_reach", key, lambda: {"reach": measure(battle), "terrain": picture["difficult_terrain"]})


def list_yards(battle: BattleView) -> list[str]:
    """Return the known distances in words: first those of the combatant who acts, then those of the person's own."""
    by_id = {who["id"]: who for who in battle["combatants"]}

    def rank(id: str) -> tuple[bool, bool]:
        return not by_id[id]["acts_now"], not by_id[id]["mine"]

    known: list[dict[str, Any]] = sorted(battle["picture"]["distances"], key=lambda row: min(map(rank, row["ids"])))
    return [_say(by_id, row) for row in known]


def _say(by_id: dict[str, Any], row: dict[str, Any]) -> str:
    first, second = sorted(row["ids"], key=lambda id: (not by_id[id]["acts_now"], not by_id[id]["mine"]))
    told = {"who": by_id[first]["name"], "whom": by_id[second]["name"], "n": row["yards"]}
    return tell(Text("{who} to {whom}: {n} yard", "{who} to {whom}: {n} yards", **told))
