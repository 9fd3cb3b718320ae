"""Offers for a combatant's turn, and for moves at any time."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rules.battle import Choice, Fields, LazySequence, Move, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.moves import Leave, SwitchOn
from rules.battle.targets import find_first, order_targets
from rules.exalted2e.attack.defenses import get_weapon, name_weapon
from rules.exalted2e.decide.acting import is_free, is_fresh, why_not_now
from rules.exalted2e.decide.actions import compute_pace, count_dash, plan_ready, why_no_care, why_no_move
from rules.exalted2e.decide.powers import SIMPLE_SPEED, USE, why_no_switch
from rules.exalted2e.decide.stunts import why_no_stunt
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.decide.war import why_no_attack
from rules.exalted2e.legal.attacks import offer_attacks
from rules.exalted2e.legal.chances import ChanceCache
from rules.exalted2e.legal.debate import offer_words
from rules.exalted2e.legal.fields import cost_fields, power_fields, ruling_fields, stunt_fields
from rules.exalted2e.legal.places import list_goal, offer_walks
from rules.exalted2e.legal.plain import offer_rolls
from rules.exalted2e.legal.war import offer_orders
from rules.exalted2e.moves import acts, strikes
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import ACTIONS, get_action, get_speed, get_speed_text
from rules.lru_cache import cached_by_identity
from rules.powers import describe_price, offer_lasting
from rules.text import EMPTY, Text, verbatim, word

REFLEXIVE, LEAVE = Text("reflexive"), Text("Leave the battle")
STUNT, STUNT_HINT = Text("Stunt without a roll"), Text("no roll; counts for the reward")
KEEP_AIMING, KEEP_GUARDING = Text("Keep aiming"), Text("Keep guarding")
GUARD, GUARD_HINT = Text("Guard"), Text("No DV penalty; can be broken off")
STUDY, STUDY_WHOM = Text("Monologue or study"), Text("Study {}")
AIM, AIM_HINT, AIM_AT = Text("Aim"), Text("+1 die per tick, at most +3"), Text("Aim at {}")
DASH, JUMP, SOMETHING_ELSE, SIMPLE_CHARM = Text("Dash"), Text("Jump"), Text("Something else"), Text("Simple Charm")
DEFEND_OTHER, LEND_PARRY = Text("Defend other"), Text("lend your Parry DV")
COORDINATE, COORDINATE_ON = Text("Coordinate an attack"), Text("Coordinate an attack on {}")
Form = Mapping[str, Mapping[str, Any]]
"""Changes of a form's fields, as `list_fields` takes them."""
GREYED = ((strikes.DeclareAttack, "attack"), (acts.TakeGuard, "guard"), (acts.TakeDash, "dash"))
"""The offers that a player sees while it is not the combatant's turn: the move and the action."""


@cached_by_identity(64)
def _gather(_state: State) -> ChanceCache:
    """Return the cache of DVs in this state, which the seats share."""
    return {}


def offer_acts(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the offers of this combatant; a few greyed ones with the reason while it is not its turn."""
    state = sight.state
    if actor.has_left:
        return
    if state.phase == "running":
        reason = why_not_now(state, actor)
        if not reason:
            yield from _offer_turn(sight, actor)
        elif not sight.seat.storyteller:
            for move, kind in GREYED if state.kind != "debate" else GREYED[1:]:
                yield offer_move(move, ACTIONS[kind].name, actor, reason=reason)
        if not why_no_move(actor, state.tick):
            yield from offer_walks(sight, actor, compute_pace(actor))
        yield from _offer_lasting(state, actor)
        if not why_no_stunt(state, actor):
            fields = LazySequence(partial(stunt_fields, sight, actor, acts.TellStunt))
            yield offer_move(acts.TellStunt, STUNT, actor, fields, group="reflex", cost=REFLEXIVE, hint=STUNT_HINT)
    if not sight.seat.storyteller:
        yield offer_move(Leave, LEAVE, actor, group="reflex")


def may_act(state: State, actor: Combatant) -> bool:
    """Return whether the combatant may declare an action now: then it may at least guard, or keep a clinch."""
    return state.phase == "running" and not actor.has_left and is_free(state, actor)


def _offer_turn(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    if actor.holding:
        yield _row(
            sight,
            actor,
            strikes.ContestClinch,
            Text("Keep the clinch"),
            "clinch",
            "times",
            "bonus",
            "penalty",
            has_preview=True,
        )
        return
    targets = order_targets(actor, filter(_may_be_meant, sight.seen))
    if sight.state.kind == "debate":
        yield from offer_words(sight, actor, targets)
        yield from _offer_plain(sight, actor, targets)
        return
    if not why_no_attack(sight.state, actor):
        yield from offer_attacks(sight, actor, targets, _gather(sight.state))
    yield from offer_orders(sight, actor)
    yield from _offer_plain(sight, actor, targets)
    yield from _offer_ready(sight, actor)


def _may_be_meant(combatant: Combatant) -> bool:
    """Return whether a form offers this combatant as a target: one who is in the battle and alive."""
    return not (combatant.has_left or combatant.clock is None or combatant.health.state == "dead")


def _row(
    sight: Sight[State],
    actor: Combatant,
    move: type[Move],
    name: Text,
    kind: str,
    *names: str,
    form: Callable[[], Form] = dict,
    fields: Callable[[], Fields] = tuple,
    **more: Any,
) -> Offer:
    """Return the offer of an action of the table; it asks for the fields `names`, then for `fields`.

    `form` changes these fields, as `list_fields` takes it. Both are called when someone opens the form.
    """
    row = get_action(sight.state.kind, kind)
    asked = LazySequence(lambda: (*list_fields(move, form(), *names), *fields())) if names else ()
    cost, at = get_speed_text(row.speed, row.penalty), (sight.state.tick + row.speed,)
    return offer_move(move, name, actor, asked, cost=cost, next_ticks=at, **more)


def _ask_target(actor: Combatant, targets: list[Combatant]) -> Form:
    """Return the choice of a target: the first foe who stands, at first."""
    names = tuple(Choice(target.id, verbatim(target.name), target.out) for target in targets)
    return {"target": {"choices": names, "initial": find_first(actor, targets) or ()}}


def _offer_plain(sight: Sight[State], actor: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    row, pace = partial(_row, sight, actor), compute_pace(actor)
    timing = ("speed", "penalty") if sight.state.is_long else ("speed", "penalty", "is_long")
    if not is_fresh(actor, sight.state.tick) and actor.id in sight.state.due and actor.doing is not None:
        name = KEEP_AIMING if actor.doing.kind == "aim" else KEEP_GUARDING
        yield offer_move(acts.KeepOn, name, actor)
    yield row(acts.TakeGuard, GUARD, "guard", "ticks", hint=GUARD_HINT, at_once=True)
    foes = partial(_ask_target, actor, targets)
    if targets:
        name, aimed = (STUDY, STUDY_WHOM) if sight.state.kind == "debate" else (AIM, AIM_AT)
        yield row(acts.TakeAim, name, "aim", "target", "ticks", form=foes, hint=AIM_HINT, aimed=aimed)
    hint = Text("{n} yard per tick, no parry", "{n} yards per tick, no parry", n=pace.dash)
    goal, climbs = partial(_list_dash, sight, actor), partial(_ask_climbing, pace.climb_dash)
    yield row(acts.TakeDash, DASH, "dash", "climbing", form=climbs, fields=goal, hint=hint)
    if actor.prone:
        yield row(acts.Rise, Text("Rise from prone"), "rise")
    act, act_twice = offer_rolls(sight, actor)
    yield act
    hint = Text("{n} yard high, {n2} across", "{n} yards high, {n2} across", n=pace.jump_up, n2=pace.jump_across)
    yield row(acts.Jump, JUMP, "jump", hint=hint)
    yield from _offer_care(sight, actor, targets)
    if targets:
        yield from _offer_together(sight, actor, targets, foes)
    yield act_twice
    lost: Callable[[], Form] = partial(dict, penalty={"initial": get_action(sight.state.kind, "misc").penalty})
    yield row(acts.TakeMisc, SOMETHING_ELSE, "misc", "text", *timing, form=lost)
    yield from _offer_powers(sight.state, actor)
    if has_pool(actor):
        cost = partial(cost_fields, actor, acts.UseCharm, "willpower")
        yield row(acts.UseCharm, SIMPLE_CHARM, "charm", "text", *timing, fields=cost)


def _list_dash(sight: Sight[State], actor: Combatant) -> Fields:
    """Return the fields of a Dash toward someone or away."""
    goal = list_goal(sight, actor, acts.TakeDash)
    most = count_dash(sight.state, compute_pace(actor).dash)
    return (*goal, *list_fields(acts.TakeDash, {"yards": {"high": most}}, "yards")) if goal else ()


def _ask_climbing(yards: int) -> Form:
    return {"climbing": {"help": Text("{n} yard per tick", "{n} yards per tick", n=yards)}}


def _offer_together(
    sight: Sight[State], actor: Combatant, targets: list[Combatant], foes: Callable[[], Form]
) -> Iterator[Offer]:
    ward = partial(_ask_ward, targets, foes)
    if sight.state.kind != "debate":  # what is lent is a Parry DV
        yield _row(sight, actor, acts.DefendOther, DEFEND_OTHER, "defend", "ward", form=ward, hint=LEND_PARRY)
    if actor.worn is not None:
        return  # units do not coordinate their attacks (2E-506)
    led = partial(_ask_led, sight, actor, foes)
    given = partial(ruling_fields, strikes.CoordinateAttack, "bonus", "penalty")
    yield _row(
        sight,
        actor,
        strikes.CoordinateAttack,
        COORDINATE,
        "coordinate",
        "target",
        "attackers",
        form=led,
        fields=given,
        aimed=COORDINATE_ON,
    )


def _ask_ward(targets: list[Combatant], foes: Callable[[], Form]) -> Form:
    near = [target.id for target in targets if not target.out]
    return {"ward": {"choices": foes()["target"]["choices"], "initial": near[-1] if near else ()}}


def _ask_led(sight: Sight[State], actor: Combatant, foes: Callable[[], Form]) -> Form:
    friends = [other for other in sight.seen if other.side == actor.side and not (other.has_left or other.worn)]
    choices = tuple(Choice(other.id, verbatim(other.name)) for other in friends)
    led = {"kind": "list", "choices": choices, "low": 1, "high": len(friends), "initial": (actor.id,)}
    return {**foes(), "attackers": led}


def _offer_powers(state: State, actor: Combatant) -> Iterator[Offer]:
    """Yield the offers of powers that are actions of their own (2E-291)."""
    charm, powers = ACTIONS["charm"], {power.key: power for power in actor.sheet.powers}
    for choice in (choice for field in power_fields(actor, "action") for choice in field.choices):
        power = powers[choice.value]
        name, price = word(power.name), describe_price(POWERS, power)
        speed = get_speed("charm", charm.speed + power.amount("speed"), state.options)
        cost = get_speed_text(speed, max(0, charm.penalty + power.amount("penalty")))
        reason = Text("{name}: {why}.", name=name, why=choice.reason) if choice.reason else EMPTY
        at, fixed = (state.tick + speed,), {"powers": (power.key,)}
        yield offer_move(acts.UseCharm, name, actor, cost=cost, hint=price, fixed=fixed, reason=reason, next_ticks=at)


def _offer_lasting(state: State, actor: Combatant) -> Iterator[Offer]:
    """Yield the offers of lasting powers; of Simple ones only on the combatant's turn."""
    if not actor.sheet.powers or why_no_switch(state, actor):
        return
    action = None
    if not why_not_now(state, actor) and not actor.holding:
        cost = get_speed_text(SIMPLE_SPEED, ACTIONS["charm"].penalty)
        action = offer_move(SwitchOn, EMPTY, actor, cost=cost, next_ticks=(state.tick + SIMPLE_SPEED,))
    yield from offer_lasting(USE, actor, power_fields(actor, "scene"), {"simple": action})


def _offer_care(sight: Sight[State], actor: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    """Yield the offers to stabilize the dying, by magic and by mundane care, as far as the rules allow (2E-409)."""
    dying = tuple(Choice(other.id, verbatim(other.name)) for other in targets if other.health.state == "dying")
    if not dying:
        return
    for name, kind, magical in ((Text("Stabilize by magic"), "charm", True), (Text("Stabilize"), "misc", False)):
        if why_no_care(sight.state, sight.seat, actor, magical):
            continue
        form: Callable[[], Form] = partial(dict, target={"choices": dying, "initial": dying[0].value})
        cost = partial(cost_fields, actor, acts.Stabilize, "willpower") if magical else tuple
        fixed = {"magical": magical}
        yield _row(sight, actor, acts.Stabilize, name, kind, "target", "text", form=form, fields=cost, fixed=fixed)


def _offer_ready(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    for weapon in actor.sheet.arms():
        if not weapon.is_natural and weapon.key not in actor.ready:
            can_keep = actor.ready and not refusal(plan_ready, actor, weapon.key, keep=True)
            keep = ("keep",) if can_keep else ()
            name, fixed = Text("Ready {w}", w=name_weapon(weapon)), {"weapon": weapon.key}
            yield _row(sight, actor, acts.ReadyWeapon, name, "ready", *keep, fixed=fixed)


def list_counters(actor: Combatant) -> list[Weapon]:
    """Return the weapons to strike back with (2E-383)."""
    held = [weapon for key in actor.ready if (weapon := get_weapon(actor.sheet, key)) is not None]
    return held + [weapon for weapon in actor.sheet.arms() if weapon.is_natural and "C" not in weapon.tags]
