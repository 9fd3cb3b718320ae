"""Fights of the other systems, as their views describe them: a ladder of Initiative, an order with its cards."""

from collections.abc import Sequence
from typing import Any

from rules.text import Text
from rules.view import BattleView, CombatantView
from tests.play.fixtures import battle, fighter


def climber(id: str, name: str, *, own: bool = True, **changes: Any) -> CombatantView:
    """A fighter of the ladder with its Evasion and Parry."""
    who = fighter(id, name, None, own=own, **changes)
    who["stats"] = [{"label": Text("Evasion"), "value": 4}, {"label": Text("Parry"), "value": 5}]
    return who


def ladder_view(
    fighters: Sequence[tuple[CombatantView, int]], now: str = "", crash: Sequence[dict[str, Any]] = (), **changes: Any
) -> BattleView:
    """A 3e fight of (combatant, Initiative)."""
    for who, _ in fighters:
        who["acts_now"] = who["id"] == now
    rows = [
        {
            "value": value, "crashed": value <= 0, "now": [id for id in ids if id == now], "acted": [], "ids": ids,
            "own": [], "other": [], "ticks": {},
        }
        for value in sorted({value for _, value in fighters}, reverse=True)
        for ids in [[who["id"] for who, at in fighters if at == value]]
    ]  # fmt: skip
    picture: dict[str, Any] = {
        "kind": "ladder", "rows": rows, "crash": list(crash), "immune": [],
        "positions": [{"id": who["id"], "at": 0 if who["own"] else 1, "cover": "none"} for who, _ in fighters],
        "bands": [], "difficult_terrain": False,
    }  # fmt: skip
    return battle(
        [(who, None, 0) for who, _ in fighters], system="exalted3e", headline="Round 4", picture={**picture, **changes}
    )


def vault() -> BattleView:
    """The study's fight: two act on 11, one of each side lies in Crash."""
    fighters = [
        (climber("me", "Mereth Vane", mine=True), 17),
        (climber("ta", "Tamsin Cray"), 11),
        (climber("iq", "The Iron Quill", own=False), 11),
        (climber("ga", "Gate archer", own=False, extra=True), 4),
        (climber("il", "Ilse of the Kiln"), 3),
        (climber("ph", "Paper Hound", own=False), -2),
        (climber("br", "Bram Underhill"), -6),
    ]
    crash: list[dict[str, Any]] = [
        {"id": "ph", "by": "me", "self": False, "turns": 2, "turns_left": 1},
        {"id": "br", "by": None, "self": True, "turns": 1, "turns_left": 2},
    ]
    view = ladder_view(fighters, "ta", crash, immune=[{"id": "il", "until_round": 6}])
    view["picture"]["rows"][2]["acted"] = ["ga"]
    return view


def cards_view(stage: str = "declare") -> BattleView:
    """A Dark Ages turn: one has declared face down, one openly to this seat, one is choosing."""
    who = [
        fighter("an", "Anselm", 14, mine=True), fighter("ab", "The Abbot", 9, own=False),
        fighter("mt", "Mechtild", 9), fighter("ga", "Gaoler", 4, own=False),
    ]  # fmt: skip
    for one in who:
        one["acts_now"] = one["id"] == "an"
    deed = {
        "label": "Strike", "place": 1, "cost": "−1 die, +1 difficulty", "target": "ab", "target_name": "The Abbot",
        "attack": True, "defense": False, "done": stage == "act",
    }  # fmt: skip
    cards = [
        {"id": "an", "initiative": 14, "state": "choosing", "actions": []},
        {"id": "ab", "initiative": 9, "state": "down", "actions": []},
        {"id": "mt", "initiative": 9, "state": "down" if stage == "declare" else "turned", "actions": [deed]},
        {"id": "ga", "initiative": 4, "state": "none", "actions": []},
    ]
    picture = {"kind": "declarations", "stage": stage, "turn": 2, "cards": cards}
    return battle([(one, None, 0) for one in who], system="v20da", headline="Turn 2", picture=picture)


def order_view() -> BattleView:
    """A World of Darkness turn: one acts, one has acted, one waits."""
    who = [fighter("iv", "Iva", 9, mine=True), fighter("ko", "Korb", 7, own=False), fighter("sa", "Sana", 7)]
    cards = [
        {"id": id, "initiative": at, "state": state, "note": "", "text": text}
        for id, at, state, text in (("iv", 9, "acted", "dodges"), ("ko", 7, "now", ""), ("sa", 7, "waiting", ""))
    ]
    picture = {"kind": "order", "turn": 3, "clock": "0:06", "cards": cards}
    return battle([(one, None, 0) for one in who], system="wod2004", headline="Turn 3", picture=picture)
