"""How many actions: what one action, two, three ... in a turn would bring (V20-050 to V20-057)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.battle.play import Foreseers, Play
from rules.errors import IllegalMove
from rules.odds import Odds
from rules.outlook import Alternative, Goal, Outlook, Prospect, describe_chance, describe_mean
from rules.spread import at_least, compute_spread, convolve
from rules.text import Text, join
from rules.v20da.actions.chances import chances
from rules.v20da.actions.multiple import AllottedAction, PlannedAction, check_set
from rules.v20da.decide.declaring import check_may_declare, check_target, parse_cards, plan_action
from rules.v20da.moves import DeclareActions
from rules.v20da.state.figures import say_roll
from rules.v20da.state.model import ALONE, ESCAPE, Card, Circumstances, Combatant, State, label_action
from rules.v20da.state.order import clinch_partner

LEAST = 3
"""How many actions are looked at, if the form has fewer."""
DODGE = "dodge"
"""What fills up a shorter form: a defense that everyone has."""
UNROLLED = ("stand", "squeeze", ESCAPE)
"""Actions without a roll of their own."""
NOTES = (
    Text("Each is the chance of at least one success, before any defense, without specialty and Willpower."),
    Text("A second action assumes the best traits; you choose them when you take it."),
)


def _foresee_actions(play: Play[State], move: DeclareActions) -> Outlook | None:
    """Compare the declared actions with fewer of them, and with more, each a dodge."""
    actor = play.state.get(move.actor)
    check_may_declare(play.state, actor)
    cards = parse_cards(actor, move)
    if (
        clinch_partner(play.state, actor)
        or any(card.key in ALONE for card in cards)
        or all(card.key in UNROLLED for card in cards)
    ):
        return None
    target = None if move.target is None else _see(play, check_target(play.state, actor, move.target))
    more = [] if move.extra else [Card(DODGE)] * (LEAST - len(cards))
    full = [*cards, *more]
    check_set(_plan(actor, cards, target))
    alternatives = list[Alternative]()
    for count in range(1, len(full) + 1):
        alternative = _make_alternative(play.state, actor, full[:count], target)
        alternatives.append(replace(alternative, is_chosen=count == len(cards)))
        if alternative.reason:  # with more actions it is no better
            break
    return Outlook(tuple(alternatives), NOTES if any(card.key == "other" for card in cards) else NOTES[:1])


def _see(play: Play[State], target: Combatant) -> Combatant:
    """Return the target with all that counts in the attack, for a seat that may know it."""
    return target if play.seat.controls(target.character) else see_target(target)


def see_target(target: Combatant) -> Combatant:
    """Return the target with what the forms say of it: cover and distance (V20-166, 167)."""
    found = target.circumstances
    return replace(target, circumstances=Circumstances(cover=found.cover, distance=found.distance))


def _plan(actor: Combatant, cards: Sequence[Card], target: Combatant | None) -> list[PlannedAction]:
    return [plan_action(actor, card.key, card.difficulty, target) for card in cards]


def _make_alternative(state: State, actor: Combatant, cards: Sequence[Card], target: Combatant | None) -> Alternative:
    name = Text("{n} action", "{n} actions", n=len(cards))
    label = Text("{count}: {actions}", count=name, actions=join(", ", (label_action(card.key) for card in cards)))
    try:
        allotted = check_set(_plan(actor, cards, target))
    except IllegalMove as refusal:
        return Alternative(label, reason=refusal.sentence)
    rolls = [
        None
        if card.key in UNROLLED
        else chances(allotment.dice, allotment.difficulty, botch_mode=state.options.botch_mode)
        for card, allotment in zip(cards, allotted, strict=True)
    ]
    rolled = [roll for roll in rolls if roll is not None]
    total = convolve(map(compute_spread, rolled))
    prospects = list(_describe_each(cards, allotted, rolls))
    first, success = float(rolled[0].success) if rolled else 0.0, at_least(total, 1)
    if len(rolled) > 1:
        prospects.append(describe_chance(Text("at least one success"), success, "V20-032"))
    prospects.append(describe_mean(Text("Total successes"), total, "V20-030"))
    goals = (
        Goal(Text("the first of {n} action", "the first of {n} actions", n=len(cards)), first),
        Goal(Text("a success with {n} action", "a success with {n} actions", n=len(cards)), success),
    )
    return Alternative(label, tuple(prospects), goals)


def _describe_each(
    cards: Sequence[Card], allotted: Sequence[AllottedAction], rolls: Sequence[Odds | None]
) -> Iterator[Prospect]:
    """Yield the chance of each action, with what its place costs: −k dice, +k difficulty (V20-051)."""
    for place, (card, allotment, roll) in enumerate(zip(cards, allotted, rolls, strict=True), 1):
        label = Text("{n}. {action}", n=place, action=label_action(card.key))
        if roll is None:
            yield Prospect(label, Text("without a roll"), "V20-054")
            continue
        why = say_roll(allotment.dice, allotment.difficulty)
        if len(cards) > 1:
            why = Text("{roll} (−{n} die, +{n} difficulty)", "{roll} (−{n} dice, +{n} difficulty)", roll=why, n=place)
        is_best = card.key == "other"
        yield describe_chance(
            label, float(roll.success), "V20-051" if len(cards) > 1 else "V20-052", why, about=is_best
        )


OUTLOOKS: Foreseers = {DeclareActions: _foresee_actions}
