"""The battle: everyone flips once, in the order they like; the most heads win."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.battle import Audience, Choice, Event, Field, Kinds, Move, Offer, Seat
from rules.codec import encode
from rules.dice import Die, Roller
from rules.errors import BadInput, IllegalMove
from rules.fighting import find_changes, get_fighter, put_figures, say_figures
from rules.moves import (
    AddCombatant as AddCombatant,
)
from rules.moves import (
    ChangeFigures as ChangeFigures,
)
from rules.moves import (
    EndBattle as EndBattle,
)
from rules.moves import (
    Hide as Hide,
)
from rules.moves import (
    Leave as Leave,
)
from rules.moves import (
    Override as Override,
)
from rules.moves import (
    Reveal as Reveal,
)
from rules.moves import (
    StartBattle as StartBattle,
)
from rules.system import BattleRules
from rules.view import BattleView, CombatantView, EventView

from .fighting import FIGURES, sheet, suffer
from .options import Options
from .rolls import flip
from .sheet import Sheet, parse


@dataclass(frozen=True, slots=True)
class Combatant:
    """One purse in the battle; `heads` is None until it was flipped."""

    id: str
    name: str
    side: str
    character: str | None
    coins: int
    hidden: bool = False
    heads: int | None = None
    out: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The battle."""

    options: Options = field(default_factory=Options)
    phase: Literal["setup", "running", "ended"] = "setup"
    combatants: tuple[Combatant, ...] = ()


@dataclass(frozen=True, slots=True)
class Flip(Move):
    """Flip one's coins."""

    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Event):
    """Someone came."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseChanged(Event):
    """The battle began or ended."""

    phase: Literal["running", "ended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped(Event):
    """Coins fell; `dice` are empty when the Storyteller set the number."""

    actor: str
    actor_name: str
    dice: tuple[Die, ...]
    heads: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(Event):
    """Coins were spent or found by a flip beside the battle."""

    actor: str
    actor_name: str
    figures: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """Someone left, hid or showed up."""

    actor: str
    actor_name: str
    what: str


def find(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may know of it."""
    for combatant in state.combatants:
        if combatant.id == id and (not combatant.hidden or seat.controls(combatant.character)):
            return combatant
    raise IllegalMove("unknown_combatant", "There is nobody of that name here.")


def own(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may act for it."""
    combatant = find(state, seat, id)
    if not seat.controls(combatant.character):
        raise IllegalMove("not_yours", f"{combatant.name} is not yours.")
    return combatant


def audience(combatant: Combatant) -> Audience:
    """Who may hear of it."""
    if not combatant.hidden:
        return None
    return (combatant.character,) if combatant.character else ()


def decide(state: State, seat: Seat, move: Move, roller: Roller) -> list[Event]:
    """Refuse, or say what happens."""
    if isinstance(move, ChangeFigures):
        return spend(state, seat, move)
    if not isinstance(move, (Flip, Leave)) and not seat.storyteller:
        raise IllegalMove("storyteller_only", "Only the Storyteller does that.")
    if isinstance(move, AddCombatant):
        return [add(state, move)]
    if isinstance(move, (StartBattle, EndBattle)):
        wanted = "setup" if isinstance(move, StartBattle) else "running"
        if state.phase != wanted:
            raise IllegalMove("wrong_phase", f"The battle is {state.phase}.")
        return [PhaseChanged(phase="running" if isinstance(move, StartBattle) else "ended")]
    if state.phase != "running":
        raise IllegalMove("not_running", "The battle does not run.")
    assert isinstance(move, (Flip, Leave, Reveal, Hide, Override))
    return [act(state, own(state, seat, move.actor), move, roller)]


def add(state: State, move: AddCombatant) -> Event:
    if state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", move.id) or any(c.id == move.id for c in state.combatants):
        raise BadInput("bad_id", "That id is taken or malformed.")
    if max(len(move.name), len(move.side), len(move.character or "")) > 80:
        raise BadInput("long_name", "A name has at most 80 characters.")
    sheet: Sheet = parse(move.sheet)
    added = Combatant(move.id, move.name, move.side, move.character, sheet.coins, move.hidden)
    return CombatantAdded(combatant=added, audience=audience(added))


def spend(state: State, seat: Seat, move: ChangeFigures) -> list[Event]:
    """Pay with coins."""
    one = get_fighter(state.combatants, move.character)
    if not seat.controls(one.character) or state.phase == "ended":
        raise IllegalMove("not_yours", "That purse is not yours.")
    changed = find_changes(FIGURES, one, move.figures, open=True)
    return [FiguresChanged(actor=one.id, actor_name=one.name, figures=changed, audience=audience(one))]


def act(state: State, actor: Combatant, move: Move, roller: Roller) -> Event:
    seen = audience(actor)
    if isinstance(move, Override):
        if move.what != "heads" or not 0 <= move.value <= 10 or len(move.reason) > 80:
            raise BadInput("bad_override", "Heads may be set, from 0 to 10, for a short reason.")
        return Flipped(actor=actor.id, actor_name=actor.name, dice=(), heads=move.value, reason=move.reason or "-",
                       audience=seen)  # fmt: skip
    if isinstance(move, Flip):
        if actor.heads is not None or actor.out:
            raise IllegalMove("flipped", f"{actor.name} has flipped.")
        dice = flip(actor.coins, roller, state.options)
        heads = sum(die.worth for die in dice)
        return Flipped(actor=actor.id, actor_name=actor.name, dice=dice, heads=heads, audience=seen)
    what = {Leave: "left", Reveal: "revealed", Hide: "hidden"}[type(move)]
    if actor.out or (what == "revealed" and not actor.hidden) or (what == "hidden" and actor.hidden):
        raise IllegalMove("no_change", f"{actor.name} is so already.")
    seen = None if what == "revealed" else audience(replace(actor, hidden=actor.hidden or what == "hidden"))
    return Changed(actor=actor.id, actor_name=actor.name, what=what, audience=seen)


def apply(state: State, event: Event) -> State:
    """Fold one event."""
    if isinstance(event, CombatantAdded):
        return replace(state, combatants=(*state.combatants, event.combatant))
    if isinstance(event, PhaseChanged):
        return replace(state, phase=event.phase)
    assert isinstance(event, (Flipped, Changed, FiguresChanged))
    return replace(state, combatants=tuple(change(c, event) if c.id == event.actor else c for c in state.combatants))


def change(combatant: Combatant, event: Flipped | Changed | FiguresChanged) -> Combatant:
    if isinstance(event, FiguresChanged):
        paid: Combatant = put_figures(FIGURES, combatant, event.figures)
        return paid
    if isinstance(event, Flipped):
        return replace(combatant, heads=event.heads)
    if event.what == "left":
        return replace(combatant, out=True)
    return replace(combatant, hidden=event.what == "hidden")


def view(state: State, seat: Seat) -> BattleView:
    """What the seat sees."""
    shown = [c for c in state.combatants if not c.hidden or seat.controls(c.character)]
    best = max((c.heads or 0 for c in shown), default=0)
    return {
        "system": "toy", "phase": state.phase, "headline": f"Most heads: {best}", "subline": "", "time": 0,
        "combatants": [view_combatant(c, seat) for c in shown],
        "order": [{"at": 0, "label": "Now", "note": "", "now": True, "ids": [c.id for c in shown]}],
        "pending": [], "picture": {"kind": "coins"}, "exchange": None,
    }  # fmt: skip


def view_combatant(combatant: Combatant, seat: Seat) -> CombatantView:
    mine = seat.controls(combatant.character)
    shown: CombatantView = {
        "id": combatant.id, "character": combatant.character, "name": combatant.name,
        "initials": combatant.name[:2], "side": combatant.side, "own": mine, "mine": mine, "hidden": combatant.hidden,
        "extra": combatant.coins == 1, "being": "gambler", "acts_now": combatant.heads is None, "acts_at": 0,
        "out": "left" if combatant.out else "", "conditions": [],
    }  # fmt: skip
    if mine:
        shown["stats"] = [{"label": "Coins", "value": combatant.coins}]
    return shown


def view_event(event: Event, seat: Seat) -> EventView | None:
    """The event as the seat may read it."""
    if not seat.may_see(event.audience):
        return None
    dice = encode(list(event.dice)) if isinstance(event, Flipped) else []
    steps: Any = [{"name": "Flip", "text": "", "rule": "TOY-3", "dice": dice}] if dice else []
    kind = type(event).__name__
    return {"kind": kind, "line": sentence(event), "when": "", "verdict": "", "steps": steps,
            "secret": event.audience is not None, "exchange": ""}  # fmt: skip


def sentence(event: Event) -> str:
    if isinstance(event, CombatantAdded):
        return f"{event.combatant.name} joins."
    if isinstance(event, PhaseChanged):
        return f"The battle is {event.phase}."
    if isinstance(event, Flipped):
        return f"{event.actor_name}: {event.heads} heads."
    if isinstance(event, FiguresChanged):
        return say_figures(FIGURES, event.actor_name, event.figures)
    assert isinstance(event, Changed)
    return f"{event.actor_name} is {event.what}."


def legal_moves(state: State, seat: Seat) -> tuple[Offer, ...]:
    """What the seat may do."""
    mine = [c for c in state.combatants if seat.controls(c.character)]
    offers = [Offer("Flip", f"Flip {c.coins} coins", "act", c.id, fixed={"actor": c.id},
                    reason="" if state.phase == "running" and c.heads is None and not c.out else "Not now.")
              for c in mine]  # fmt: skip
    if seat.storyteller:
        reason = "" if state.phase == "running" else "It does not run."
        offers.append(Offer("EndBattle", "End the battle", "storyteller", reason=reason))
        offers += [offer for c in mine if state.phase == "running" and not c.out for offer in rule(c)]
    return tuple(offers)


def rule(combatant: Combatant) -> list[Offer]:
    turn = "Reveal" if combatant.hidden else "Hide"
    fields = (
        Field("what", "What", "choice", (Choice("heads", "Heads"),)),
        Field("value", "Is now", "number", low=0, high=10),
        Field("reason", "Why", "text", high=80),
    )
    who = {"actor": combatant.id}
    return [
        Offer(turn, turn, "storyteller", combatant.id, fixed=who),
        Offer("Leave", "Leave", "storyteller", combatant.id, fixed=who),
        Offer("Override", "Set heads", "storyteller", combatant.id, fields=fields, fixed=who),
    ]


BATTLE = BattleRules(
    state=State,
    moves=Kinds(AddCombatant, StartBattle, EndBattle, Flip, Leave, Reveal, Hide, Override, ChangeFigures),
    events=Kinds(CombatantAdded, PhaseChanged, Flipped, FiguresChanged, Changed),
    start=lambda options: State(options),
    decide=decide,
    apply=apply,
    view=view,
    view_event=view_event,
    legal_moves=legal_moves,
    outcome=lambda state: {c.id: {"coins": max(1, c.heads or 0)} for c in state.combatants if c.character},
    elapsed=lambda state: len(state.combatants),
    sheet=sheet,
    suffer=suffer,
)
