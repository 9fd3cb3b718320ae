"""Fold events into the state. Nothing is refused or rolled here."""

from dataclasses import replace

from rules.battle import Event
from rules.battle.apply import ActorChange, StateChange, make_apply
from rules.battle.events import CombatantLeft, FiguresChanged
from rules.battle.figures import put_figures
from rules.powers import put_active
from rules.v20da import events as ev
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.state.numbers import NUMBERS
from rules.v20da.state.order import next_card
from rules.v20da.state.paths import FIGURES


def _start_turn(state: State, event: ev.TurnStarted) -> State:
    fresh = tuple(
        replace(
            c,
            initiative=None,
            cards=(),
            turned=False,
            defenses=0,
            blood_spent=0,
            willpower_used=False,
            ignores_wounds=False,
            grace=None,
            held=False,
        )
        for c in state.combatants
    )
    return replace(state, phase="running", stage="declare", turn=event.turn, combatants=fresh)


def _make_attack(state: State, event: ev.AttackMade) -> State:
    combatants = tuple(_take_card(c, event) if c.id == event.actor else c for c in state.combatants)
    waiting = event.attack if event.waits else None
    return replace(state, combatants=combatants, exchange=waiting, exchanges=state.exchanges + 1)


def _change_each(change: ActorChange) -> StateChange:
    """Return the change of the state by one that looks at every combatant, not only at the actor of the event."""
    return lambda state, event: replace(state, combatants=tuple(change(c, event) for c in state.combatants))


def _gain(actor: Combatant, event: ev.ConditionGained) -> Combatant:
    """Add the condition, and in a clinch the grip of the combatant who holds."""
    if actor.id == event.actor and event.condition not in actor.conditions:
        return replace(actor, conditions=(*actor.conditions, event.condition))
    return replace(actor, grip=event.actor) if actor.id == event.by else actor


def _lose(actor: Combatant, event: ev.ConditionEnded) -> Combatant:
    if actor.id == event.actor:
        return replace(actor, conditions=tuple(c for c in actor.conditions if c != event.condition))
    if event.condition == "clinched" and actor.grip == event.actor:
        return replace(actor, grip=None)
    return actor


def _part(actor: Combatant, event: CombatantLeft) -> Combatant:
    """Remove the combatant who left. Both its own grip and the grips on it end."""
    if actor.id == event.actor:
        return replace(actor, out="left", grip=None)
    return replace(actor, grip=None) if actor.grip == event.actor else actor


def _take_card(actor: Combatant, event: Event) -> Combatant:
    """Mark the next declared action as done. If the one after it has another place in the order, it waits for that."""
    card = next_card(actor)
    if card is None:
        return actor
    after = replace(actor, cards=_mark(actor.cards, card))
    following = next_card(after)
    return after if following and following.extra == card.extra else replace(after, grace=None, held=False)


def _mark(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = next(number for number, other in enumerate(cards) if other is card)
    return (*cards[:at], replace(card, done=True), *cards[at + 1 :])


def _abort(actor: Combatant, event: ev.Aborted) -> Combatant:
    """Give up what was not done yet for full defense (V20-145)."""
    if not event.success:
        return actor
    done = tuple(card for card in actor.cards if card.done)
    return replace(actor, cards=(*done, Card("full_defense")))


def _give_difficulty(actor: Combatant, event: ev.DifficultyGiven) -> Combatant:
    at = event.card - 1
    card = replace(actor.cards[at], difficulty=event.now)
    return replace(actor, cards=(*actor.cards[:at], card, *actor.cards[at + 1 :]))


def _defend(actor: Combatant, event: ev.DefenseChosen) -> Combatant:
    """Use up a declared defense. Full defense goes on with a die less (V20-146)."""
    if not event.defense:
        return actor
    if any(card.key == "full_defense" for card in actor.cards):
        return replace(actor, defenses=actor.defenses + 1)
    card = next((card for card in actor.cards if card.key == event.defense and not card.done), None)
    return actor if card is None else replace(actor, cards=_mark(actor.cards, card))


def _spend_point(actor: Combatant, event: ev.WillpowerSpent) -> Combatant:
    if event.use == "ignore_wounds":
        return replace(actor, willpower=event.left, ignores_wounds=True)
    return replace(actor, willpower=event.left, willpower_used=actor.willpower_used or event.use == "success")


def _pay_powers(actor: Combatant, event: ev.PowersUsed | ev.PowerSwitched) -> Combatant:
    """Take points and dots, and note the powers that are used once in a scene."""
    sheet, price = actor.sheet, event.price
    if price.dots or price.once:
        spent = (*sheet.powers_spent, *price.once)
        sheet = replace(sheet, willpower=sheet.willpower - price.dots, powers_spent=spent)
    return replace(
        actor,
        sheet=sheet,
        blood=actor.blood - event.blood,
        blood_spent=actor.blood_spent + event.blood,
        willpower=min(actor.willpower - event.willpower, sheet.willpower),
        dots_paid=actor.dots_paid + price.dots,
    )


def _switch(actor: Combatant, event: ev.PowerSwitched) -> Combatant:
    return replace(_pay_powers(actor, event), active=put_active(actor.active, event.active, event.is_on))


def _raise(actor: Combatant, event: ev.AttributeRaised) -> Combatant:
    attributes = {**actor.sheet.attributes, event.attribute: event.value}
    boosts = {**actor.boosts, event.attribute: actor.boosts.get(event.attribute, 0) + 1}
    return replace(actor, sheet=replace(actor.sheet, attributes=attributes), boosts=boosts)


def _pay_figures(actor: Combatant, event: FiguresChanged) -> Combatant:
    after = put_figures(FIGURES, actor, event.figures)
    return replace(after, willpower_used=actor.willpower_used or event.bought)


apply = make_apply(
    {
        ev.TurnStarted: _start_turn,
        ev.DeclarationsRevealed: lambda state, e: replace(
            state, stage="act", combatants=tuple(replace(c, turned=True) for c in state.combatants)
        ),
        ev.AttackMade: _make_attack,
        ev.AttackResolved: lambda state, e: replace(state, exchange=None),
        ev.ConditionGained: _change_each(_gain),
        ev.ConditionEnded: _change_each(_lose),
        CombatantLeft: _change_each(_part),
    },
    {
        ev.InitiativeRolled: lambda actor, e: replace(actor, initiative=e.total, rating=e.rating),
        ev.ActionsDeclared: lambda actor, e: replace(actor, cards=e.cards),
        ev.ActionTaken: _take_card,
        ev.EscapeTried: _take_card,
        ev.ActionDone: _take_card,
        ev.DifficultyGiven: _give_difficulty,
        ev.ActionHeld: lambda actor, e: replace(actor, held=True, grace=None),  # no one acts at its moment now
        ev.Aborted: _abort,
        ev.DefenseChosen: _defend,
        ev.Harmed: lambda actor, e: replace(actor, health=e.health, grace=e.grace),
        ev.Healed: lambda actor, e: replace(actor, health=e.health),
        ev.ArmorRuined: lambda actor, e: replace(actor, armor=0),
        ev.WillpowerSpent: _spend_point,
        FiguresChanged: _pay_figures,
        ev.PowersUsed: _pay_powers,
        ev.PowerSwitched: _switch,
        ev.BloodSpent: lambda actor, e: replace(actor, blood=e.left, blood_spent=actor.blood_spent + e.points),
        ev.AttributeRaised: _raise,
    },
    NUMBERS,
    FIGURES,
)
"""Fold one event into the state."""
