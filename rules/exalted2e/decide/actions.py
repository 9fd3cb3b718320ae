"""Every action of the table but the attack (2E-281..304)."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import count_hands, get_weapon
from rules.exalted2e.decide.acting import Turn, begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.powers import join, read_powers
from rules.exalted2e.decide.script import (
    Script,
    find_own,
    find_target,
    get_audience,
    need_flag,
    need_number,
    need_running,
    need_text,
)
from rules.exalted2e.events import KeptOn, Moved
from rules.exalted2e.moves import (
    DefendOther,
    Jump,
    KeepOn,
    ReadyWeapon,
    Rise,
    TakeAim,
    TakeDash,
    TakeGuard,
    TakeMisc,
    TakeMove,
    UseCharm,
)
from rules.exalted2e.state import Combatant, Doing, Magic
from rules.exalted2e.timing import ACTIONS, Pace, get_pace, get_speed, say_yards

MAX_SPEED = 20
MAX_PENALTY = 10


def take_guard(script: Script, seat: Seat, move: TakeGuard) -> None:
    """Guard, to be asked again after so many ticks (2E-295)."""
    turn, tick = begin_turn(script, seat, move.actor), script.state.tick
    ticks = need_number("The ticks", move.ticks, 1, ACTIONS["guard"].speed)
    take_action(script, turn, "guard", doing=Doing("guard", tick, wake=_wake(tick, ticks, "guard")))


def take_aim(script: Script, seat: Seat, move: TakeAim) -> None:
    """Aim; aiming again at the same target holds what was won (2E-297)."""
    turn, tick = begin_turn(script, seat, move.actor), script.state.tick
    target = find_target(script.state, seat, turn.one, move.target)
    ticks = need_number("The ticks", move.ticks, 1, ACTIONS["aim"].speed)
    before = turn.one.doing
    held = before is not None and before.kind == "aim" and before.target == target.id
    since = before.since if before is not None and held else tick
    doing = Doing("aim", since, target.id, _wake(tick, ticks, "aim"))
    take_action(script, turn, "aim", target=target, doing=doing)


def _wake(tick: int, ticks: int, kind: str) -> int | None:
    return tick + ticks if ticks < ACTIONS[kind].speed else None


def keep_on(script: Script, seat: Seat, move: KeepOn) -> None:
    """Go on with an Aim or Guard whose chosen ticks are over."""
    need_running(script.state)
    one, state = find_own(script.state, seat, move.actor), script.state
    fresh = one.clock is not None and one.clock.next <= state.tick
    if one.id not in state.due or fresh or one.doing is None:
        raise IllegalMove("not_now", f"{one.name} has nothing to go on with on this tick.", id=one.id)
    audience = get_audience(state, one.id)
    script.emit(KeptOn(actor=one.id, actor_name=one.name, action=one.doing.kind, tick=state.tick, audience=audience))


def take_dash(script: Script, seat: Seat, move: TakeDash) -> None:
    """Dash: fast, but without a parry until the next action (2E-298)."""
    turn = begin_turn(script, seat, move.actor)
    pace, doing = compute_pace(turn.one), Doing("dash", script.state.tick)
    text = f"up to {say_yards(pace.dash)} a tick"
    if need_flag("climbing", move.climbing):
        text = f"climbing or swimming, up to {say_yards(pace.climb_dash)} a tick"
    take_action(script, turn, "dash", doing=doing, text=text)


def compute_pace(one: Combatant) -> Pace:
    """How far she comes, wounded and laden as she is (2E-298, 2E-299)."""
    sheet = one.sheet
    return get_pace(
        sheet.attribute("dexterity"),
        sheet.attribute("strength"),
        sheet.ability("athletics"),
        one.health.lag,
        sheet.mobility(),
    )


def take_move(script: Script, seat: Seat, move: TakeMove) -> None:
    """Move: reflexive, once a tick, and not on a tick spent dashing (2E-299)."""
    need_running(script.state)
    one, state = find_own(script.state, seat, move.actor), script.state
    reason = why_no_move(one, state.tick)
    if reason:
        raise IllegalMove("no_move", reason, id=one.id)
    pace = compute_pace(one)
    most = (pace.climb if need_flag("climbing", move.climbing) else pace.move) * state.scale
    if most < 1:
        raise IllegalMove("no_move", f"{one.name} is too slow to climb or swim without a Dash.", id=one.id)
    yards = need_number("The yards", move.yards, 1, most)
    audience = get_audience(state, one.id)
    script.emit(Moved(actor=one.id, actor_name=one.name, tick=state.tick, yards=yards, audience=audience))


def why_no_move(one: Combatant, tick: int) -> str:
    """Why she cannot Move on this tick, or an empty string."""
    if not one.is_standing:
        return f"{one.name} cannot move now."
    if one.moved == tick:
        return f"{one.name} has moved on this tick already."
    if one.doing is not None and one.doing.kind == "dash":
        return f"{one.name} is dashing."
    return ""


def ready_weapon(script: Script, seat: Seat, move: ReadyWeapon) -> None:
    """Take a weapon in hand (2E-281)."""
    turn = begin_turn(script, seat, move.actor)
    ready = plan_ready(turn.one, move.weapon, need_flag("keep", move.keep))
    weapon = get_weapon(turn.one.sheet, move.weapon)
    take_action(script, turn, "ready", ready=ready, text=weapon.name if weapon else "all weapons put away")


def plan_ready(one: Combatant, key: object, keep: bool) -> tuple[str, ...]:
    """What is in hand after readying this weapon; two hands hold no more than two hands can."""
    key = need_text("The weapon", key, 60)
    if not key:
        return ()
    weapon = get_weapon(one.sheet, key)
    if weapon is None or weapon.is_natural:
        raise IllegalMove("no_weapon", f"{one.name} has no such weapon to take in hand.", id=one.id)
    needed = 2 if "2" in weapon.tags else 1
    kept = one.ready if keep and key not in one.ready else ()
    if kept and count_hands(one) + needed > 2:
        raise IllegalMove("no_hand", f"{one.name} has no hand free for the {weapon.name.lower()}.", id=one.id)
    return (*kept, key)


def rise(script: Script, seat: Seat, move: Rise) -> None:
    """Rise from prone (2E-289)."""
    turn = begin_turn(script, seat, move.actor)
    if not turn.one.prone:
        raise IllegalMove("not_prone", f"{turn.one.name} is on their feet.", id=turn.one.id)
    take_action(script, turn, "rise", rises=True)


def jump(script: Script, seat: Seat, move: Jump) -> None:
    """Jump (2E-288)."""
    turn = begin_turn(script, seat, move.actor)
    pace = compute_pace(turn.one)
    take_action(script, turn, "jump", text=f"{say_yards(pace.jump_up)} up or {pace.jump_across} across at most")


def take_misc(script: Script, seat: Seat, move: TakeMisc) -> None:
    """Any other action (2E-290)."""
    turn = begin_turn(script, seat, move.actor)
    speed, penalty = need_timing(move.speed, move.penalty)
    is_long, text = need_flag("is_long", move.is_long), need_text("The action", move.text)
    take_action(script, turn, "misc", speed=speed, penalty=penalty, text=text, is_long=is_long)


def use_charm(script: Script, seat: Seat, move: UseCharm) -> None:
    """A Simple Charm with its cost (2E-291)."""
    turn = begin_turn(script, seat, move.actor)
    speed, penalty = need_timing(move.speed, move.penalty)
    is_long = need_flag("is_long", move.is_long)
    on = read_powers(turn.one, move.powers, "action")
    told = Magic(name=need_text("The Charm", move.text), motes=move.motes, willpower=move.willpower)
    magic = join(told, on)
    spend(script, turn.one, magic, "Simple Charm")
    speed = get_speed("charm", speed + on.total("speed"), script.state.options)
    penalty, text = max(0, penalty + on.total("penalty")), magic.name
    turn = Turn(script.state.of(turn.one.id), turn.aborted)
    take_action(script, turn, "charm", speed=speed, penalty=penalty, text=text, is_long=is_long)


def need_timing(speed: object, penalty: object) -> tuple[int, int]:
    """A Speed and a DV penalty as the table gives them to an action (2E-290)."""
    return need_number("Speed", speed, 1, MAX_SPEED), need_number("The DV penalty", penalty, 0, MAX_PENALTY)


def defend_other(script: Script, seat: Seat, move: DefendOther) -> None:
    """Lend one's Parry DV to an adjacent ward (2E-303)."""
    turn = begin_turn(script, seat, move.actor)
    ward = find_target(script.state, seat, turn.one, move.ward)
    take_action(script, turn, "defend", target=ward, doing=Doing("defend", script.state.tick, ward.id))
