"""Mental Defense Values against words, in the present situation (2E-512 to 2E-514)."""

from dataclasses import dataclass

from rules.exalted2e.actions.social import best_parry_mdv, dodge_mdv, list_modifiers
from rules.exalted2e.options import Options
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.state.debate import Leaning, Stance
from rules.pool import Breakdown, Step, Term, add_step, change
from rules.text import Text

NEITHER = Leaning()


@dataclass(frozen=True, slots=True)
class MindOption:
    """One way to meet words: its name and its MDV."""

    stance: Stance
    label: Text
    mdv: Breakdown


def list_minds(state: State, attacker: Combatant, target: Combatant, leaning: Leaning = NEITHER) -> list[MindOption]:
    """Return the ways to meet these words, the highest MDV first; one who is helpless has none but 0 (2E-293)."""
    modifiers = list_modifiers(target.sheet.attribute("appearance"), attacker.sheet.attribute("appearance"), leaning)
    led = _get_coordinated(state, attacker, target)
    own = change(Text("Own actions"), -(target.clock.penalty if target.clock else 0), "action", "2E-511")
    terms = (*modifiers, *own, *change(Text("Coordinated"), -led, "coordination", "2E-301"))
    found: list[MindOption] = []
    if not target.is_helpless:
        found = [
            MindOption("dodge", Text("Dodge MDV"), _change(dodge_mdv(target.sheet, state.options), terms)),
            MindOption("parry", Text("Parry MDV"), _change(best_parry_mdv(target.sheet), terms)),
        ]
    none = Breakdown(Text("No defense"), (), 0)
    return [*sorted(found, key=lambda option: -option.mdv.total), MindOption("none", Text("No defense"), none)]


def _change(mdv: Breakdown, terms: tuple[Term, ...]) -> Breakdown:
    """Return an MDV with what changes it; it counts as 0 where it is less."""
    changed = add_step(Text("Modifiers"), "2E-514", terms, mdv.total)
    held = max(0, changed.after)
    least = (Step(Text("Minimum value"), "2E-356", (), changed.after, held),) if held != changed.after else ()
    return Breakdown(mdv.title, (*mdv.steps, changed, *least), held)


def get_mdvs_now(options: Options, actor: Combatant) -> tuple[Breakdown, Breakdown]:
    """Return Dodge and Parry MDV less the penalty of own actions, against words of someone as fair (2E-512)."""
    found = {option.stance: option.mdv for option in list_minds(State(options=options), actor, actor)}
    none = found["none"]
    return found.get("dodge", none), found.get("parry", none)


def _get_coordinated(state: State, attacker: Combatant, target: Combatant) -> int:
    plans = (
        plan.penalty
        for plan in state.plans
        if plan.at == state.tick and plan.target == target.id and attacker.id in plan.attackers
    )
    return max(plans, default=0)
