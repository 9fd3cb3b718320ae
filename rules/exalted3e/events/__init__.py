"""The facts of a battle, named in the past tense, with the dice that fell and all numbers that the log shows.

Other modules import the package as `ev` and find every event in it.
"""

from rules.battle import Event, Json, Kinds, events
from rules.exalted3e.events import actions, attacks, turns
from rules.exalted3e.events.actions import *  # noqa: F403
from rules.exalted3e.events.attacks import *  # noqa: F403
from rules.exalted3e.events.turns import *  # noqa: F403
from rules.exalted3e.state.numbers import NUMBERS


def _convert_former(data: dict[str, Json]) -> dict[str, Json]:
    """Return the JSON of an event of version 0.1 in today's form."""
    kind = data["kind"]
    if "round" in data:
        data["turn"] = data.pop("round")
    if isinstance(data.get("exchange"), dict):
        data["attack"] = data.pop("exchange")
        data["exchange"] = data["attack"]["id"]
    if within := data.pop("within", ""):
        data["exchange"] = data.get("exchange") or within
    if kind == "ConcealmentChanged":
        data["kind"] = "CombatantHidden" if data.pop("hidden") else "CombatantRevealed"
    elif kind == "WentOut" and data.get("why") == "left":
        return {**{key: value for key, value in data.items() if key != "why"}, "kind": "CombatantLeft"}
    elif kind == "Overridden" and "value" in data:
        number = NUMBERS.get(data["what"])
        data |= {"now": data.pop("value"), "label": number.label if number else data["what"]}
    elif kind == "PowerSwitched" and "spent" in data:
        data["price"] = {"once": data.pop("spent")}
    return data


EVENTS: Kinds[Event] = Kinds(
    *turns.TURN_EVENTS,
    *attacks.ATTACK_EVENTS,
    *actions.ACTION_EVENTS,
    events.PowerSwitched,
    *events.SHARED,
    former=_convert_former,
)
