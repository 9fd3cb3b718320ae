"""Offers to the Storyteller: the turn, conditions, the difficulties of plain actions."""

from rules.battle import Choice, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields, pick
from rules.text import EMPTY, Text
from rules.v20da.actions.difficulty import LOWEST
from rules.v20da.moves import EndCondition, GiveDifficulty, NextTurn, RevealDeclarations
from rules.v20da.state.figures import highest_base
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.order import acting, declaring, turn_prompt

CONDITIONS = {
    "prone": Text("Prone"),
    "held": Text("Held"),
    "clinched": Text("Clinched"),
    "disarmed": Text("Disarmed"),
    "staked": Text("Staked"),
}
"""The names of the conditions that a manoeuvre leaves behind."""


def turn_offers(sight: Sight[State]) -> list[Offer]:
    """Return the Storyteller's step of the turn. It is framed once no one else has anything to do."""
    state = sight.state
    if state.phase != "running":
        return []
    waits = Text("An attack is waiting for its defense.") if state.exchange else EMPTY
    prompt = turn_prompt(state)
    if state.stage == "declare":
        reason = waits or (Text("Not everyone has declared.") if declaring(state) else EMPTY)
        label = Text("Reveal declarations")
        return [offer_move(RevealDeclarations, label, None, group="storyteller", prompt=prompt, reason=reason)]
    reason = waits or (Text("Someone still has an action.") if acting(state) else EMPTY)
    return [offer_move(NextTurn, Text("Next turn"), None, group="storyteller", prompt=prompt, reason=reason)]


def ruling_offers(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return the rulings on one combatant."""
    if sight.state.phase != "running" or sight.state.exchange:
        return []
    found = _difficulties(actor)
    if actor.conditions:
        choices = (Choice(condition, CONDITIONS[condition]) for condition in actor.conditions)
        fields = pick(EndCondition, "condition", choices)
        found.append(offer_move(EndCondition, Text("End condition"), actor, fields, group="storyteller"))
    return found


def _difficulties(actor: Combatant) -> list[Offer]:
    """Return the difficulty of each plain action that is declared and not taken (V20-058)."""
    found = []
    for number, card in enumerate(actor.cards, 1):
        high = highest_base(actor, card.place)
        if card.key == "other" and not card.done and high >= LOWEST:
            fields = list_fields(GiveDifficulty, {"difficulty": {"high": high, "initial": card.difficulty}})
            label, fixed = Text("Difficulty of action {n}", n=number), {"card": number}
            found.append(offer_move(GiveDifficulty, label, actor, fields, group="storyteller", fixed=fixed))
    return found
