"""Offers for a combatant's turn, and for what goes at any time."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from rules.battle import Choice, Field, Offer, Seat
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide.acting import why_not_now
from rules.exalted2e.decide.actions import MAX_PENALTY, MAX_SPEED, compute_pace, plan_ready, why_no_move
from rules.exalted2e.decide.care import why_no_care
from rules.exalted2e.decide.clinch import MAX_CONTESTS
from rules.exalted2e.decide.lasting import SIMPLE_SPEED, why_no_switch
from rules.exalted2e.decide.script import can_see
from rules.exalted2e.decide.stunts import why_no_stunt
from rules.exalted2e.decide.telling import get_speed_text
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.attacks import get_default, offer_attacks
from rules.exalted2e.legal.chances import Known
from rules.exalted2e.legal.fields import (
    cost_fields,
    dice_fields,
    flag,
    number,
    power_fields,
    text,
)
from rules.exalted2e.legal.plain import offer_roll, offer_two_rolls
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import ACTIONS, Pace, get_speed, say_yards
from rules.powers import describe_price, offer_lasting


def offer_acts(state: State, seat: Seat, one: Combatant, known: Known) -> Iterator[Offer]:
    """What this combatant may do now; greyed with the reason while it is not her turn.

    `known` gathers the DVs that have been worked out for the same state and seat.
    """
    if state.phase == "running":
        reason = why_not_now(state, one)
        if not reason:
            yield from _offer_turn(state, seat, one, known)
        elif not seat.storyteller:
            for move, kind in (("DeclareAttack", "attack"), ("TakeGuard", "guard"), ("TakeDash", "dash")):
                yield Offer(move, ACTIONS[kind].name, "act", one.id, fixed={"actor": one.id}, reason=reason)
        if not why_no_move(one, state.tick):
            yield from _offer_moves(one.id, compute_pace(one), state.scale)
        yield from _offer_lasting(state, one)
        if not why_no_stunt(state, one):
            yield _offer_stunt(one.id, state.options.stunt_cap, seat.storyteller)
    yield _offer_leaving(one.id)


@lru_cache(maxsize=1024)
def _offer_moves(id: str, pace: Pace, scale: int) -> tuple[Offer, ...]:
    """Moving, and climbing or swimming where one gets anywhere so (2E-299), in a tick of so many seconds."""
    ways = (("Move", pace.move, False), ("Climb or swim", pace.climb, True))
    return tuple(
        Offer(
            "TakeMove",
            name,
            "reflex",
            id,
            "reflexive",
            fields=(number("yards", "Yards", yards * scale, 1, yards * scale),),
            fixed={"actor": id, "climbing": climbing},
        )
        for name, yards, climbing in ways
        if yards
    )


@lru_cache(maxsize=1024)
def _offer_stunt(id: str, most: int, is_rated: bool) -> Offer:
    """A stunt on an action without dice (2E-193)."""
    help = "" if is_rated else "The Storyteller rates it."
    fields = (text("stunt_text", "Stunt"), number("stunt", "Stunt rating", most, 1, 1, help))
    hint = "on an action without dice; it counts for the reward"
    return Offer("TellStunt", "Tell a stunt", "reflex", id, "reflexive", hint, fields, {"actor": id})


@lru_cache(maxsize=1024)
def _offer_leaving(id: str) -> Offer:
    return Offer("Leave", "Leave the battle", "reflex", id, fixed={"actor": id})


def _offer_turn(state: State, seat: Seat, one: Combatant, known: Known) -> Iterator[Offer]:
    if one.holding:
        times = number("times", "Contests, as a flurry", MAX_CONTESTS, 1, 1)
        given = (times, *dice_fields()) if seat.storyteller else (times,)
        yield replace(_row(state, one, "ContestClinch", "Keep the clinch", "clinch", given), weighs=True)
        return
    targets = [
        other
        for other in state.combatants
        if other.id != one.id and not other.has_left and other.clock is not None and can_see(seat, other)
    ]
    targets.sort(key=lambda other: (other.side == one.side, bool(other.out)))
    yield from offer_attacks(state, seat, one, targets, known)
    yield from _offer_plain(state, seat, one, targets)
    yield from _offer_ready(state, one)


def _row(
    state: State,
    one: Combatant,
    move: str,
    name: str,
    kind: str,
    fields: tuple[Field, ...] = (),
    hint: str = "",
    aimed: str = "",
) -> Offer:
    """An action of the table with its cost and its ghost."""
    row = ACTIONS[kind]
    cost = get_speed_text(row.speed, row.penalty)
    ghosts = (state.tick + row.speed,)
    return Offer(move, name, "act", one.id, cost, hint, fields, {"actor": one.id}, ghosts=ghosts, aimed=aimed)


def _offer_plain(state: State, seat: Seat, one: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    pace = compute_pace(one)
    fresh = one.clock is not None and one.clock.next <= state.tick
    if not fresh and one.id in state.due and one.doing is not None:
        name = "Keep aiming" if one.doing.kind == "aim" else "Keep guarding"
        yield Offer("KeepOn", name, "act", one.id, fixed={"actor": one.id})
    ticks = number("ticks", "Ask me again after so many ticks", 3, 1, 3)
    yield _row(state, one, "TakeGuard", "Guard", "guard", (ticks,), "DV stays whole; may be broken off")
    names = tuple(Choice(target.id, target.name, target.out) for target in targets)
    if targets:
        aimed = Field("target", "Target", "choice", names, initial=get_default(one, targets))
        yield _row(state, one, "TakeAim", "Aim", "aim", (aimed, ticks), "+1 die for each tick, at most +3", "Aim at {}")
    climbing = flag("climbing", "Climbing or swimming", f"{say_yards(pace.climb_dash)} each tick")
    yield _row(state, one, "TakeDash", "Dash", "dash", (climbing,), f"{say_yards(pace.dash)} each tick, no parry")
    if one.prone:
        yield _row(state, one, "Rise", "Rise from prone", "rise")
    yield offer_roll(state, seat, one, _timing_fields(state, "misc"))
    yield _row(state, one, "Jump", "Jump", "jump", hint=f"{say_yards(pace.jump_up)} up, {pace.jump_across} across")
    yield from _offer_care(state, seat, one, targets)
    if targets:
        yield from _offer_together(state, seat, one, targets, names)
    yield offer_two_rolls(state, seat, one)
    yield _row(
        state, one, "TakeMisc", "Something else", "misc", (text("text", "What you do"), *_timing_fields(state, "misc"))
    )
    yield from _offer_powers(state, one)
    if has_pool(one):
        timing = _timing_fields(state, "charm")
        fields = (text("text", "The Charm"), *timing, *cost_fields(one, willpower="willpower"))
        yield _row(state, one, "UseCharm", "Simple Charm", "charm", fields)


def _timing_fields(state: State, kind: str) -> tuple[Field, ...]:
    """The Speed and the DV penalty that an action of this kind may be given (2E-290, 2E-017)."""
    row = ACTIONS[kind]
    speed = number("speed", "Speed", MAX_SPEED, 1, row.speed)
    long = () if state.is_long else (flag("is_long", "Speed in long ticks", "A minute each."),)
    return speed, number("penalty", "DV penalty", MAX_PENALTY, 0, row.penalty), *long


def _offer_powers(state: State, one: Combatant) -> Iterator[Offer]:
    """The powers of her sheet that are actions of their own (2E-291)."""
    for field in power_fields(one, "action"):
        for choice in field.choices:
            power = next(power for power in one.sheet.powers if power.key == choice.value)
            speed = get_speed("charm", ACTIONS["charm"].speed + power.amount("speed"), state.options)
            lost = max(0, ACTIONS["charm"].penalty + power.amount("penalty"))
            fixed = {"actor": one.id, "powers": (power.key,)}
            yield Offer(
                "UseCharm",
                power.name,
                "act",
                one.id,
                get_speed_text(speed, lost),
                describe_price(POWERS, power),
                fixed=fixed,
                reason=f"{power.name}: {choice.reason}." if choice.reason else "",
                ghosts=(state.tick + speed,),
            )


def _offer_lasting(state: State, one: Combatant) -> Iterator[Offer]:
    """Lasting powers; a Simple one on her turn alone."""
    if not one.sheet.powers or why_no_switch(state, one):
        return
    action = None
    if not why_not_now(state, one) and not one.holding:
        cost = get_speed_text(SIMPLE_SPEED, ACTIONS["charm"].penalty)
        action = Offer("SwitchOn", "", "act", one.id, cost, ghosts=(state.tick + SIMPLE_SPEED,))
    fields = power_fields(one, "scene")
    yield from offer_lasting(POWERS, one.sheet.powers, one.active, fields, one.id, {"simple": action})


def _offer_care(state: State, seat: Seat, one: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    """Stabilizing those who die, by magic or by mundane care, as far as either is enough (2E-409)."""
    dying = tuple(Choice(other.id, other.name) for other in targets if other.health.state == "dying")
    for name, kind, magical in (("Stabilize by magic", "charm", True), ("Stabilize", "misc", False)):
        if not dying or why_no_care(state, seat, one, magical):
            continue
        fields = (
            Field("target", "Who dies", "choice", dying, initial=dying[0].value),
            text("text", "The healing"),
            *(cost_fields(one, willpower="willpower") if magical else ()),
        )
        offer = _row(state, one, "Stabilize", name, kind, fields)
        yield replace(offer, fixed={**offer.fixed, "magical": magical})


def _offer_together(
    state: State, seat: Seat, one: Combatant, targets: list[Combatant], names: tuple[Choice, ...]
) -> Iterator[Offer]:
    near = [target.id for target in targets if not target.out]
    wards = Field("ward", "Ward", "choice", names, initial=near[-1] if near else ())
    yield _row(state, one, "DefendOther", "Defend other", "defend", (wards,), "lend your Parry DV")
    friends = [
        other for other in state.combatants if other.side == one.side and not other.has_left and can_see(seat, other)
    ]
    choices = tuple(Choice(other.id, other.name) for other in friends)
    fields = (
        Field("target", "Target", "choice", names, initial=get_default(one, targets)),
        Field("attackers", "Who attacks with you", "list", choices, 1, len(friends), (one.id,)),
        *(dice_fields() if seat.storyteller else ()),
    )
    name = "Coordinate an attack"
    yield _row(state, one, "CoordinateAttack", name, "coordinate", fields, aimed=f"{name} on {{}}")


def _offer_ready(state: State, one: Combatant) -> Iterator[Offer]:
    for weapon in one.sheet.arms():
        if weapon.is_natural or weapon.key in one.ready:
            continue
        row = ACTIONS["ready"]
        fields = (flag("keep", "Keep what is in hand"),) if _can_keep(one, weapon.key) else ()
        yield Offer(
            "ReadyWeapon",
            f"Ready the {weapon.name.lower()}",
            "act",
            one.id,
            get_speed_text(row.speed, row.penalty),
            fields=fields,
            fixed={"actor": one.id, "weapon": weapon.key},
            ghosts=(state.tick + row.speed,),
        )


def _can_keep(one: Combatant, key: str) -> bool:
    if not one.ready:
        return False
    try:
        plan_ready(one, key, keep=True)
    except IllegalMove:
        return False
    return True


def list_counters(one: Combatant) -> list[Weapon]:
    """What she could strike back with (2E-383)."""
    held = [weapon for key in one.ready if (weapon := get_weapon(one.sheet, key)) is not None]
    return held + [weapon for weapon in one.sheet.arms() if weapon.is_natural and "C" not in weapon.tags]
