"""Offers to the Storyteller: the turn, who is seen, what holds, every live number."""

from rules.battle import Choice, Field, Offer
from rules.memory import remember
from rules.v20da.actions.difficulty import LOWEST as LOWEST_BASE
from rules.v20da.state.figures import highest_base
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.numbers import HIGHEST, LOWEST, NUMBERS, get_number
from rules.v20da.state.order import acting, declaring, turn_prompt

_REASON = Field("reason", "Why", "text", high=200)
_VALUE = Field("value", "Is now", "number", low=LOWEST, high=HIGHEST, initial=0,
               help="Kept within what the number may be.")  # fmt: skip


def offers(state: State, everyone: list[Combatant]) -> list[Offer]:
    """What only the Storyteller does."""
    found = [_start(state)] if state.phase == "setup" else _turn(state)
    for combatant in everyone:
        found += _combatant(state, combatant)
    return [*found, Offer("EndBattle", "End the battle", "storyteller")]


def _start(state: State) -> Offer:
    reason = "" if state.combatants else "Nobody is there to fight."
    return Offer("StartBattle", "Roll initiative", "storyteller", reason=reason)


def _turn(state: State) -> list[Offer]:
    """The step of the turn that is the Storyteller's; framed once nobody else has anything to do."""
    waits = "An attack waits for its defense." if state.exchange else ""
    prompt = turn_prompt(state)
    if state.stage == "declare":
        reason = waits or ("Not everyone has declared." if declaring(state) else "")
        return [Offer("RevealDeclarations", "Turn the declarations", "storyteller", prompt=prompt, reason=reason)]
    reason = waits or ("Somebody has an action left." if acting(state) else "")
    return [Offer("NextTurn", "Next turn", "storyteller", prompt=prompt, reason=reason)]


def _combatant(state: State, combatant: Combatant) -> list[Offer]:
    who, found = {"actor": combatant.id}, list[Offer]()
    if state.phase == "running":
        found.append(_override(combatant))
    if state.exchange:
        return found
    found += _difficulties(combatant)
    turn = ("Reveal", "Bring into the open") if combatant.hidden else ("Hide", "Take out of sight")
    found.append(Offer(turn[0], turn[1], "storyteller", combatant.id, fixed=who))
    found.append(Offer("Leave", "Leave the fight", "storyteller", combatant.id, fixed=who))
    if combatant.conditions and state.phase == "running":
        choices = tuple(Choice(condition, condition.capitalize()) for condition in combatant.conditions)
        field = Field("condition", "Condition", "choice", choices)
        found.append(Offer("EndCondition", "End a condition", "storyteller", combatant.id, fields=(field,), fixed=who))
    return found


def _difficulties(combatant: Combatant) -> list[Offer]:
    """The difficulty of each plain action that is declared and not taken (V20-058)."""
    found = []
    for number, card in enumerate(combatant.cards, 1):
        high = highest_base(combatant, card.place)
        if card.key == "other" and not card.done and high >= LOWEST_BASE:
            field = Field("difficulty", "Difficulty", "number", low=LOWEST_BASE, high=high, initial=card.difficulty)
            found.append(Offer("GiveDifficulty", f"Difficulty of action {number}", "storyteller", combatant.id,
                               fields=(field,), fixed={"actor": combatant.id, "card": number}))  # fmt: skip
    return found


@remember(8192)
def _override(combatant: Combatant) -> Offer:
    choices = tuple(Choice(what, label, str(get_number(combatant, what))) for what, (label, _, _) in NUMBERS.items())
    fields = (Field("what", "Number", "choice", choices), _VALUE, _REASON)
    return Offer("Override", "Set a number", "storyteller", combatant.id, fields=fields, fixed={"actor": combatant.id})
