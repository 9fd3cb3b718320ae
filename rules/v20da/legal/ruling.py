"""Offers to the Storyteller: the turn, what holds a combatant, the difficulties of plain actions."""

from rules.battle import Choice, Offer
from rules.battle.declare import list_fields
from rules.v20da.actions.difficulty import LOWEST
from rules.v20da.moves import EndCondition, GiveDifficulty
from rules.v20da.state.figures import highest_base
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.order import acting, declaring, turn_prompt


def turn_offers(state: State) -> list[Offer]:
    """The step of the turn that is the Storyteller's; framed once nobody else has anything to do."""
    waits = "An attack waits for its defense." if state.exchange else ""
    prompt = turn_prompt(state)
    if state.stage == "declare":
        reason = waits or ("Not everyone has declared." if declaring(state) else "")
        return [Offer("RevealDeclarations", "Turn the declarations", "storyteller", prompt=prompt, reason=reason)]
    reason = waits or ("Somebody has an action left." if acting(state) else "")
    return [Offer("NextTurn", "Next turn", "storyteller", prompt=prompt, reason=reason)]


def ruling_offers(state: State, combatant: Combatant) -> list[Offer]:
    """What the Storyteller rules on one combatant."""
    if state.phase != "running" or state.exchange:
        return []
    found = _difficulties(combatant)
    if combatant.conditions:
        choices = tuple(Choice(condition, condition.capitalize()) for condition in combatant.conditions)
        fields = list_fields(EndCondition, {"condition": {"choices": choices}})
        found.append(Offer("EndCondition", "End a condition", "storyteller", combatant.id, fields=fields,
                           fixed={"actor": combatant.id}))  # fmt: skip
    return found


def _difficulties(combatant: Combatant) -> list[Offer]:
    """The difficulty of each plain action that is declared and not taken (V20-058)."""
    found = []
    for number, card in enumerate(combatant.cards, 1):
        high = highest_base(combatant, card.place)
        if card.key == "other" and not card.done and high >= LOWEST:
            fields = list_fields(GiveDifficulty, {"difficulty": {"high": high, "initial": card.difficulty}})
            found.append(Offer("GiveDifficulty", f"Difficulty of action {number}", "storyteller", combatant.id,
                               fields=fields, fixed={"actor": combatant.id, "card": number}))  # fmt: skip
    return found
