"""The board as a seat sees it."""

from typing import Literal, NotRequired, TypedDict

from rules.battle.board import Sight, draw_prompt
from rules.battle.engine import Battle
from rules.battle.prompts import may_answer
from rules.battle.roster import can_see
from rules.exalted2e.state import Combatant, Pending, State, get_order_key
from rules.exalted2e.view.attacks import view_steps
from rules.exalted2e.view.combatant import draw_combatant
from rules.lru_cache import cached_by_identity
from rules.text import EMPTY, Text, list_texts, word
from rules.view import CombatantView, ExchangeView, OrderView, PendingView, initials

PAST_TICKS = 2
AWAITED = {
    "stunt": Text("rates a stunt"),
    "defense_stunt": Text("rates a stunt"),
    "action_stunt": Text("rates a stunt"),
    "defense": Text("chooses a defense"),
    "attack_reroll": Text("can reroll the attack"),
    "defense_reroll": Text("can raise DV"),
    "late_magic": Text("can activate magic"),
    "late_ward": Text("can prevent damage"),
    "counter": Text("can counterattack"),
    "bystander": Text("rules on a botch"),
    "clinch": Text("controls the clinch"),
    **dict.fromkeys(("leaning", "influence", "resist"), Text("sets MDV modifiers")),
}
"""By the kind of a prompt: the text for seats that are not asked."""
CHOOSES = Text("chooses")


class WheelToken(TypedDict):
    """A combatant on the wheel: at the tick of its next action; `acted` is that of its last one."""

    id: str
    name: str
    initials: str
    own: bool
    extra: bool
    hidden: bool
    at: int
    acted: int | None
    penalty: int
    now: bool
    portrait: NotRequired[str]
    """As in `CombatantView`."""


class PastToken(TypedDict):
    """A combatant that has acted a few ticks ago."""

    tick: int
    id: str
    initials: str
    own: bool


class DistanceView(TypedDict):
    """The yards between two combatants, by their ids."""

    ids: list[str]
    yards: int


class WheelView(TypedDict):
    """The wheel of ticks with its tokens, and the known distances."""

    kind: Literal["wheel"]
    now: int
    tokens: list[WheelToken]
    past: list[PastToken]
    distances: list[DistanceView]


def get_tick(sight: Sight[State]) -> int:
    """Return the tick for this seat; a tick on which only hidden combatants act is not shown."""
    state = sight.state
    return state.tick if len(sight.seen) == len(state.combatants) else state.shown_tick


@cached_by_identity(64)
def _sort(combatants: tuple[Combatant, ...]) -> list[Combatant]:
    return sorted(combatants, key=get_order_key)


def list_ordered(sight: Sight[State]) -> list[Combatant]:
    """Return the visible combatants in display order."""
    return [combatant for combatant in _sort(sight.state.combatants) if can_see(sight.seat, combatant)]


def get_place(state: State, actor: Combatant) -> int | None:
    """Return the tick of a combatant on the wheel: now if it may act, else that of its next action."""
    if actor.clock is None or not actor.is_standing:
        return None
    return state.tick if actor.id in state.due else actor.clock.next


def list_distances(sight: Sight[State]) -> list[DistanceView]:
    """Return the known distances between those whom the seat sees (2E-667)."""
    seen = {combatant.id for combatant in sight.seen if not combatant.has_left}
    known = (apart for apart in sight.state.apart if {apart.one, apart.other} <= seen)
    return [{"ids": [apart.one, apart.other], "yards": apart.yards} for apart in known]


class WheelBoard(Battle[State, Combatant]):
    """What a seat sees of a battle on the wheel of ticks."""

    def say_time(self, sight: Sight[State]) -> Text:
        """Return the tick."""
        tick = get_tick(sight)
        return Text("Long tick {n}", n=tick) if sight.state.is_long else Text("Tick {n}", n=tick)

    def say_acting(self, sight: Sight[State]) -> Text:
        """Return who acts."""
        names = [combatant.name for combatant in list_ordered(sight) if combatant.id in sight.state.due]
        if not names:
            return EMPTY
        if len(names) == 1:
            return Text("{who} acts", who=names[0])
        return Text("{names} act together", names=list_texts(names))

    def order(self, sight: Sight[State]) -> list[OrderView]:
        """Return the ticks on which a visible combatant acts."""
        state, tick = sight.state, get_tick(sight)
        if state.phase != "running":
            return []
        places: dict[int, list[Combatant]] = {}
        for combatant in list_ordered(sight):
            if (at := get_place(state, combatant)) is not None:
                places.setdefault(at, []).append(combatant)
        return [
            {
                "at": at,
                "label": word(str(at)),
                "note": EMPTY,
                "now": at == tick and any(combatant.id in state.due for combatant in places[at]),
                "ids": [combatant.id for combatant in places[at]],
            }
            for at in sorted(places)
        ]

    def view_prompt(self, sight: Sight[State], pending: Pending) -> PendingView | None:
        """Return an open prompt. A free one is only for the seat that may answer it."""
        if may_answer(sight.state, sight.seat, pending):
            return draw_prompt(sight, pending, pending.question, pending.detail)
        return None if pending.free else draw_prompt(sight, pending, AWAITED.get(pending.kind, CHOOSES), EMPTY)

    def picture(self, sight: Sight[State]) -> WheelView:
        """Return the wheel of ticks with its tokens."""
        state, tick = sight.state, get_tick(sight)
        tokens: list[WheelToken] = []
        for combatant in list_ordered(sight):
            at = get_place(state, combatant)
            if at is None or combatant.clock is None:
                continue
            tokens.append(
                {
                    "id": combatant.id,
                    "name": combatant.name,
                    "initials": initials(combatant.name),
                    "own": sight.is_home(combatant),
                    "extra": combatant.sheet.being == "extra",
                    "hidden": combatant.hidden,
                    "at": at,
                    "acted": combatant.clock.acted,
                    "penalty": combatant.clock.penalty,
                    "now": combatant.id in state.due,
                }
            )
        past: list[PastToken] = [
            {
                "tick": combatant.clock.acted,
                "id": combatant.id,
                "initials": initials(combatant.name),
                "own": sight.is_home(combatant),
            }
            for combatant in sight.seen
            if combatant.clock is not None
            and combatant.clock.acted is not None
            and tick - PAST_TICKS <= combatant.clock.acted < tick
        ]
        return {"kind": "wheel", "now": tick, "tokens": tokens, "past": past, "distances": list_distances(sight)}

    def exchange(self, sight: Sight[State]) -> ExchangeView | None:
        """Return the current attack with its steps so far; None if the seat does not see both combatants."""
        attack = sight.state.attack
        actor, target = (
            (sight.find(id) for id in (attack.declared.actor, attack.declared.target)) if attack else (None, None)
        )
        if attack is None or actor is None or target is None:
            return None
        return {
            "id": attack.declared.id,
            "title": Text("{who} attacks {whom}", who=actor.name, whom=target.name),
            "actor": actor.id,
            "target": target.id,
            "step": min(10, attack.step + 1),
            "steps": view_steps(attack.log, sight.seat),
        }

    def view_combatant(self, sight: Sight[State], actor: Combatant) -> CombatantView:
        return draw_combatant(sight, actor, get_tick(sight))
