"""Declarations: laid face down from the lowest initiative up, turned when all have declared (V20-143)."""

from dataclasses import replace
from itertools import chain, repeat

from rules.battle.play import Play, about, in_private
from rules.errors import BadInput, IllegalMove
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, LOWEST
from rules.v20da.actions.multiple import Planned, check_set
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.setup import start_turn
from rules.v20da.defense import DEFENSES
from rules.v20da.events import ActionsDeclared, CardsLaid, CardsTurned, DeclarationsRevealed
from rules.v20da.moves import DeclareActions, NextTurn, RevealDeclarations
from rules.v20da.state.figures import attack_figures, defense_figures, own_attacks, own_dice, own_mods, why_no_shot
from rules.v20da.state.model import ALONE, OTHERS, Card, Combatant, State, label_action
from rules.v20da.state.order import (
    acting,
    can_heal,
    can_only_heal,
    declaring,
    has_declared,
    is_present,
    may_declare,
    next_extra,
    wounds,
)
from rules.v20da.traits import ATTRIBUTES

MAX_ACTIONS = 7
"""Difficulty 2 leaves room for seven actions: 3 to 9 (V20-053)."""


def declare_actions(play: Play[State], move: DeclareActions) -> None:
    """Lay the cards. Raises `IllegalMove` naming every action that does not fit (V20-057)."""
    state, actor = play.state, play.state.get(move.actor)
    if not may_declare(state, actor):
        raise IllegalMove("not_your_turn", _why_not_now(state, actor))
    planned = _read_cards(actor, move)
    _check_extra(state, actor, move, planned)
    target = _check_target(state, actor, move)
    check_set([plan_action(actor, card.key, card.difficulty, target) for card in planned])
    many = len(planned) > 1
    laid = tuple(
        replace(card, place=place if many else 0, target=target.id if target and card.is_attack else None)
        for place, card in enumerate(planned, 1)
    )
    cards = (*actor.cards, *laid)
    words = describe_cards(state, cards)
    play.emit(ActionsDeclared(**in_private(actor), cards=cards, words=words))
    if has_declared(play.state.get(actor.id)):
        play.emit(CardsLaid(**about(actor)))


def _why_not_now(state: State, actor: Combatant) -> str:
    if state.stage != "declare":
        return "The cards are turned; declare at the start of the next turn."
    if has_declared(actor):
        return f"{actor.name} has declared already."
    if actor.id in declaring(state) or actor.initiative is None or wounds(actor) is None:
        return f"{actor.name} can take no action."
    return f"{actor.name} declares later: the lowest initiative declares first."


def _read_cards(actor: Combatant, move: DeclareActions) -> list[Card]:
    """The actions in their order, each one that this combatant has; their places and targets are still open."""
    if max(len(move.others), len(move.difficulties)) > MAX_ACTIONS:
        raise BadInput("too_many", f"A turn has no room for more than {MAX_ACTIONS} actions.", key="others")
    cards = [
        Card(key, difficulty=_check_difficulty(difficulty) if key == "other" else DEFAULT, extra=move.extra)
        for key, difficulty in zip(move.others, chain(move.difficulties, repeat(0)), strict=False)
        if _is_named(key)
    ]
    if move.attack is not None:
        attack = next((attack for attack in own_attacks(actor) if attack.key == move.attack), None)
        if attack is None or why_no_shot(actor, attack):
            why = why_no_shot(actor, attack) if attack else "Choose an attack from the list."
            raise IllegalMove("no_such_attack", f"{actor.name} cannot attack so. {why}")
        if not 1 <= move.attack_place <= len(cards) + 1:
            raise BadInput("bad_place", f"The attack is action 1 to {len(cards) + 1}.", key="attack_place")
        cards.insert(move.attack_place - 1, Card(attack.key, extra=move.extra))
    if not cards:
        raise BadInput("no_actions", "Declare at least one action; to wait is one too.", key="others")
    _check_alone(actor, [card.key for card in cards])
    return cards


def _is_named(key: str) -> bool:
    """Whether something stands in this place of the list. Raises `BadInput` for an action that there is not."""
    if key and key not in OTHERS and key not in ALONE:
        raise BadInput("unknown_action", f"There is no action {key[:40]!r}.", key="others")
    return bool(key)


def _check_difficulty(difficulty: int) -> int:
    if difficulty and not LOWEST <= difficulty <= HIGHEST:
        raise BadInput("difficulty", "A difficulty lies between 2 and 10.", key="difficulties", rule="V20-026")
    return difficulty or DEFAULT


def _check_extra(state: State, actor: Combatant, move: DeclareActions, cards: list[Card]) -> None:
    """Own actions first, then each extra one by itself, never split, and no attack where the table forbids it."""
    number = next_extra(actor)
    if move.extra != number:
        what = f"extra action {number}" if number else "own actions"
        raise IllegalMove("other_extra", f"{actor.name} declares {what} now. Look at the board again.")
    if not number:
        return
    if len(cards) > 1 or cards[0].key in ("full_defense", "heal"):
        raise IllegalMove("one_extra", "An extra action is one action, and is not divided. Declare one.")
    if cards[0].is_attack and not state.options.extra_attacks:
        raise IllegalMove("second_attack", "In this series an extra action is no attack.", rule="V20-055")


def _check_alone(actor: Combatant, keys: list[str]) -> None:
    if len(keys) > 1 and (alone := next((key for key in keys if key in ALONE), None)):
        raise IllegalMove("alone", f"{ALONE[alone]} fills the whole turn; declare it alone.")
    if "stand" in keys and ("prone" not in actor.conditions or keys.count("stand") > 1):
        raise IllegalMove("not_prone", f"{actor.name} stands up once, and only from the ground.")
    if "heal" in keys and not can_heal(actor):
        raise IllegalMove("blood", f"{actor.name} has no wound that blood could heal, or no blood.", rule="V20-200")
    if can_only_heal(actor) and keys != ["heal"]:
        raise IllegalMove("incapacitated", f"{actor.name} can do nothing but heal with blood.", rule="V20-180")


def _check_target(state: State, actor: Combatant, move: DeclareActions) -> Combatant | None:
    if move.attack is None:
        if move.target is not None:
            raise BadInput("no_attack", "Only an attack has a target.", key="target")
        return None
    if move.target is None:
        raise BadInput("no_target", "Say who is attacked.", key="target")
    target = check_target(state, actor, move.target)
    if move.attack == "squeeze" and target.id != actor.grip:
        raise IllegalMove("no_grip", f"{actor.name} holds somebody else.")
    return target


def check_target(state: State, actor: Combatant, id: str) -> Combatant:
    """Someone else in the open who is still in the fight. Raises `IllegalMove`."""
    target = state.get(id)
    if target.id == actor.id or not is_present(target):
        raise IllegalMove("bad_target", f"{target.name} cannot be attacked. Choose someone else in the fight.")
    if target.hidden:
        raise IllegalMove("hidden_target", f"{target.name} is in hiding; bring them into the open first.")
    return target


def plan_action(actor: Combatant, key: str, difficulty: int = DEFAULT, target: Combatant | None = None) -> Planned:
    """An action as it would be alone; a plain one, whose traits are chosen later, counts with the best of them.

    `difficulty`: the base of a plain action. `target`: whose circumstances weigh on an attack.
    """
    label = label_action(key)
    if key != "squeeze" and key in ATTACKS:
        figures = attack_figures(actor, ATTACKS[key], target)
        return Planned(figures.pool.total, figures.difficulty.total, True, label)
    if key in DEFENSES:
        figures = defense_figures(actor, key)
        return Planned(figures.pool.total, figures.difficulty.total, False, label)
    if key == "other":
        dice = best_dice(actor) + sum(term.amount for term in own_dice(actor)) + (wounds(actor) or 0)
        return Planned(dice, max(LOWEST, difficulty + sum(term.amount for term in own_mods(actor))), False, label)
    return Planned(MAX_ACTIONS + 1, LOWEST, key == "squeeze", label)


def best_dice(actor: Combatant) -> int:
    """The most dice that traits give: the best Attribute with another or an Ability, or a trait that stands alone."""
    sheet = actor.sheet
    best, second, *_rest = sorted(map(sheet.dots, ATTRIBUTES), reverse=True)
    return max(best + max(second, *sheet.abilities.values(), 0), sheet.willpower, sheet.road)


def describe_cards(state: State, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The cards in words, without the name of a target that is out of sight."""
    said = []
    for card in cards:
        target = state.find(card.target) if card.target else None
        at = f" at {target.name}" if target and not target.hidden else ""
        said.append(label_action(card.key) + at)
    return tuple(said)


def reveal_declarations(play: Play[State], move: RevealDeclarations) -> None:
    """Turn the cards, once all in the open have declared."""
    state = play.state
    if state.stage != "declare":
        raise IllegalMove("already_revealed", "The cards are turned already.")
    if late := declaring(state):
        found = state.find(late[0])
        raise IllegalMove("not_declared", f"{found.name if found else 'Somebody'} has not declared yet.")
    play.emit(DeclarationsRevealed(turn=state.turn))
    for combatant in state.combatants:
        if combatant.cards:
            play.emit(CardsTurned(**about(combatant), words=describe_cards(state, combatant.cards)))


def next_turn(play: Play[State], move: NextTurn) -> None:
    """Begin the next turn, once nobody in the open has an action left."""
    state = play.state
    if state.stage != "act":
        raise IllegalMove("not_revealed", "Turn the cards first: this turn has not been acted out.")
    if late := acting(state):
        found = state.find(late[0])
        raise IllegalMove("not_acted", f"{found.name if found else 'Somebody'} has an action left.")
    start_turn(play, state.turn + 1)
