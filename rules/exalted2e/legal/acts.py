"""Offers for a combatant's turn, and for what goes at any time."""

from collections.abc import Iterator

from rules.battle import Choice, Field, Offer, Seat
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.decide.acting import get_aim, why_not_now
from rules.exalted2e.decide.actions import MAX_PENALTY, MAX_SPEED, compute_pace, plan_ready, why_no_move
from rules.exalted2e.decide.clinch import CLINCH_SPEED
from rules.exalted2e.decide.script import can_see
from rules.exalted2e.decide.telling import get_speed_text
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.chances import Known, get_target_chance
from rules.exalted2e.legal.fields import (
    attack_magic,
    cost_fields,
    flag,
    number,
    ruling_fields,
    stunt_fields,
    text,
    willpower_field,
)
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Declared, State
from rules.exalted2e.timing import ACTIONS, get_speed
from rules.exalted2e.traits import label


def offer_acts(state: State, seat: Seat, one: Combatant) -> Iterator[Offer]:
    """What this combatant may do now; greyed with the reason while it is not her turn."""
    if state.phase == "running":
        reason = why_not_now(state, one)
        if not reason:
            yield from _offer_turn(state, seat, one)
        elif not seat.storyteller:
            for move, kind in (("DeclareAttack", "attack"), ("TakeGuard", "guard"), ("TakeDash", "dash")):
                yield Offer(move, ACTIONS[kind].name, "act", one.id, fixed={"actor": one.id}, reason=reason)
        if not why_no_move(one, state.tick):
            yards = compute_pace(one).move
            field = number("yards", "Yards", yards, 1, yards)
            yield Offer("TakeMove", "Move", "reflex", one.id, "reflexive", fields=(field,), fixed={"actor": one.id})
    yield Offer("Leave", "Leave the battle", "reflex", one.id, fixed={"actor": one.id})


def _offer_turn(state: State, seat: Seat, one: Combatant) -> Iterator[Offer]:
    if one.holding:
        yield _row(state, one, "ContestClinch", "Keep the clinch", "attack", speed=CLINCH_SPEED)
        return
    targets = [
        other
        for other in state.combatants
        if other.id != one.id and not other.has_left and other.clock is not None and can_see(seat, other)
    ]
    targets.sort(key=lambda other: (other.side == one.side, bool(other.out)))
    yield from _offer_attacks(state, seat, one, targets)
    yield from _offer_plain(state, seat, one, targets)
    yield from _offer_ready(state, one)


def _offer_attacks(state: State, seat: Seat, one: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    if not targets:
        return
    known: Known = {}
    for weapon in one.sheet.arms():
        in_hand = weapon.is_natural or weapon.key in one.ready
        if in_hand:
            yield _attack(state, seat, one, weapon, targets, known)
        if "C" in weapon.tags:
            continue
        if in_hand and weapon.rate > 1:
            yield _flurry(state, one, weapon, targets, (), f"Flurry with the {weapon.name.lower()}", 2)
        if in_hand and not weapon.is_natural and state.options.dash_in_flurry:
            yield _flurry(state, one, weapon, targets, ("dash",), f"Dash and strike with the {weapon.name.lower()}", 1)
        if not in_hand:
            yield _flurry(
                state, one, weapon, targets, (f"ready:{weapon.key}",), f"Draw the {weapon.name.lower()} and strike", 1
            )


def _attack(state: State, seat: Seat, one: Combatant, weapon: Weapon, targets: list[Combatant], known: Known) -> Offer:
    speed = get_speed("attack", weapon.speed, state.options)
    fields = [_targets(state, seat, one, weapon, targets, known)]
    if len(weapon.abilities) > 1:
        names = tuple(Choice(name, label(name)) for name in weapon.abilities)
        fields.append(
            Field("ability", "Ability", "choice", names, initial=max(weapon.abilities, key=one.sheet.ability))
        )
    fields += stunt_fields(state, seat, one)
    if weapon.range is not None:
        fields.append(number("distance", "Distance in yards", 3 * weapon.range))
    if dots := min(specialty_dots(one.sheet, name) for name in weapon.abilities):
        fields.append(number("specialty", "Specialty dice", dots))
    fields += willpower_field(one)
    if not weapon.is_natural:
        fields.append(flag("off_hand", "In the off hand"))
    if weapon.range is None and "C" not in weapon.tags:
        fields.append(_MANEUVERS)
    if has_pool(one):
        fields += (*attack_magic(), *cost_fields(one))
    surprise = [Choice("", "In the open"), Choice("roll", "From hiding")]
    if seat.storyteller:
        surprise.append(Choice("unaware", "On an unaware target"))
        fields += ruling_fields()
    fields.append(Field("surprise", "Surprise", "choice", tuple(surprise), initial="", required=False))
    name = "Clinch" if "C" in weapon.tags else f"Strike with the {weapon.name.lower()}"
    return Offer(
        "DeclareAttack",
        name,
        "act",
        one.id,
        get_speed_text(speed, 1),
        fields=tuple(fields),
        fixed={"actor": one.id, "weapon": weapon.key},
        ghosts=(state.tick + speed,),
    )


_MANEUVERS = Field(
    "maneuver",
    "Maneuver",
    "choice",
    (
        Choice("", "A plain blow"),
        Choice("sweep", "Sweep", "−2 dice, a hit calls for a knockdown check"),
        Choice("tackle", "Tackle", "a hit calls for knockdown checks of both"),
    ),
    initial="",
    required=False,
)


def _targets(state: State, seat: Seat, one: Combatant, weapon: Weapon, targets: list[Combatant], known: Known) -> Field:
    choices = []
    pools = {}
    for target in targets:
        aim, abort = get_aim(state, one, target.id)
        ability = max(weapon.abilities, key=one.sheet.ability)
        declared = Declared("", one.id, target.id, weapon.key, ability, aim=aim, abort=abort, wound=one.wound_now)
        if (aim, abort) not in pools:
            pools[aim, abort] = build_attack_pool(one, declared, state.options)
        chance = get_target_chance(state, seat, declared, weapon, pools[aim, abort], known)
        choices.append(Choice(target.id, target.name, target.out or "", odds=chance))
    return Field("target", "Target", "choice", tuple(choices), initial=targets[0].id)


def _flurry(
    state: State, one: Combatant, weapon: Weapon, targets: list[Combatant], also: tuple[str, ...], name: str, low: int
) -> Offer:
    choices = tuple(Choice(f"attack:{weapon.key}:{target.id}", target.name, target.out or "") for target in targets)
    parts = Field("parts", "Attacks, in order", "list", choices, low=low, high=min(weapon.rate, 8), initial=())
    fields = [parts]
    if one.sheet.being != "extra" and state.options.stunt_cap:
        ratings = tuple(Choice(str(rating), str(rating)) for rating in range(state.options.stunt_cap + 1))
        fields.append(Field("stunts", "Stunt ratings, in order", "list", ratings, 0, weapon.rate, (), required=False))
        fields.append(text("stunt_text", "Stunt"))
    if weapon.range is not None:
        fields.append(number("distance", "Distance in yards", 3 * weapon.range))
    fields += willpower_field(one)
    if has_pool(one):
        fields += (*attack_magic(), *cost_fields(one))
    speed = get_speed("attack", weapon.speed, state.options)
    lost = sum(ACTIONS[part.partition(":")[0]].penalty for part in also)
    if also == ("dash",):
        speed = max(speed, ACTIONS["dash"].speed)
    return Offer(
        "DeclareFlurry",
        name,
        "act",
        one.id,
        f"Speed {speed}, DV −{lost} and −1 for each attack" if lost else f"Speed {speed}, DV −1 for each attack",
        fields=tuple(fields),
        fixed={"actor": one.id, "also": also},
        ghosts=(state.tick + speed,),
    )


def _row(
    state: State,
    one: Combatant,
    move: str,
    name: str,
    kind: str,
    fields: tuple[Field, ...] = (),
    hint: str = "",
    speed: int | None = None,
) -> Offer:
    """An action of the table with its cost and its ghost."""
    row = ACTIONS[kind]
    takes = row.speed if speed is None else speed
    cost = get_speed_text(takes, row.penalty)
    ghosts = (state.tick + takes,)
    return Offer(move, name, "act", one.id, cost, hint, fields, {"actor": one.id}, ghosts=ghosts)


def _offer_plain(state: State, seat: Seat, one: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    pace = compute_pace(one)
    fresh = one.clock is not None and one.clock.next <= state.tick
    if not fresh and one.id in state.due and one.doing is not None:
        name = "Keep aiming" if one.doing.kind == "aim" else "Keep guarding"
        yield Offer("KeepOn", name, "act", one.id, fixed={"actor": one.id})
    ticks = number("ticks", "Ask me again after so many ticks", 3, 1, 3)
    yield _row(state, one, "TakeGuard", "Guard", "guard", (ticks,), "DV stays whole; may be broken off")
    names = tuple(Choice(target.id, target.name) for target in targets)
    if targets:
        aimed = Field("target", "Target", "choice", names, initial=targets[0].id)
        yield _row(state, one, "TakeAim", "Aim", "aim", (aimed, ticks), "+1 die for each tick, at most +3")
    yield _row(state, one, "TakeDash", "Dash", "dash", hint=f"{pace.dash} yards each tick, no parry")
    if one.prone:
        yield _row(state, one, "Rise", "Rise from prone", "rise")
    yield _row(state, one, "Jump", "Jump", "jump", hint=f"{pace.jump_up} yards up, {pace.jump_across} across")
    if targets:
        yield from _offer_together(state, seat, one, targets, names)
    timing = (number("speed", "Speed", MAX_SPEED, 1, 5), number("penalty", "DV penalty", MAX_PENALTY, 0, 1))
    yield _row(state, one, "TakeMisc", "Something else", "misc", (text("text", "What you do"), *timing))
    if has_pool(one):
        timing = (number("speed", "Speed", MAX_SPEED, 1, 6), timing[1])
        fields = (text("text", "The Charm"), *timing, *cost_fields(one, willpower="willpower"))
        yield _row(state, one, "UseCharm", "Simple Charm", "charm", fields)


def _offer_together(
    state: State, seat: Seat, one: Combatant, targets: list[Combatant], names: tuple[Choice, ...]
) -> Iterator[Offer]:
    wards = Field("ward", "Ward", "choice", names, initial=targets[-1].id)
    yield _row(state, one, "DefendOther", "Defend other", "defend", (wards,), "lend your Parry DV")
    friends = [
        other for other in state.combatants if other.side == one.side and not other.has_left and can_see(seat, other)
    ]
    choices = tuple(Choice(other.id, other.name) for other in friends)
    fields = (
        Field("target", "Target", "choice", names, initial=targets[0].id),
        Field("attackers", "Who attacks with you", "list", choices, 1, len(friends), (one.id,)),
    )
    yield _row(state, one, "CoordinateAttack", "Coordinate an attack", "coordinate", fields)


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
