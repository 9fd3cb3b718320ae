"""Units: forming them, orders to them, their morale (2E-485, 2E-500 to 2E-506)."""

from typing import cast

from rules.battle.guards import refuse
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.actions.morale import FOES, needs_valor_check, stands
from rules.exalted2e.attack.units import find_rout_difficulty
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.common import count_fields, roll_pool
from rules.exalted2e.events.table import ValorChecked
from rules.exalted2e.events.war import KindSet, UnitFormed, UnitOrdered
from rules.exalted2e.moves import war as mv
from rules.exalted2e.pools import bonus, command_unit, penalty, steady_nerve, steady_unit
from rules.exalted2e.sheet.unit import Unit, find_command_difficulty
from rules.exalted2e.state import BattleKind, Combatant, State
from rules.pool import Pool
from rules.text import EMPTY, Text


def set_kind(play: Play[State], move: mv.SetKind) -> None:
    """Say what kind of battle it is, before it begins."""
    if play.state.phase != "setup":
        raise IllegalMove("already_started", Text("The battle has already started."))
    if move.battle == play.state.kind:
        raise IllegalMove("no_change", Text("It is already that kind of battle."))
    refuse("too_late", why_not_kind(play.state, move.battle))
    play.emit(KindSet(battle=cast(BattleKind, move.battle)))


def why_not_kind(state: State, battle: str) -> Text:
    """Return why it cannot become this kind of battle, or an empty text: people bring Intimacies only to a debate."""
    if battle == "debate" and state.combatants:
        return Text("Choose this before you add anyone, so that their Intimacies are included.")
    return EMPTY


def form_unit(play: Play[State], move: mv.FormUnit) -> None:
    """Put a unit under a combatant's command (2E-500)."""
    actor = play.state.get(move.actor)
    refuse("no_war", why_no_unit(play.state, actor))
    play.emit(
        UnitFormed(
            **about(actor),
            unit=Unit(
                move.name.strip(),
                move.magnitude,
                move.drill,
                move.might,
                move.close_attack,
                move.close_damage,
                move.ranged_attack,
                move.ranged_damage,
                move.armor,
                move.morale,
                move.formation.strip(),
            ),
        )
    )


def why_no_unit(state: State, actor: Combatant) -> Text:
    """Return why the combatant cannot be given a unit, or an empty text."""
    if state.kind != "war":
        return Text("Units fight in mass combat. Choose it before the battle starts.")
    busy = state.phase == "running" and (actor.id in state.fighting or actor.holding or actor.held_by)
    return Text("{who} is part of an attack now; resolve it first.", who=actor.name) if busy else EMPTY


def change_formation(play: Play[State], move: mv.ChangeFormation) -> None:
    """Order another formation: Charisma + War against Magnitude less Drill (2E-505)."""
    _order(play, move, move.formation.strip())


def rally_unit(play: Play[State], move: mv.RallyUnit) -> None:
    """Bring a unit to stand again; the roll is that of any order (2E-505)."""
    _order(play, move, "")


def _order(play: Play[State], move: mv.ChangeFormation | mv.RallyUnit, formation: str) -> None:
    actor = begin_turn(play, move.actor)
    pool, difficulty = compute_order(actor, move)
    counted = roll_pool(play, actor, pool, difficulty)
    take_action(play, actor, "order" if formation else "rally")
    fields = {**count_fields(counted), "difficulty": difficulty, "success": counted.is_success, "formation": formation}
    play.emit(UnitOrdered(**about(actor), pool=pool, **fields))


def compute_order(actor: Combatant, move: mv.ChangeFormation | mv.RallyUnit) -> tuple[Pool, int]:
    """Return the pool of an order and its difficulty. Raises `IllegalMove` without a unit that could obey it."""
    unit = actor.worn
    if unit is None:
        raise IllegalMove("no_unit", Text("{who} commands no unit.", who=actor.name))
    if isinstance(move, mv.RallyUnit) and not actor.wavers:
        raise IllegalMove("stands", Text("{who}’s unit holds.", who=actor.name))
    bonuses = (bonus(Text("Storyteller’s bonus"), move.bonus, "other", "2E-100"),) if move.bonus else ()
    taken = (penalty(Text("Storyteller’s penalty"), move.penalty, "other internal", "2E-081"),) if move.penalty else ()
    pool = command_unit(actor.sheet, actor.wound_now, bonuses, taken)
    return pool, find_command_difficulty(unit.magnitude, unit.drill)


def check_nerve(play: Play[State], actor: Combatant, difficulty: int, *, improved: bool = False) -> None:
    """Roll Valor, or the morale of a unit, against this difficulty, unless it exceeds that (2E-485).

    `improved`: things have improved since the last check, and the better result counts.
    """
    unit = actor.worn
    nerve = unit.morale if unit else actor.sheet.virtue("valor")
    if not needs_valor_check(nerve, difficulty):
        pool, counted, passed = None, None, True
    else:
        pool = steady_unit(nerve) if unit else steady_nerve(actor.sheet, actor.health.wound)
        counted = roll_pool(play, actor, pool, difficulty)
        passed = counted.is_success
    rolled = count_fields(counted) if counted else {"dice": (), "total": 0}
    fields = {
        **rolled,
        "difficulty": difficulty,
        "foe": FOES[difficulty],
        "stands": stands(not actor.wavers, passed, improved),
    }
    play.emit(ValorChecked(**about(actor), pool=pool, **fields, is_unit=unit is not None))


def check_rout(play: Play[State], attacker: Combatant, target: Combatant) -> None:
    """Check the morale of a unit that has lost Magnitude, if the series' options say so (2E-485)."""
    if play.state.options.rout_check and target.worn is not None and not target.has_left:
        check_nerve(play, target, find_rout_difficulty(attacker.magnitude, target.magnitude))


def why_no_attack(state: State, actor: Combatant) -> Text:
    """Return why a combatant may not attack at all in this kind of battle, or an empty text (2E-485, 2E-510)."""
    if state.kind == "debate":
        return Text("This is social combat: end it and start a fight before anyone attacks.")
    if actor.worn is not None and actor.wavers:
        return Text("{who}’s unit refuses to fight: rally it first.", who=actor.name)
    return EMPTY
