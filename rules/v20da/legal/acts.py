"""Offers to act: the declared action, and what blood and Willpower do with it."""

from dataclasses import replace

from rules.battle import Choice, Fields, Offer, Seat, offer_move
from rules.battle.declare import list_fields, pick
from rules.powers import offer_lasting
from rules.text import EMPTY, Text
from rules.v20da import moves as mv
from rules.v20da.actions.chances import success_chance
from rules.v20da.attack import ATTACKS, Attack
from rules.v20da.decide.acting import boost_limit, most_levels, stride_figures
from rules.v20da.decide.attacks import is_gone, why_not_attack
from rules.v20da.decide.clinches import HARM, escape_figures
from rules.v20da.decide.powers import USE, why_too_late
from rules.v20da.legal.declaring import order_targets
from rules.v20da.legal.plain import NO_ACTION, flags, plain_offers
from rules.v20da.state.figures import attack_figures, own_attacks, say_roll
from rules.v20da.state.model import ALONE, ESCAPE, ESCAPE_LABEL, OTHERS, Card, Combatant, State, label_action
from rules.v20da.state.order import can_hold, clinch_partner, is_able, is_down, may_act, next_card
from rules.v20da.traits import PHYSICAL, label_of

WAITS = Text("Those with higher initiative act first.")

NO_HEALING = Text("No blood left this turn, or no wound it can heal.")
BLOOD_PER_LEVEL = Text("1 blood per level")


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
        return [offer_move(mv.ForgoAction, label_action(card.key), actor, reason=reason), *found]
    forgo = offer_move(mv.ForgoAction, Text("Skip: {action}", action=label_action(card.key)), actor)
    if partner := clinch_partner(state, actor):
        return [*_clinch_offers(state, actor, card, partner, seen), *_hold(state, actor), forgo, *found]
    acts = [*_card_offers(state, actor, card, seen), *_hold(state, actor)]
    if card.is_attack and not _has_target(state, actor, card, seen):
        # Where the declared target is gone, the first offer strikes no one down.
        return [replace(forgo, rank="usual"), *acts, *found]
    return [*acts, forgo, *found]


def _clinch_offers(
    state: State, actor: Combatant, card: Card, partner: Combatant, seen: list[Combatant]
) -> list[Offer]:
    """Return the declared action, if a clinch leaves it to do, and the escape in place of it (V20-168)."""
    is_harm = card.key in HARM and card.target == partner.id
    found = _card_offers(state, actor, card, seen) if is_harm or card.key == "heal" else []
    figures = escape_figures(state, actor, partner, card.place)[0]
    hint = Text(
        "{roll}, against the other’s Strength + Brawl", roll=say_roll(figures.pool.total, figures.difficulty.total)
    )
    escape = offer_move(
        mv.EscapeClinch, ESCAPE_LABEL, actor, flags(actor, "brawl", "strength"), hint=hint, reason=figures.reason
    )
    return [escape, *found] if card.key == ESCAPE else [*found, escape]


def _has_target(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> bool:
    """Return whether the declared target is there, standing or not, or, if it is gone, any foe who stands."""
    if not is_gone(state.find(card.target)):
        return True
    return any(target.side != actor.side and not is_down(target) for target in order_targets(actor, seen))


def _hold(state: State, actor: Combatant) -> list[Offer]:
    if not can_hold(state, actor):
        return []
    hint = Text("act at any later moment this turn, even before others")
    return [offer_move(mv.HoldAction, Text("Hold action"), actor, hint=hint)]


def _card_offers(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    if card.is_attack:
        return _attacks(state, actor, card, seen)
    if card.key == "other":
        return plain_offers(actor, card)
    if card.key == ESCAPE:
        return []  # the clinch is over
    if card.key == "stand":
        return [offer_move(mv.StandUp, OTHERS["stand"], actor)]
    most = most_levels(actor)
    fields = list_fields(mv.HealWounds, {"levels": {"high": max(1, most), "initial": max(1, most)}})
    reason = EMPTY if most else NO_HEALING
    return [offer_move(mv.HealWounds, ALONE["heal"], actor, fields, cost=BLOOD_PER_LEVEL, reason=reason)]


def _attacks(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    """Return the declared attack. If its target is gone, it is offered against each of the others."""
    attack = ATTACKS[card.key]
    if attack not in own_attacks(actor):
        return [_attack_offer(actor, attack, card.target or "", "", (), Text("That weapon is not in hand."))]
    declared = state.find(card.target)
    if declared is not None and not is_gone(declared):
        return [_attack(actor, attack, declared, card.place)]
    return [_attack(actor, attack, other, card.place) for other in order_targets(actor, seen)]


def _attack(actor: Combatant, attack: Attack, target: Combatant, place: int) -> Offer:
    if attack.key == "squeeze":
        return _attack_offer(actor, attack, target.id, target.name, (), EMPTY)
    aims = mv.AIMS[:1] if attack.aim or attack.type == "none" else mv.AIMS
    choices = tuple(_aim(actor, attack, target, aim, place) for aim in aims)
    fields = pick(mv.MakeAttack, "aim", choices) if len(aims) > 1 else ()
    fields += list_fields(mv.MakeAttack, None, "difficulty")
    fields += USE.field(actor, "attack") + flags(actor, attack.ability, attack.attribute)
    return _attack_offer(actor, attack, target.id, target.name, fields, choices[0].reason)


def _attack_offer(actor: Combatant, attack: Attack, target: str, name: str, fields: Fields, reason: Text) -> Offer:
    label = Text("{w} against {whom}", w=attack.label, whom=name) if name else attack.label
    rolls = attack.key != "squeeze"
    return offer_move(mv.MakeAttack, label, actor, fields, fixed={"target": target}, reason=reason, has_preview=rolls)


def _aim(actor: Combatant, attack: Attack, target: Combatant, aim: Choice, place: int) -> Choice:
    figures = attack_figures(actor, attack, target, aim.value, place)
    reason = why_not_attack(actor, attack, figures)
    dice, difficulty = figures.pool.total, figures.difficulty.total
    odds = None if reason else success_chance(dice, difficulty)
    return replace(aim, hint=say_roll(dice, difficulty), reason=reason, odds=odds)


def _reflexes(state: State, actor: Combatant) -> list[Offer]:
    """Return what Willpower does against wounds, and blood for strength and healing."""
    found = []
    if actor.health.penalty and not actor.ignores_wounds:
        reason = EMPTY if actor.willpower else Text("No Willpower points left.")
        label, cost = Text("Ignore wound penalties this turn"), Text("1 Willpower")
        found.append(offer_move(mv.IgnoreWounds, label, actor, group="reflex", cost=cost, reason=reason))
    held = state.find(actor.grip)
    if held is not None and "clinched" in held.conditions:
        found.append(offer_move(mv.ReleaseClinch, Text("Release {whom}", whom=held.name), actor, group="reflex"))
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
    late = {power.key: why for power in actor.sheet.powers if (why := why_too_late(state, power))}
    return [
        replace(offer, reason=offer.reason or late.get(str(offer.fixed["power"]), EMPTY))
        if offer.move == "SwitchOn"
        else offer
        for offer in offer_lasting(USE, actor, USE.field(actor, "scene"), {})
    ]


def _boost(actor: Combatant) -> Offer:
    limit = boost_limit(actor)
    choices = tuple(
        Choice(key, label_of(key), reason=EMPTY if actor.sheet.dots(key) < limit else Text("It can’t go higher."))
        for key in PHYSICAL
    )
    closed = not USE.purse(actor)["blood"] or all(choice.reason for choice in choices)
    label, reason = Text("Raise an Attribute with blood"), Text("No blood left this turn.") if closed else EMPTY
    fields = pick(mv.RaiseAttribute, "attribute", choices)
    return offer_move(mv.RaiseAttribute, label, actor, fields, group="reflex", cost=Text("1 blood"), reason=reason)


def _stride(actor: Combatant) -> Offer:
    most = most_levels(actor)
    label, reason = Text("Heal while acting"), stride_figures(actor).reason if most else NO_HEALING
    fields = list_fields(mv.HealInStride, {"levels": {"high": max(1, most)}})
    return offer_move(mv.HealInStride, label, actor, fields, group="reflex", cost=BLOOD_PER_LEVEL, reason=reason)
