"""Declarations: laid face down from the lowest initiative up, turned when all have declared (V20-143)."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.v20da.actions.multiple import Planned, check_set
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.common import about, in_private
from rules.v20da.decide.setup import start_turn
from rules.v20da.events import ActionsDeclared, CardsLaid, CardsTurned, DeclarationsRevealed
from rules.v20da.moves import DeclareActions, NextTurn, RevealDeclarations
from rules.v20da.state.figures import attack_figures, defense_figures, own_attacks, own_dice, own_mods
from rules.v20da.state.model import ALONE, OTHERS, Card, Combatant, State, label_action
from rules.v20da.state.order import (
    acting,
    can_heal,
    can_only_heal,
    declaring,
    find_combatant,
    get_combatant,
    get_own,
    is_present,
    may_declare,
    wounds,
)
from rules.v20da.traits import ATTRIBUTES

MAX_ACTIONS = 7
"""Difficulty 2 leaves room for seven actions: 3 to 9 (V20-053)."""


def declare_actions(state: State, seat: Seat, move: DeclareActions, roller: Roller) -> list[Event]:
    """Lay the cards. Raises `IllegalMove` naming every action that does not fit (V20-057)."""
    actor = get_own(state, seat, move.actor)
    if not may_declare(state, actor):
        raise IllegalMove("not_your_turn", _why_not_now(state, actor))
    keys = _check_keys(actor, move)
    target = _check_target(state, seat, actor, move)
    check_set([plan_action(actor, key) for key in keys])
    many = len(keys) > 1
    cards = tuple(
        Card(key, place if many else 0, target if key in ATTACKS else None) for place, key in enumerate(keys, 1)
    )
    words = describe_cards(state, cards)
    return [
        ActionsDeclared(**in_private(actor), turn=state.turn, cards=cards, words=words),
        CardsLaid(**about(actor), turn=state.turn),
    ]


def _why_not_now(state: State, actor: Combatant) -> str:
    if state.stage != "declare":
        return "The cards are turned; declare at the start of the next turn."
    if actor.cards:
        return f"{actor.name} has declared already."
    if actor.id in declaring(state) or actor.initiative is None or wounds(actor) is None:
        return f"{actor.name} can take no action."
    return f"{actor.name} declares later: the lowest initiative declares first."


def _check_keys(actor: Combatant, move: DeclareActions) -> list[str]:
    """The actions in their order, each one that this combatant has."""
    if len(move.others) > MAX_ACTIONS:
        raise BadInput("too_many", f"A turn has no room for more than {MAX_ACTIONS} actions.", key="others")
    for key in move.others:
        if key not in OTHERS and key not in ALONE:
            raise BadInput("unknown_action", f"There is no action {key[:40]!r}.", key="others")
    keys = list(move.others)
    if move.attack is not None:
        if move.attack not in {attack.key for attack in own_attacks(actor)}:
            raise IllegalMove("no_such_attack", f"{actor.name} cannot attack so. Choose one from the list.")
        if not 1 <= move.attack_place <= len(keys) + 1:
            raise BadInput("bad_place", f"The attack is action 1 to {len(keys) + 1}.", key="attack_place")
        keys.insert(move.attack_place - 1, move.attack)
    if not keys:
        raise BadInput("no_actions", "Declare at least one action; to wait is one too.", key="others")
    _check_alone(actor, keys)
    return keys


def _check_alone(actor: Combatant, keys: list[str]) -> None:
    if len(keys) > 1 and (alone := next((key for key in keys if key in ALONE), None)):
        raise IllegalMove("alone", f"{ALONE[alone]} fills the whole turn; declare it alone.")
    if "stand" in keys and ("prone" not in actor.conditions or keys.count("stand") > 1):
        raise IllegalMove("not_prone", f"{actor.name} stands up once, and only from the ground.")
    if "heal" in keys and not can_heal(actor):
        raise IllegalMove("blood", f"{actor.name} has no wound that blood could heal, or no blood.", rule="V20-200")
    if can_only_heal(actor) and keys != ["heal"]:
        raise IllegalMove("incapacitated", f"{actor.name} can do nothing but heal with blood.", rule="V20-180")


def _check_target(state: State, seat: Seat, actor: Combatant, move: DeclareActions) -> str | None:
    if move.attack is None:
        if move.target is not None:
            raise BadInput("no_attack", "Only an attack has a target.", key="target")
        return None
    if move.target is None:
        raise BadInput("no_target", "Say who is attacked.", key="target")
    target = check_target(state, seat, actor, move.target)
    if move.attack == "squeeze" and target.id != actor.grip:
        raise IllegalMove("no_grip", f"{actor.name} holds somebody else.")
    return target.id


def check_target(state: State, seat: Seat, actor: Combatant, id: str) -> Combatant:
    """Someone else in the open who is still in the fight. Raises `IllegalMove`."""
    target = get_combatant(state, seat, id)
    if target.id == actor.id or not is_present(target):
        raise IllegalMove("bad_target", f"{target.name} cannot be attacked. Choose someone else in the fight.")
    if target.hidden:
        raise IllegalMove("hidden_target", f"{target.name} is in hiding; bring them into the open first.")
    return target


def plan_action(actor: Combatant, key: str) -> Planned:
    """An action as it would be alone; rolls whose traits are chosen later count with the best ones."""
    if key == "squeeze":
        return Planned(MAX_ACTIONS + 1, 2, attack=True)
    if key in ATTACKS:
        figures = attack_figures(actor, ATTACKS[key])
        return Planned(figures.pool.total, figures.difficulty.total, attack=True)
    if key in ("dodge", "block", "parry"):
        figures = defense_figures(actor, key)
        return Planned(figures.pool.total, figures.difficulty.total)
    if key == "other":
        best = max(map(actor.sheet.dots, ATTRIBUTES)) + max(actor.sheet.abilities.values(), default=0)
        dice = best + sum(term.amount for term in own_dice(actor)) + (wounds(actor) or 0)
        return Planned(dice, max(2, 6 + sum(term.amount for term in own_mods(actor))))
    return Planned(MAX_ACTIONS + 1, 2)


def describe_cards(state: State, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The cards in words, without the name of a target that is out of sight."""
    said = []
    for card in cards:
        target = find_combatant(state, card.target) if card.target else None
        at = f" at {target.name}" if target and not target.hidden else ""
        said.append(label_action(card.key) + at)
    return tuple(said)


def reveal_declarations(state: State, seat: Seat, move: RevealDeclarations, roller: Roller) -> list[Event]:
    """Turn the cards, once all in the open have declared."""
    if state.stage != "declare":
        raise IllegalMove("already_revealed", "The cards are turned already.")
    if late := declaring(state):
        found = find_combatant(state, late[0])
        raise IllegalMove("not_declared", f"{found.name if found else 'Somebody'} has not declared yet.")
    turned: list[Event] = [
        CardsTurned(**about(combatant), turn=state.turn, words=describe_cards(state, combatant.cards))
        for combatant in state.combatants
        if combatant.cards
    ]
    return [DeclarationsRevealed(turn=state.turn), *turned]


def next_turn(state: State, seat: Seat, move: NextTurn, roller: Roller) -> list[Event]:
    """Begin the next turn, once nobody in the open has an action left."""
    if state.stage != "act":
        raise IllegalMove("not_revealed", "Turn the cards first: this turn has not been acted out.")
    if late := acting(state):
        found = find_combatant(state, late[0])
        raise IllegalMove("not_acted", f"{found.name if found else 'Somebody'} has an action left.")
    return start_turn(state, state.turn + 1, roller)
