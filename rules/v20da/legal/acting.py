"""Offers to act: the declared action, and what blood and Willpower do beside it."""

from rules.battle import Choice, Field, Offer
from rules.powers import offer_lasting
from rules.v20da.actions.chances import success_chance
from rules.v20da.actions.difficulty import HIGHEST, MULTIPLE_LIMIT
from rules.v20da.attack import ATTACKS, Attack
from rules.v20da.decide.acting import boost_limit, most_levels, stride_figures
from rules.v20da.decide.attacking import is_gone, why_not_attack
from rules.v20da.decide.powers import power_field
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.legal.declaring import target_choices
from rules.v20da.pools import armor_penalty
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.figures import attack_figures, own_attacks, own_dice, own_mods, say_roll
from rules.v20da.state.model import Card, Combatant, State, label_action
from rules.v20da.state.order import find_combatant, is_able, may_act, next_card, wounds
from rules.v20da.traits import ABILITIES, ATTRIBUTES, PHYSICAL, TABLES, label_of

AIMS = ("", *TABLES["aim"])


def offers(state: State, actor: Combatant, seen: list[Combatant]) -> list[Offer]:
    """The declared action when its place has come, and reflexes."""
    if state.exchange:
        return []
    card = next_card(actor)
    found = _reflexes(actor) if is_able(actor) else []
    if state.stage != "act" or card is None:
        return found
    if not may_act(state, actor):
        reason = "Those with higher initiative act first." if is_able(actor) else "No action is possible."
        label = label_action(card.key)
        return [Offer("ForgoAction", label, "act", actor.id, fixed={"actor": actor.id}, reason=reason), *found]
    forgo = Offer("ForgoAction", f"Let go: {label_action(card.key)}", "act", actor.id, fixed={"actor": actor.id})
    return [*_card_offers(state, actor, card, seen), forgo, *found]


def _card_offers(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    if card.is_attack:
        return _attacks(state, actor, card, seen)
    if card.key == "other":
        return [_other(actor, card.place)]
    if card.key == "stand":
        return [Offer("StandUp", "Stand up", "act", actor.id, fixed={"actor": actor.id})]
    most = most_levels(actor)
    field = Field("levels", "Levels", "number", low=1, high=max(1, most), initial=max(1, most))
    reason = "" if most else "No blood is left for this turn, or no wound that it heals."
    return [Offer("HealWounds", "Heal with blood", "act", actor.id, "1 blood a level", fields=(field,),
                  fixed={"actor": actor.id}, reason=reason)]  # fmt: skip


def flags(actor: Combatant, *traits: str) -> tuple[Field, ...]:
    """The questions whether a specialty fits and whether a Willpower point is spent, where they can be asked."""
    found = []
    if specialty := actor.sheet.specialty(*traits):
        found.append(Field("specialty", f"{specialty} fits: tens count twice", "flag", initial=False))
    if actor.willpower and not actor.willpower_used:
        found.append(Field("willpower", "Spend Willpower for a success", "flag", initial=False))
    return tuple(found)


def _attacks(state: State, actor: Combatant, card: Card, seen: list[Combatant]) -> list[Offer]:
    """The declared attack; against somebody else only where the declared target is gone."""
    attack = ATTACKS[card.key]
    if attack not in own_attacks(actor):
        return [_attack_offer(actor, attack, card.target or "", "", (), "That weapon is out of hand.")]
    declared = find_combatant(state, card.target or "")
    if declared is not None and not is_gone(declared):
        return [_attack(actor, attack, declared, card.place)]
    others = [find_combatant(state, choice.value) for choice in target_choices(actor, seen)]
    return [_attack(actor, attack, other, card.place) for other in others if other is not None]


def _attack(actor: Combatant, attack: Attack, target: Combatant, place: int) -> Offer:
    if attack.key == "squeeze":
        return _attack_offer(actor, attack, target.id, target.name, (), "")
    aims = ("",) if attack.aim or attack.type == "none" else AIMS
    choices = tuple(_aim(actor, attack, target, aim, place) for aim in aims)
    reason = choices[0].reason
    fields: tuple[Field, ...] = ()
    if len(aims) > 1:
        fields = (Field("aim", "Aimed at", "choice", choices, initial="", required=False),)
    fields += power_field(actor, "attack") + flags(actor, attack.ability, attack.attribute)
    return _attack_offer(actor, attack, target.id, target.name, fields, reason)


def _attack_offer(
    actor: Combatant, attack: Attack, target: str, name: str, fields: tuple[Field, ...], reason: str
) -> Offer:
    label = f"{attack.label} at {name}" if name else attack.label
    return Offer("MakeAttack", label, "act", actor.id, fields=fields, fixed={"actor": actor.id, "target": target},
                 reason=reason, weighs=attack.key != "squeeze")  # fmt: skip


def _aim(actor: Combatant, attack: Attack, target: Combatant, aim: str, place: int) -> Choice:
    figures = attack_figures(actor, attack, target, aim, place)
    reason = why_not_attack(actor, attack, figures)
    dice, difficulty = figures.pool.total, figures.difficulty.total
    odds = None if reason else success_chance(dice, difficulty)
    return Choice(aim, aim.capitalize() or "The body", say_roll(dice, difficulty), reason, odds)


def _other(actor: Combatant, place: int) -> Offer:
    """Any traits; Attributes that may leave no dice, and difficulties that may be too high, are not offered."""
    attributes = tuple(_attribute(actor, key, place) for key in ATTRIBUTES)
    raised = max(0, place + sum(term.amount for term in own_mods(actor))) + 1
    high = (MULTIPLE_LIMIT - 1 if place else HIGHEST) - raised
    fields = (
        Field("attribute", "Attribute", "choice", attributes),
        Field("ability", "Ability", "choice", _abilities(actor), initial=""),
        Field("difficulty", "Difficulty", "number", low=2, high=max(2, high), initial=min(6, max(2, high))),
        *power_field(actor, "roll"),
        *flags(actor, *ATTRIBUTES, *actor.sheet.abilities),
    )
    closed = all(choice.reason for choice in attributes) or high < 2
    reason = "No dice would be left, or the difficulty is too high." if closed else ""
    who = {"actor": actor.id}
    label = "Another action"
    return Offer("TakeAction", label, "act", actor.id, fields=fields, fixed=who, reason=reason, weighs=True)


def _attribute(actor: Combatant, key: str, place: int) -> Choice:
    worn = armor_penalty(actor.armor) if key == "dexterity" else 0
    own = sum(term.amount for term in own_dice(actor))
    dice = actor.sheet.dots(key) + worn + own + (wounds(actor) or 0) - place
    return Choice(key, label_of(key), str(actor.sheet.dots(key)), "" if dice > 0 else "No dice would be left.")


def _abilities(actor: Combatant) -> tuple[Choice, ...]:
    known = {**ABILITIES, **actor.sheet.custom_abilities}
    choices = [Choice("", "None")]
    for key, category in known.items():
        dots = actor.sheet.dots(key)
        reason = "A Knowledge without a dot allows no roll." if category == "knowledge" and not dots else ""
        hint = str(dots) if dots or category != "skill" else "+1 difficulty"
        choices.append(Choice(key, actor.sheet.label(key), hint, reason))
    return tuple(choices)


def _reflexes(actor: Combatant) -> list[Offer]:
    """Willpower against wounds; blood for strength and healing."""
    who = {"actor": actor.id}
    found = []
    if actor.health.penalty and not actor.ignores_wounds:
        reason = "" if actor.willpower else "No Willpower points are left."
        found.append(Offer("IgnoreWounds", "Ignore wounds this turn", "reflex", actor.id, "1 Willpower", fixed=who,
                           reason=reason))  # fmt: skip
    found += _lasting(actor)
    if actor.sheet.is_vampire:
        found.append(_boost(actor))
        if actor.health.track:
            found.append(_stride(actor))
    return found


def _lasting(actor: Combatant) -> list[Offer]:
    """Lasting powers: none of them takes the action."""
    return offer_lasting(POWERS, actor.sheet.powers, actor.active, power_field(actor, "scene"), actor.id, {})


def _boost(actor: Combatant) -> Offer:
    limit = boost_limit(actor)
    choices = tuple(
        Choice(key, label_of(key), reason="" if actor.sheet.dots(key) < limit else "It can rise no higher.")
        for key in PHYSICAL
    )
    closed = not has_blood(actor) or all(choice.reason for choice in choices)
    field = Field("attribute", "Attribute", "choice", choices)
    return Offer("RaiseAttribute", "Raise an Attribute with blood", "reflex", actor.id, "1 blood", fields=(field,),
                 fixed={"actor": actor.id}, reason="No blood is left for this turn." if closed else "")  # fmt: skip


def has_blood(actor: Combatant) -> bool:
    """Whether it can spend a point now (V20-202)."""
    return actor.blood > 0 and actor.blood_spent < blood_per_turn(actor.sheet.generation)


def _stride(actor: Combatant) -> Offer:
    most, figures = most_levels(actor), stride_figures(actor)
    field = Field("levels", "Levels", "number", low=1, high=max(1, most), initial=1)
    reason = figures.reason if most else "No blood is left for this turn, or no wound that it heals."
    return Offer("HealInStride", "Heal beside other actions", "reflex", actor.id, "1 blood a level", fields=(field,),
                 fixed={"actor": actor.id}, reason=reason)  # fmt: skip
