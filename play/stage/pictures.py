"""Facts of the picture of a fight, by its kind. What is told of one combatant stands in `tokens`, by its id.

Names, sides and states of combatants stand in the fight's own `combatants`; a picture adds only where each stands.
"""

from collections.abc import Callable, Mapping
from typing import Any

from play.seats import ladder, wheel
from play.seats.turn_order import Deed, OrderCard, lay_out
from play.stage.words import drop_empty, tell
from rules.text import Text
from rules.view import BattleView

Picture = dict[str, Any]


def make_picture(battle: BattleView) -> Picture:
    """Return the picture. Of a kind that is not known here only its name is told: the order stands in words."""
    kind = str(battle["picture"].get("kind", ""))
    make = MAKERS.get(kind)
    return {"kind": kind} if make is None else {"kind": kind, **make(battle)}


def _make_wheel(battle: BattleView) -> Picture:
    """Return the wheel of ticks: each token at the tick of its next action, `acted` being that of its last one."""
    picture = battle["picture"]
    tokens = {
        token["id"]: {"at": token["at"], "penalty": token["penalty"]}
        | drop_empty(acted=token["acted"], now=token["now"])
        for token in picture["tokens"]
    }
    return {
        "title": tell(Text("Battle wheel, tick {n}", n=picture["now"])),
        "says": wheel.describe(battle),
        "now": picture["now"],
        "tokens": tokens,
        "order": [*tokens],
        "past": [{"tick": past["tick"], "id": past["id"]} for past in picture["past"]],
        "distances": {" ".join(apart["ids"]): apart["yards"] for apart in picture["distances"]},
    }


def _make_ladder(battle: BattleView) -> Picture:
    """Return the ladder of Initiative. `order`: from the highest to the lowest. `bands`: the names of ranges, by the
    number of range bands between two positions.
    """
    picture, rows = battle["picture"], ladder.read_rows(battle)
    positions = {one["id"]: one for one in picture["positions"]}
    return {
        "title": f"{tell(Text('Initiative ladder'))}, {tell(battle['headline'])}",
        "says": ladder.describe(rows),
        "tokens": {row.id: _make_rung(row, positions.get(row.id, {})) for row in rows},
        "order": [row.id for row in rows],
        "bands": [tell(name) for name in ladder.BANDS],
        "rough": [*picture["rough"]],
        "is_rough": picture["difficult_terrain"],
    }


def _make_rung(row: ladder.LadderRow, position: Mapping[str, Any]) -> dict[str, Any]:
    return {"value": row.value, "says": row.told} | drop_empty(
        now=row.acts_now,
        acted=row.has_acted,
        crashed=row.is_crashed,
        turns=row.turns or None,
        crashed_by=row.crashed_by,
        words=[*row.words],
        decisive=row.chip,
        position=position.get("at"),
        cover=position.get("cover"),
    )


def _make_order(battle: BattleView) -> Picture:
    """Return the order of a turn as cards, in rows of one Initiative each. `goes_up`: it is worked through from below,
    as declarations are.
    """
    shown = lay_out(battle)
    cards = [card for row in shown.rows for card in row.cards]
    return {
        "title": shown.title,
        "goes_up": shown.goes_up,
        "rows": [{"value": row.value, "ids": [card.id for card in row.cards]} for row in shown.rows],
        "tokens": {card.id: _make_card(card) for card in cards},
    } | drop_empty(note=shown.note, stage=battle["picture"].get("stage"))


def _make_card(card: OrderCard) -> dict[str, Any]:
    return {"value": card.value, "face": card.face, "words": card.words} | drop_empty(
        now=card.acts_now, over=card.is_over, deeds=[*map(_make_deed, card.deeds)]
    )


def _make_deed(deed: Deed) -> dict[str, Any]:
    return {"label": deed.label} | drop_empty(target=deed.target, cost=deed.cost, done=deed.done)


MAKERS: Mapping[str, Callable[[BattleView], Picture]] = {
    "wheel": _make_wheel,
    "ladder": _make_ladder,
    "order": _make_order,
    "declarations": _make_order,
}
