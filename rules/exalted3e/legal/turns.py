"""Offers of one's own turn besides attacks, and what is possible at any time."""

from collections.abc import Container, Iterable
from dataclasses import replace

from rules.battle import Choice, Field, Offer
from rules.powers import offer_lasting

from ..actions.social import ACTIONS
from ..attack.counter import check_magic
from ..decide import combat, movement
from ..decide.lasting import check_simple
from ..decide.places import DOWN, UP, read_step
from ..decide.powers import roll_moment
from ..decide.rulings import CHANGES
from ..decide.stealth import check_can_hide
from ..decide.turns import check_delay
from ..decide.words import check_rally
from ..sheet.powers import POWERS
from ..state import Combatant, State, are_enemies
from ..timing.ticks import is_waiting
from ..timing.turns import DELAY_COST, check_action
from ..traits import ACTION_NAMES, COVERS, INTENSITIES
from .common import (
    Maker,
    choices_of,
    choose,
    effort_fields,
    first_reason,
    flag,
    number,
    pick,
    power_fields,
    refusal,
    text,
)
from .plain import offer_actions


def _simple(
    move: str, title: str, actor: Combatant, reason: str, cost: str = "", fields: tuple[Field, ...] = (), hint: str = ""
) -> Offer:
    fixed, weighs = {"actor": actor.id}, move in ROLLED
    return Offer(move, title, "act", actor.id, cost, hint, fields, fixed, reason=reason, weighs=weighs)


ROLLED = frozenset({
    "Influence", "Rush", "Disengage", "TakeCover", "Rise", "Withdraw", "RegainSurprise", "OrderGroup", "RallyGroup",
})  # fmt: skip
"""Moves with a roll whose chances can be told."""


def offer_turn(maker: Maker, actor: Combatant) -> list[Offer]:
    """Everything but attacks."""
    return [*_movement(maker, actor), *_combat(maker, actor), *_special(maker, actor), *_end(maker, actor)]


def _combat(maker: Maker, actor: Combatant) -> list[Offer]:
    state = maker.state
    foes = [c for c in maker.in_play if are_enemies(c, actor)]
    friends = [c for c in maker.in_play if not are_enemies(c, actor) and c.id != actor.id]
    others = [c for c in maker.in_play if c.id != actor.id]
    aims = choose("target", "Target", foes, lambda c: refusal(combat.check_aim, state, actor, c))
    wards = choose("ward", "Ward", friends, lambda c: refusal(combat.check_defend, state, actor, c))
    busy_social = refusal(check_action, state, actor, "social")
    listeners = choose("target", "Target", others, lambda c: busy_social)
    return [
        replace(
            _simple("Aim", "Aim", actor, first_reason(aims, "There is nobody to aim at."), "", (aims,)),
            aimed="Aim at {}",
        ),
        _simple("DefendOther", "Defend Other", actor, first_reason(wards, "There is no ally to defend."), "", (wards,)),
        _simple(
            "FullDefense", "Full Defense", actor, refusal(combat.check_full_defense, state, actor), "1 Initiative"
        ),
        *_draw(state, actor),
        _simple(
            "Miscellaneous", "Miscellaneous action", actor, refusal(check_action, state, actor, "misc"), "Defense −1",
            (text("note", "What", 200),), "Nothing is rolled.",
        ),
        *offer_actions(maker, actor),
        _simple(
            "Influence", "Social influence", actor, first_reason(listeners, "Nobody is there to listen."), "",
            (listeners, ASKED, *effort_fields(actor), *INTIMACIES, text("note", "What", 200)),
        ),
    ]  # fmt: skip


ASKED = pick("action", "Action", choices_of(ACTIONS), ACTIONS[0])
"""What the influence is for (3E-329 to 3E-332)."""
INTIMACIES = tuple(
    pick(name, f"Strongest {name} Intimacy", choices_of(("", *INTENSITIES)), "") for name in ("opposing", "supporting")
)
"""The target's Intimacies that bear on an influence (3E-324 to 3E-326)."""


def _draw(state: State, actor: Combatant) -> list[Offer]:
    reload = actor.is_unloaded and actor.arm.is_slow
    others = [arm for arm in actor.arms if arm.name != actor.weapon or reload]
    if not others:
        return []
    busy = "" if actor.quick_draw else refusal(check_action, state, actor, "draw")
    choices = tuple(Choice(arm.name, arm.name, reason=refusal(combat.check_within_reach, actor, arm)) for arm in others)
    weapons = Field("weapon", "Weapon", "choice", choices)
    cost = "" if actor.quick_draw else "Defense −1"
    reason = busy or first_reason(weapons, "There is nothing else to draw.")
    return [_simple("DrawWeapon", "Draw or ready weapon", actor, reason, cost, (weapons,))]


ACTION_OF = {
    "Attack": "attack", "FullDefense": "full_defense", "DefendOther": "defend_other", "DrawWeapon": "draw",
    "Miscellaneous": "misc", "TakeAction": "misc", "Influence": "social", "OrderGroup": "order", "RallyGroup": "rally",
    "Rush": "rush", "Disengage": "disengage", "Rise": "rise", "TakeCover": "cover", "Withdraw": "withdraw",
}  # fmt: skip
"""The combat action that a move takes, of those that may be in a flurry."""
FIRST = tuple(action for action in combat.COMBAT_ACTIONS if action != "aim" and action not in combat.MOVEMENTS)
"""Each gives an offer whose second action is any that may go with it and is not offered the other way round; what
remains are movements, two of which are never in a flurry."""


def offer_flurries(maker: Maker, actor: Combatant, offers: Iterable[Offer]) -> list[Offer]:
    """Every pair of the actions offered that may be flurried (3E-155 to 3E-159); a weapon drawn first may open the
    attack."""
    able = {ACTION_OF.get(offer.move) for offer in offers if not offer.reason}
    able |= {"attack"} if "draw" in able else set()
    reason = refusal(check_action, maker.state, actor, "flurry")
    return [_flurry(actor, first, able, reason) for first in FIRST if first in able or first == "attack"]


def _flurry(actor: Combatant, first: str, able: Container[str | None], reason: str) -> Offer:
    seconds = [
        Choice(action, ACTION_NAMES[action])
        for action in combat.COMBAT_ACTIONS
        if action in able
        and first in able
        and action not in FIRST[: FIRST.index(first)]
        and not refusal(combat.check_declared_flurry, actor, (first, action))
    ]
    return Offer(
        "DeclareFlurry",
        f"Flurry: {ACTION_NAMES[first]} and…",
        "act",
        actor=actor.id,
        cost="−3 dice on both, Defense −1",
        fields=(Field("second", "Second action", "choice", tuple(seconds)),),
        fixed={"actor": actor.id, "first": first},
        reason=reason or ("" if seconds else "Nothing can go with it now."),
    )


def _movement(maker: Maker, actor: Combatant) -> list[Offer]:
    state = maker.state

    def no_move(toward: str) -> str:
        return refusal(movement.check_move, state, actor, read_step(state, maker.seat, actor, toward))

    others = sorted((c for c in maker.in_play if c.id != actor.id), key=lambda c: not are_enemies(c, actor))
    places = [*((c.id, c.name) for c in others), (UP, "up the field"), (DOWN, "down the field")]
    toward = Field("toward", "Toward", "choice", tuple(Choice(id, name, reason=no_move(id)) for id, name in places))
    sneaks = (flag("open_ground", "Open ground", "−3 dice to stay hidden"), *power_fields(actor, roll_moment(actor)))
    ways_to = (toward, *sneaks) if actor.hidden else (toward,)
    foes = [c for c in maker.in_play if are_enemies(c, actor)]
    rushes = choose("target", "Opponent", foes, lambda c: refusal(movement.check_rush, state, actor, c))
    ways = pick("toward", "Toward", ((UP, "up the field"), (DOWN, "down the field")), UP)
    covers = pick("level", "Cover", tuple((level, level) for level in COVERS[1:]), "light")
    effort = effort_fields(actor)
    stuck = refusal(movement.check_disengage, state, actor)
    away = "Let go of the clinch first." if actor.clinch else refusal(movement.check_withdraw, state, actor)
    moves = _simple("MoveBand", "Move", actor, first_reason(toward, "There is nowhere to go."), "reflexive", ways_to)
    return [
        replace(moves, weighs=True) if actor.hidden else moves,
        _simple("Rush", "Rush", actor, first_reason(rushes, "There is nobody to rush."), "", (rushes, *effort)),
        _simple("Disengage", "Disengage", actor, stuck, "2 Initiative",
                (ways, *effort_fields(actor, movement.DISENGAGE_COST))),
        _simple(
            "TakeCover", "Take cover", actor, refusal(movement.check_cover, state, actor), "",
            (covers, number("difficulty", "Difficulty", 0, 10, 1, "As the Storyteller sets it."), *effort),
        ),
        _simple("Rise", "Rise from prone", actor, refusal(movement.check_rise, state, actor), "", effort),
        _simple("Withdraw", "Withdraw", actor, away, "10 Initiative", effort),
    ]  # fmt: skip


def _special(maker: Maker, actor: Combatant) -> list[Offer]:
    state, found = maker.state, []
    hides = refusal(check_can_hide, actor) or refusal(check_action, state, actor, "surprise")
    found.append(_simple("RegainSurprise", "Slip out of sight", actor, hides, "−3 dice", effort_fields(actor)))
    groups = [c for c in maker.in_play if c.group is not None and c.side == actor.side and c.id != actor.id]
    if groups:
        reason = refusal(check_action, state, actor, "order")
        fields = (choose("target", "Battle group", groups), *effort_fields(actor))
        found.append(_simple("OrderGroup", "Order a battle group", actor, reason, "", fields))
    routed = [c for c in maker.seen if c.out == "dissolved" and c.side == actor.side]
    if routed:
        rallies = choose("target", "Battle group", routed, lambda c: refusal(check_rally, state, actor, c))
        reason = first_reason(rallies, "No group has routed.")
        found.append(_simple("RallyGroup", "Rally a battle group", actor, reason, "", (rallies, *effort_fields(actor))))
    if actor.clinch is not None and actor.clinch.controls:
        reason = refusal(check_action, state, actor, "restrain")
        few = "" if actor.clinch.rounds >= 2 else "Two rounds of control are needed."
        found.append(_simple("Restrain", "Restrain or drag", actor, reason or few, "two rounds of control"))
    return found


def _end(maker: Maker, actor: Combatant) -> list[Offer]:
    late = refusal(check_delay, actor)
    tick = maker.state.tick
    fields = () if tick is None else (number("tick", "Tick", tick - 30, tick - 1, tick - 1, "Or leave it open."),)
    return [
        _simple("EndTurn", "End the turn", actor, ""),
        _simple("Delay", "Delay", actor, late, f"{DELAY_COST} Initiative", fields),
    ]


def offer_reflexes(maker: Maker) -> list[Offer]:
    """What a seat may do at any time: magic, and taking up a delayed turn."""
    found = []
    for actor in maker.own:
        found.append(_charm(maker, actor))
        found += _lasting(maker, actor)
        if actor.hidden:
            found.append(
                Offer("Reveal", f"Step out: {actor.name}", "reflex", actor=actor.id, fixed={"actor": actor.id})
            )
        if actor.is_delaying and is_waiting(actor) and actor.id not in maker.state.due:
            tick, since = maker.state.tick, actor.delayed_at
            reason = "" if tick is not None and since is not None and tick < since else "It comes on a later tick."
            found.append(
                Offer(
                    "TakeDelayedTurn", "Take the delayed turn now", "reflex", actor=actor.id,
                    fixed={"actor": actor.id}, reason=reason,
                )
            )  # fmt: skip
    return found


def _lasting(maker: Maker, actor: Combatant) -> list[Offer]:
    """Lasting powers; a Simple one on its turn alone."""
    fields = power_fields(actor, "scene")
    if not fields:
        return []
    action = None
    if maker.state.current == actor.id:
        reason = refusal(check_simple, maker.state, actor)
        action = Offer("SwitchOn", "", "act", actor.id, "the action", reason=reason)
    return offer_lasting(POWERS, actor.powers, actor.active, fields, actor.id, {"simple": action})


CHANGE_CHOICES = tuple((key, key or "nothing") for key in CHANGES)


def _charm(maker: Maker, actor: Combatant) -> Offer:
    fields = [text("charm", "Charm", 60)]
    motes = actor.personal + actor.peripheral
    if motes:
        fields += [number("motes", "Motes", 0, min(motes, 100)), flag("muted", "Muted")]
    if actor.willpower > 0:
        fields.append(flag("willpower", "Spend Willpower"))
    fields.append(number("initiative", "Initiative", 0, 20))
    if not actor.is_crashed:
        fields.append(flag("perilous", "Perilous"))
    if not actor.flurry:
        fields.append(flag("simple", "Simple"))
    fields.append(pick("changes", "Changes until the next turn", CHANGE_CHOICES, ""))
    fields.append(number("amount", "By", -5, 5))
    if not refusal(check_magic, actor, maker.seat):
        fields.append(flag("counter", "Counterattack", "Answers the next attack before its damage."))
    return Offer("UseCharm", "Use a Charm", "reflex", actor=actor.id, fields=tuple(fields), fixed={"actor": actor.id})
