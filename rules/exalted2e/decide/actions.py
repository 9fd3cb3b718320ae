"""Every action of the table but the attack (2E-281..304)."""

from rules.battle.guards import check_number
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e import moves
from rules.exalted2e.attack.defenses import count_hands, get_weapon
from rules.exalted2e.decide.acting import begin_turn, is_fresh, take_action
from rules.exalted2e.decide.common import check_target
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.powers import join, read_powers
from rules.exalted2e.events.table import KeptOn, Moved
from rules.exalted2e.state import Combatant, Doing, Magic, State
from rules.exalted2e.timing import Pace, get_pace, get_speed, say_yards


def take_guard(play: Play[State], move: moves.TakeGuard) -> None:
    """Guard, to be asked again after so many ticks (2E-295)."""
    tick = play.state.tick
    take_action(play, begin_turn(play, move.actor), "guard", doing=Doing("guard", tick, wake=_wake(tick, move.ticks)))


def take_aim(play: Play[State], move: moves.TakeAim) -> None:
    """Aim; aiming again at the same target holds what was won (2E-297)."""
    actor, tick = begin_turn(play, move.actor), play.state.tick
    target, before = check_target(actor, play.state.get(move.target)), actor.doing
    since = before.since if before is not None and (before.kind, before.target) == ("aim", target.id) else tick
    take_action(play, actor, "aim", target=target, doing=Doing("aim", since, target.id, _wake(tick, move.ticks)))


def _wake(tick: int, ticks: int) -> int | None:
    return tick + ticks if ticks < moves.MAX_TICKS else None


def keep_on(play: Play[State], move: moves.KeepOn) -> None:
    """Go on with an Aim or Guard whose chosen ticks are over."""
    state, actor = play.state, play.state.get(move.actor)
    if actor.id not in state.due or is_fresh(actor, state.tick) or actor.doing is None:
        raise IllegalMove("not_now", f"{actor.name} has nothing to go on with on this tick.")
    play.emit(KeptOn(**about(actor), action=actor.doing.kind))


def take_dash(play: Play[State], move: moves.TakeDash) -> None:
    """Dash: fast, but without a parry until the next action (2E-298)."""
    actor = begin_turn(play, move.actor)
    pace = compute_pace(actor)
    text = f"up to {say_yards(pace.dash)} a tick"
    if move.climbing:
        text = f"climbing or swimming, up to {say_yards(pace.climb_dash)} a tick"
    take_action(play, actor, "dash", doing=Doing("dash", play.state.tick), text=text)


def compute_pace(one: Combatant) -> Pace:
    """How far it comes, wounded and laden as it is (2E-298, 2E-299)."""
    sheet = one.sheet
    dexterity, strength = sheet.attribute("dexterity"), sheet.attribute("strength")
    return get_pace(dexterity, strength, sheet.ability("athletics"), one.health.lag, sheet.mobility())


def take_move(play: Play[State], move: moves.TakeMove) -> None:
    """Move: reflexive, once a tick, and not on a tick spent dashing (2E-299)."""
    state, actor = play.state, play.state.get(move.actor)
    pace = compute_pace(actor)
    most = (pace.climb if move.climbing else pace.move) * state.scale
    if reason := why_no_move(actor, state.tick):
        raise IllegalMove("no_move", reason)
    if most < 1:
        raise IllegalMove("no_move", f"{actor.name} is too slow to climb or swim without a Dash.")
    play.emit(Moved(**about(actor), yards=check_number("Yards", move.yards, 1, most)))


def why_no_move(one: Combatant, tick: int) -> str:
    """Why it cannot Move on this tick, or an empty string."""
    if not one.is_standing:
        return f"{one.name} cannot move now."
    if one.moved == tick:
        return f"{one.name} has moved on this tick already."
    if one.doing is not None and one.doing.kind == "dash":
        return f"{one.name} is dashing."
    return ""


def ready_weapon(play: Play[State], move: moves.ReadyWeapon) -> None:
    """Take a weapon in hand (2E-281)."""
    actor = begin_turn(play, move.actor)
    ready, weapon = plan_ready(actor, move.weapon, move.keep), get_weapon(actor.sheet, move.weapon)
    take_action(play, actor, "ready", ready=ready, text=weapon.name if weapon else "all weapons put away")


def plan_ready(one: Combatant, key: str, keep: bool) -> tuple[str, ...]:
    """What is in hand after readying this weapon; two hands hold no more than two hands can."""
    if not key:
        return ()
    weapon = get_weapon(one.sheet, key)
    if weapon is None or weapon.is_natural:
        raise IllegalMove("no_weapon", f"{one.name} has no such weapon to take in hand.")
    needed = 2 if "2" in weapon.tags else 1
    kept = one.ready if keep and key not in one.ready else ()
    if kept and count_hands(one) + needed > 2:
        raise IllegalMove("no_hand", f"{one.name} has no hand free for the {weapon.name.lower()}.")
    return (*kept, key)


def rise(play: Play[State], move: moves.Rise) -> None:
    """Rise from prone (2E-289)."""
    actor = begin_turn(play, move.actor)
    if not actor.prone:
        raise IllegalMove("not_prone", f"{actor.name} is on their feet.")
    take_action(play, actor, "rise", rises=True)


def jump(play: Play[State], move: moves.Jump) -> None:
    """Jump (2E-288)."""
    actor = begin_turn(play, move.actor)
    pace = compute_pace(actor)
    take_action(play, actor, "jump", text=f"{say_yards(pace.jump_up)} up or {pace.jump_across} across at most")


def take_misc(play: Play[State], move: moves.TakeMisc) -> None:
    """Any other action (2E-290)."""
    actor, text = begin_turn(play, move.actor), move.text
    take_action(play, actor, "misc", speed=move.speed, penalty=move.penalty, text=text, is_long=move.is_long)


def use_charm(play: Play[State], move: moves.UseCharm) -> None:
    """A Simple Charm with its cost (2E-291)."""
    actor = begin_turn(play, move.actor)
    on = read_powers(actor, move.powers, "action")
    magic = join(Magic(name=move.text, motes=move.motes, willpower=move.willpower), on)
    spend(play, actor, magic, "Simple Charm")
    speed = get_speed("charm", move.speed + on.total("speed"), play.state.options)
    penalty = max(0, move.penalty + on.total("penalty"))
    take_action(play, actor, "charm", speed=speed, penalty=penalty, text=magic.name, is_long=move.is_long)


def defend_other(play: Play[State], move: moves.DefendOther) -> None:
    """Lend one's Parry DV to an adjacent ward (2E-303)."""
    actor = begin_turn(play, move.actor)
    ward = check_target(actor, play.state.get(move.ward))
    take_action(play, actor, "defend", target=ward, doing=Doing("defend", play.state.tick, ward.id))
