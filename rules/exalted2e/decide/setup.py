"""Who is in the battle: joining, starting, leaving, hiding, ending (2E-260..265)."""

import re
from dataclasses import replace

from rules.battle import Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.script import (
    Script,
    find_own,
    get_audience,
    get_side,
    need_flag,
    need_storyteller,
    need_text,
)
from rules.exalted2e.decide.ticks import settle_rewards
from rules.exalted2e.events import (
    BattleEnded,
    BattleStarted,
    CombatantAdded,
    CombatantLeft,
    JoinBattleRolled,
    Revealed,
    ScaleSet,
    WentIntoHiding,
)
from rules.exalted2e.moves import AddCombatant, EndBattle, Hide, Leave, Reveal, SetScale, StartBattle
from rules.exalted2e.pools import join_battle
from rules.exalted2e.sheet.parse import parse
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.state import Combatant
from rules.exalted2e.timing import get_first_tick

MAX_COMBATANTS = 60
MAX_NAME = 80


def add_combatant(script: Script, seat: Seat, move: AddCombatant) -> None:
    """Put somebody into the battle; once it runs she rolls against the old reaction count (2E-263)."""
    need_storyteller(seat, "bring somebody into the battle")
    state = script.state
    if not isinstance(move.id, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", move.id):
        raise BadInput("bad_id", "A combatant's id is 1 to 40 letters, digits, '-' or '_'.", key="id")
    if state.get(move.id) is not None:
        raise IllegalMove("double_id", "Somebody in this battle has that id already.", id=move.id)
    if len(state.combatants) >= MAX_COMBATANTS:
        raise IllegalMove("too_many", f"A battle holds at most {MAX_COMBATANTS} combatants.")
    one = _read_combatant(move, state.tick)
    script.emit(CombatantAdded(combatant=one, tick=state.tick, audience=_owner(one) if one.hidden else None))
    if state.phase == "running":
        _roll_late(script, one)


def _read_combatant(move: AddCombatant, tick: int) -> Combatant:
    for name in ("name", "side"):
        if not need_text(name, getattr(move, name), MAX_NAME).strip():
            raise BadInput("no_name", f"'{name}' must not be empty.", key=name)
    if move.character is not None and not need_text("character", move.character, MAX_NAME):
        raise BadInput(
            "bad_character", f"'character' is a key of 1 to {MAX_NAME} characters, or none.", key="character"
        )
    sheet = parse(move.sheet)
    # What a fight does not need stays on the sheet.
    named = list_specialties(sheet.specialties)
    slim = replace(sheet, notes="", motivation="", specialties=named, intimacies=(), own_backgrounds=())
    held = [weapon.key for weapon in sheet.arms() if not weapon.is_natural][:1]
    body = sheet.body()
    return Combatant(
        id=move.id,
        name=move.name.strip(),
        side=move.side.strip(),
        character=move.character,
        sheet=slim,
        health=body,
        hidden=need_flag("hidden", move.hidden),
        personal=sheet.personal,
        peripheral=sheet.peripheral,
        willpower=sheet.willpower_points,
        wound_now=body.wound,
        dying_since=tick if body.state == "dying" else None,
        ready=tuple(held),
    )


def _owner(one: Combatant) -> tuple[str, ...]:
    return (one.character,) if one.character is not None else ()


def start_battle(script: Script, seat: Seat, move: StartBattle) -> None:
    """Everybody rolls Join Battle; the best total is the reaction count and acts on tick 0 (2E-261, 2E-262)."""
    need_storyteller(seat, "start the battle")
    if script.state.phase != "setup":
        raise IllegalMove("started", "The battle has begun already.")
    fighters = [one for one in script.state.combatants if not one.has_left]
    if all(one.out for one in fighters):
        raise IllegalMove("nobody", "Add at least one combatant who can act first.")
    rolled = [(one, _roll_join(one, script.roller)) for one in fighters]
    reaction = max(event.total for _, event in rolled)
    script.emit(BattleStarted(reaction=reaction))
    for one, event in rolled:
        script.emit(
            replace(
                event,
                first=get_first_tick(reaction, event.total),
                pool_for=get_side(script.state, one.id),
                audience=get_audience(script.state, one.id),
            )
        )


def _roll_late(script: Script, one: Combatant) -> None:
    tick = script.state.tick
    event = _roll_join(one, script.roller)
    first = tick + get_first_tick(script.state.reaction, event.total)
    side, audience = get_side(script.state, one.id), get_audience(script.state, one.id)
    script.emit(replace(event, tick=tick, first=first, pool_for=side, audience=audience))


def _roll_join(one: Combatant, roller: Roller) -> JoinBattleRolled:
    """A failure and a botch count as 0 successes (2E-265)."""
    pool = join_battle(one.sheet, one.health.wound)
    counted = roll(pool.dice, face_rule(one.sheet.being), roller)
    return JoinBattleRolled(
        actor=one.id,
        actor_name=one.name,
        pool=pool,
        dice=counted.dice,
        total=counted.total,
        botch=counted.is_botch,
        tick=0,
        first=0,
    )


def leave(script: Script, seat: Seat, move: Leave) -> None:
    """Leave for good."""
    one = find_own(script.state, seat, move.actor)
    if script.state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")
    if one.has_left:
        raise IllegalMove("gone", f"{one.name} has left already.", id=one.id)
    state = script.state
    script.emit(CombatantLeft(actor=one.id, actor_name=one.name, tick=state.tick, audience=get_audience(state, one.id)))


def reveal(script: Script, seat: Seat, move: Reveal) -> None:
    """Show a hidden combatant to all."""
    need_storyteller(seat, "reveal somebody")
    one = find_own(script.state, seat, move.actor)
    if not one.hidden:
        raise IllegalMove("not_hidden", f"{one.name} is not hidden.", id=one.id)
    script.emit(Revealed(actor=one.id, actor_name=one.name, tick=script.state.tick))


def hide(script: Script, seat: Seat, move: Hide) -> None:
    """Hide a combatant from the other seats."""
    need_storyteller(seat, "hide somebody")
    one = find_own(script.state, seat, move.actor)
    if one.hidden:
        raise IllegalMove("hidden", f"{one.name} is hidden already.", id=one.id)
    state = script.state
    busy = {
        item for attack in ([state.attack.declared] if state.attack else []) for item in (attack.actor, attack.target)
    }
    busy |= {item for attack in state.queue for item in (attack.actor, attack.target)}
    if one.id in busy:
        raise IllegalMove("in_exchange", f"{one.name} is part of an attack now; finish it first.", id=one.id)
    script.emit(WentIntoHiding(actor=one.id, actor_name=one.name, tick=state.tick, audience=_owner(one)))


def set_scale(script: Script, seat: Seat, move: SetScale) -> None:
    """Count in long ticks, as units do, or in ticks again (2E-018)."""
    need_storyteller(seat, "say how the battle is counted")
    is_long = need_flag("is_long", move.is_long)
    if script.state.phase == "ended" or is_long == script.state.is_long:
        raise IllegalMove("no_change", "The battle is counted so already, or it is over.")
    script.emit(ScaleSet(is_long=is_long, tick=script.state.tick))


def end_battle(script: Script, seat: Seat, move: EndBattle) -> None:
    """End the battle; what it did to the sheets is its outcome."""
    need_storyteller(seat, "end the battle")
    if script.state.phase == "ended":
        raise IllegalMove("ended", "The battle is over already.")
    settle_rewards(script)
    script.emit(BattleEnded(tick=script.state.tick))
