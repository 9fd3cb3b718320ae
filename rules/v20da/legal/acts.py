"""Offers to act: the declared action, and what blood and Willpower do beside it."""

from dataclasses import replace

from rules.battle import Choice, Field, Offer, Seat
from rules.battle.declare import list_fields
from rules.powers import offer_lasting
from rules.text import EMPTY, Text
from rules.v20da.actions.chances import success_chance
from rules.v20da.attack import ATTACKS, Attack
from rules.v20da.decide.acting import boost_limit, most_levels, stride_figures
from rules.v20da.decide.attacks import is_gone, why_not_attack
from rules.v20da.decide.powers import USE, why_too_late
from rules.v20da.legal.plain import NO_ACTION, flags, plain_offers
from rules.v20da.legal.targets import order_targets
from rules.v20da.moves import AIMS, HealInStride, HealWounds, MakeAttack, RaiseAttribute
from rules.v20da.state.figures import attack_figures, own_attacks, say_roll
from rules.v20da.state.model import ALONE, OTHERS, Card, Combatant, State, label_action
from rules.v20da.state.order import can_hold, is_able, is_down, may_act, next_card
from rules.v20da.traits import PHYSICAL, label_of

WAITS = Text("Those with higher initiative act first.")

NO_HEALING = Text("No blood is left for this turn, or no wound that it heals.")
BLOOD_PER_LEVEL = Text("1 blood a level")


def offers(state: State, seat: Seat, actor: Combatant, seen: list[Combatant]) -> list[Offer]:
    """Return the declared action when its place has come, and reflexes."""
    if state.exchange:
        return []
    card = next_card(actor)
    found = _reflexes(state, actor) if is_able(actor) else []
    if state.stage != "act" or card is None:
        return found
    if not may_act(state, actor):
        reason = WAITS if is_able(actor) else NO_ACTION
        label = label_action(card.key)
        return [Offer("ForgoAction", label, "act", actor.id, fixed={"actor": actor.id}, reason=reason), *found]
    label = Text("Let go: {action}", action=label_action(card.key))
    forgo = Offer("ForgoAction", label, "act", actor.id, fixed={"actor": actor.id})
    acts = [*_card_offers(state, seat, actor, card, seen), *_hold(state, actor)]
    if card.is_attack and not _has_standing_target(state, actor, card, seen):
        return [forgo, *acts, *found]  # the first offer is never to strike somebody down, or of the own side
    return [*acts, forgo, *found]


def _has_standing_target(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> bool:
    """Return whether the declared target still stands or, if it is gone, any foe."""
    declared = state.find(card.target)
    if declared is not None and not is_gone(declared):
        return not is_down(declared)
    return any(target.side != actor.side and not is_down(target) for target in order_targets(actor, seen))


def _hold(state: State, actor: Combatant) -> list[Offer]:
    if not can_hold(state, actor):
        return []
    hint = Text("act at any later moment of this turn, before others too")
    return [Offer("HoldAction", Text("Hold the action"), "act", actor.id, hint=hint, fixed={"actor": actor.id})]


def _card_offers(state: State, seat: Seat, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    if card.is_attack:
        return _attacks(state, actor, card, seen)
    if card.key == "other":
        return plain_offers(actor, card, may_rule=seat.storyteller)
    if card.key == "stand":
        return [Offer("StandUp", OTHERS["stand"], "act", actor.id, fixed={"actor": actor.id})]
    most = most_levels(actor)
    fields = list_fields(HealWounds, {"levels": {"high": max(1, most), "initial": max(1, most)}})
    return [Offer("HealWounds", ALONE["heal"], "act", actor.id, BLOOD_PER_LEVEL, fields=fields,
                  fixed={"actor": actor.id}, reason=EMPTY if most else NO_HEALING)]  # fmt: skip


def _attacks(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    """Return the declared attack. It goes against somebody else only if the declared target is gone."""
    attack = ATTACKS[card.key]
    if attack not in own_attacks(actor):
        return [_attack_offer(actor, attack, card.target or "", "", (), Text("That weapon is out of hand."))]
    declared = state.find(card.target)
    if declared is not None and not is_gone(declared):
        return [_attack(actor, attack, declared, card.place)]
    return [_attack(actor, attack, other, card.place) for other in order_targets(actor, seen)]


def _attack(actor: Combatant, attack: Attack, target: Combatant, place: int) -> Offer:
    if attack.key == "squeeze":
        return _attack_offer(actor, attack, target.id, target.name, (), EMPTY)
    aims = AIMS[:1] if attack.aim or attack.type == "none" else AIMS
    choices = tuple(_aim(actor, attack, target, aim, place) for aim in aims)
    reason = choices[0].reason
    fields: tuple[Field, ...] = ()
    if len(aims) > 1:
        fields = list_fields(MakeAttack, {"aim": {"choices": choices}}, "aim")
    fields += USE.field(actor, "attack") + flags(actor, attack.ability, attack.attribute)
    return _attack_offer(actor, attack, target.id, target.name, fields, reason)


def _attack_offer(
    actor: Combatant, attack: Attack, target: str, name: str, fields: tuple[Field, ...], reason: Text
) -> Offer:
    label = Text("{w} at {whom}", w=attack.label, whom=name) if name else attack.label
    return Offer("MakeAttack", label, "act", actor.id, fields=fields, fixed={"actor": actor.id, "target": target},
                 reason=reason, has_preview=attack.key != "squeeze")  # fmt: skip


def _aim(actor: Combatant, attack: Attack, target: Combatant, aim: Choice, place: int) -> Choice:
    figures = attack_figures(actor, attack, target, aim.value, place)
    reason = why_not_attack(actor, attack, figures)
    dice, difficulty = figures.pool.total, figures.difficulty.total
    odds = None if reason else success_chance(dice, difficulty)
    return replace(aim, hint=say_roll(dice, difficulty), reason=reason, odds=odds)


def _reflexes(state: State, actor: Combatant) -> list[Offer]:
    """Return what Willpower does against wounds, and blood for strength and healing."""
    who = {"actor": actor.id}
    found = []
    if actor.health.penalty and not actor.ignores_wounds:
        reason = EMPTY if actor.willpower else Text("No Willpower points are left.")
        label, cost = Text("Ignore wounds this turn"), Text("1 Willpower")
        found.append(Offer("IgnoreWounds", label, "reflex", actor.id, cost, fixed=who, reason=reason))
    found += _lasting(state, actor)
    if actor.sheet.is_vampire:
        found.append(_boost(actor))
        if actor.health.track:
            found.append(_stride(actor))
    return found


def _lasting(state: State, actor: Combatant) -> list[Offer]:
    """Return offers of lasting powers.

    None of them takes the action. A power that grants actions is switched on before these are declared.
    """
    powers = {power.key: power for power in actor.sheet.powers}
    found = offer_lasting(USE, actor, USE.field(actor, "scene"), {})
    late = {key: why for key, power in powers.items() if (why := why_too_late(state, power))}
    return [
        replace(offer, reason=offer.reason or late.get(str(offer.fixed["power"]), EMPTY))
        if offer.move == "SwitchOn" else offer
        for offer in found
    ]  # fmt: skip


def _boost(actor: Combatant) -> Offer:
    limit = boost_limit(actor)
    choices = tuple(
        Choice(key, label_of(key), reason=EMPTY if actor.sheet.dots(key) < limit else Text("It can rise no higher."))
        for key in PHYSICAL
    )
    closed = not USE.purse(actor)["blood"] or all(choice.reason for choice in choices)
    fields = list_fields(RaiseAttribute, {"attribute": {"choices": choices}})
    reason = Text("No blood is left for this turn.") if closed else EMPTY
    return Offer("RaiseAttribute", Text("Raise an Attribute with blood"), "reflex", actor.id, Text("1 blood"),
                 fields=fields, fixed={"actor": actor.id}, reason=reason)  # fmt: skip


def _stride(actor: Combatant) -> Offer:
    most, figures = most_levels(actor), stride_figures(actor)
    fields = list_fields(HealInStride, {"levels": {"high": max(1, most)}})
    return Offer("HealInStride", Text("Heal beside other actions"), "reflex", actor.id, BLOOD_PER_LEVEL, fields=fields,
                 fixed={"actor": actor.id}, reason=figures.reason if most else NO_HEALING)  # fmt: skip
