"""The live battle of Exalted, Second Edition, as the tables call it."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle import Json
from rules.codec import encode
from rules.exalted2e.apply import apply
from rules.exalted2e.decide import decide
from rules.exalted2e.events import EVENTS
from rules.exalted2e.fighting import sheet, suffer
from rules.exalted2e.legal import legal_moves
from rules.exalted2e.legal.chances import weigh
from rules.exalted2e.moves import MOVES
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.parse import fit_motes
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import VIRTUES
from rules.exalted2e.view import view, view_event
from rules.raising import GENERAL
from rules.system import BattleRules


def start(options: Options) -> State:
    """The empty battle."""
    return State(options)


def outcome(state: State) -> Mapping[str, Mapping[str, Json]]:
    """What the battle leaves on the sheets: wounds, motes, Willpower, Virtue channels, powers used up."""
    return {one.id: _changes(one) for one in state.combatants if one.character is not None}


def _changes(one: Combatant) -> dict[str, Json]:
    paid: dict[str, Json] = {"powers_spent": list(one.sheet.powers_spent)} if one.sheet.powers_spent else {}
    return {
        **paid,
        "health": one.health.boxes,
        "dying": one.health.dying,
        "unconscious": one.health.unconscious,
        "healing": encode(one.health.healing),
        "personal": one.personal,
        "peripheral": one.peripheral,
        "willpower_points": one.willpower,
        **(_shrink(one) if one.willpower_lost else {}),
        **{f"channels.{virtue}": getattr(one.sheet.channels, virtue) for virtue in VIRTUES},
    }


def _shrink(one: Combatant) -> dict[str, Json]:
    """What lost dots of Willpower leave of the rating and of the pools; powers that are on hold no motes any more."""
    held = [sum(getattr(active, pool) for active in one.active) for pool in ("personal", "peripheral")]
    before = replace(
        one.sheet,
        personal=one.personal,
        peripheral=one.peripheral,
        personal_committed=one.sheet.personal_committed - held[0],
        peripheral_committed=one.sheet.peripheral_committed - held[1],
    )
    now = fit_motes(before)
    paths = ("personal", "peripheral", "personal_committed", "peripheral_committed")
    changed = {path: getattr(now, path) for path in paths if getattr(now, path) != getattr(before, path)}
    return {"willpower": now.willpower, **changed}


def earned(state: State) -> Mapping[str, Mapping[str, int]]:
    """The experience points that stunts have earned (2E-185)."""
    won = [one for one in state.combatants if one.character is not None and one.experience]
    return {one.id: {GENERAL: one.experience} for one in won}


def elapsed(state: State) -> int:
    """Seconds since the first tick: one for each, or sixty for each long one (2E-016, 2E-017)."""
    return state.seconds


BATTLE = BattleRules(
    state=State,
    moves=MOVES,
    events=EVENTS,
    start=start,
    decide=decide,
    apply=apply,
    view=view,
    view_event=view_event,
    legal_moves=legal_moves,
    outcome=outcome,
    elapsed=elapsed,
    earned=earned,
    weigh=weigh,
    sheet=sheet,
    suffer=suffer,
)
