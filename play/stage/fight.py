"""Facts of a fight: the combatants, the order of action, the picture, and the attack that is being resolved."""

from collections.abc import Mapping
from typing import Any, cast

from play.seats.board import PlayingRow
from play.stage.log import make_steps
from play.stage.people import make_combatant
from play.stage.pictures import make_picture
from play.stage.playing import make_playing
from play.stage.shape import Combatant, Exchange, Fight, GroupOrder, OrderPlace
from play.stage.words import Language, drop_empty, translate
from play.table.group_orders import Order
from rules.text import EMPTY, Text
from rules.view import BattleView, CombatantView, ExchangeView, OrderView

NOBODY: Mapping[str, PlayingRow] = {}
REST_NOTES = {"setup": Text("ready"), "running": Text("not acting")}
"""Why somebody has no place in the order, by the phase of the fight."""


def make_fight(battle: BattleView, language: Language, playing: Mapping[str, PlayingRow] = NOBODY) -> Fight:
    """Return the fight as the seat sees it. `playing`: those who play themselves, by their ids."""
    there = {who["id"]: _make_fighter(who, language, playing.get(who["id"])) for who in battle["combatants"]}
    order = [_make_place(place, battle, there) for place in battle["order"]]
    placed = {id for place in order for id in place["ids"]}
    rest = [id for id in there if id not in placed]
    made: Fight = {
        "system": battle["system"],
        "phase": battle["phase"],
        "headline": translate(battle["headline"]),
        "subline": translate(battle["subline"]),
        "time": battle["time"],
        "combatants": there,
        "order": order,
        "rest": rest,
        "picture": make_picture(battle, language),
    }
    has_note = bool(rest) and (battle["phase"] == "setup" or bool(placed))
    note = translate(REST_NOTES.get(battle["phase"], EMPTY)) if has_note else ""
    return cast(Fight, {**made, **drop_empty(rest_note=note, exchange=_make_exchange(battle["exchange"], language))})


def _make_fighter(who: CombatantView, language: Language, row: PlayingRow | None) -> Combatant:
    made = make_combatant(who, language)
    return made if row is None or who["out"] else {**made, "plays": make_playing(row)}


def _make_place(place: OrderView, battle: BattleView, there: Mapping[str, Any]) -> OrderPlace:
    return {
        "at": place["at"],
        "label": translate(place["label"]),
        "note": translate(place["note"] or _say_how_far(place, battle)),
        "now": place["now"],
        "ids": [id for id in place["ids"] if id in there],
    }


def _say_how_far(place: OrderView, battle: BattleView) -> Text:
    """Return how far off a tick is; nothing where time is not counted in ticks."""
    if battle["picture"].get("kind") != "wheel":
        return EMPTY
    return Text("now") if place["now"] else Text("in {n}", n=place["at"] - battle["time"])


def _make_exchange(exchange: ExchangeView | None, language: Language) -> Exchange | None:
    if exchange is None:
        return None
    step = exchange["step"]
    made: Exchange = {
        "title": translate(exchange["title"]),
        "step": translate(step) if isinstance(step, str) else step,
        "steps": make_steps(exchange["steps"]),
    }
    return cast(Exchange, {**made, **drop_empty(actor=exchange.get("actor"), target=exchange.get("target"))})


def make_order(order: Order | None) -> GroupOrder | None:
    """Return the order to a group that is being carried out; None where there is none."""
    if order is None:
        return None
    says = translate(Text("{who}: {what}.", who=order.who, what=order.what))
    count = translate(Text("{n} of {n2} have acted.", n=len(order.taken), n2=len(order.actors)))
    return {"says": says, "count": count}
