"""Turns: initiative, and declarations.

These are laid face down by all at once, or openly from the lowest initiative up, and turned when all have declared
(V20-143).
"""

from dataclasses import replace
from itertools import chain, repeat

from rules.battle.lasting import end_powers
from rules.battle.play import Play, about, in_private
from rules.errors import BadInput, IllegalMove
from rules.powers import list_over, list_turned
from rules.text import Text
from rules.v20da import events as ev
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, LOWEST
from rules.v20da.actions.multiple import PlannedAction, check_set
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.clinches import check_clinch
from rules.v20da.defense import DEFENSES
from rules.v20da.moves import DeclareActions, NextTurn, RevealDeclarations
from rules.v20da.pools import initiative_rating
from rules.v20da.state.figures import attack_figures, defense_figures, own_attacks, own_dice, own_mods, why_no_shot
from rules.v20da.state.model import ALONE, ESCAPE, OTHERS, Card, Combatant, State, label_action
from rules.v20da.state.order import (
    acting,
    can_heal,
    can_only_heal,
    clinch_partner,
    declaring,
    has_declared,
    is_card_open,
    is_present,
    may_declare,
    next_extra,
    wounds,
)
from rules.v20da.timing import initiative_total
from rules.v20da.timing import roll_initiative as roll_die
from rules.v20da.traits import ATTRIBUTES

MAX_ACTIONS = 7
"""Difficulty 2 leaves room for seven actions, at 3 to 9 (V20-053)."""


def declare_actions(play: Play[State], move: DeclareActions) -> None:
    """Lay the cards. Raises `IllegalMove` that names every action that does not fit (V20-057)."""
    state, actor = play.state, play.state.get(move.actor)
    check_may_declare(state, actor)
    planned = parse_cards(actor, move)
    _check_extra(state, actor, move, planned)
    target = _check_target(state, actor, move)
    check_clinch(state, actor, planned, target.id if target else None)
    check_set([plan_action(actor, card.key, card.difficulty, target) for card in planned])
    many = len(planned) > 1
    laid = tuple(
        replace(card, place=place if many else 0, target=target.id if target and card.is_attack else None)
        for place, card in enumerate(planned, 1)
    )
    cards = (*actor.cards, *laid)
    words = describe_cards(state, cards)
    is_open = is_card_open(state, actor)
    who = about(actor) if is_open else in_private(actor)
    play.emit(ev.ActionsDeclared(**who, cards=cards, words=words, is_open=is_open))
    if not is_open and has_declared(play.state.get(actor.id)):
        play.emit(ev.CardsLaid(**about(actor)))


def check_may_declare(state: State, actor: Combatant) -> None:
    """Raise `IllegalMove` if it is not this combatant's time to declare (V20-143)."""
    if not may_declare(state, actor):
        raise IllegalMove("not_your_turn", _why_not_now(state, actor))


def _why_not_now(state: State, actor: Combatant) -> Text:
    if state.stage != "declare":
        return Text("Declarations are revealed; declare at the start of the next turn.")
    if has_declared(actor):
        return Text("{who} has already declared.", who=actor.name)
    if actor.id in declaring(state) or actor.initiative is None or wounds(actor) is None:
        return Text("{who} can’t take an action.", who=actor.name)
    return Text("{who} declares later: lowest initiative declares first.", who=actor.name)


def parse_cards(actor: Combatant, move: DeclareActions) -> list[Card]:
    """Return the actions in their order, without their places and targets. Raises `BadInput` or `IllegalMove`."""
    if max(len(move.others), len(move.difficulties)) > MAX_ACTIONS:
        raise BadInput("too_many", Text("A turn can have up to {n} actions.", n=MAX_ACTIONS), key="others")
    cards = [
        Card(key, difficulty=_check_difficulty(difficulty) if key == "other" else DEFAULT, extra=move.extra)
        for key, difficulty in zip(move.others, chain(move.difficulties, repeat(0)), strict=False)
        if _is_named(key)
    ]
    if move.attack is not None:
        attack = _find_attack(actor, move.attack)
        if not 1 <= move.attack_place <= len(cards) + 1:
            raise BadInput(
                "bad_place", Text("The attack must be action 1 to {n}.", n=len(cards) + 1), key="attack_place"
            )
        cards.insert(move.attack_place - 1, Card(attack, extra=move.extra))
    if not cards:
        raise BadInput("no_actions", Text("Declare at least one action; waiting counts as one."), key="others")
    _check_alone(actor, [card.key for card in cards])
    return cards


def _find_attack(actor: Combatant, key: str) -> str:
    """Return the key of an attack that this combatant can make. Raises `IllegalMove` for any other."""
    attack = next((attack for attack in own_attacks(actor) if attack.key == key), None)
    why = why_no_shot(actor, attack) if attack else Text("Choose an attack from the list.")
    if attack is None or why:
        raise IllegalMove("no_such_attack", Text("{who} can’t attack like that. {why}", who=actor.name, why=why))
    return attack.key


def _is_named(key: str) -> bool:
    """Return whether an action stands in this place of the list. Raises `BadInput` for an unknown one."""
    if key and key not in OTHERS and key not in ALONE and key != ESCAPE:
        raise BadInput("unknown_action", Text("There is no action {name}.", name=repr(key[:40])), key="others")
    return bool(key)


def _check_difficulty(difficulty: int) -> int:
    if difficulty and not LOWEST <= difficulty <= HIGHEST:
        raise BadInput("difficulty", Text("Difficulty must be 2 to 10."), key="difficulties", rule="V20-026")
    return difficulty or DEFAULT


def _check_extra(state: State, actor: Combatant, move: DeclareActions, cards: list[Card]) -> None:
    """Check that own actions come first, then each extra one by itself, with an attack only if the table allows it."""
    number = next_extra(actor)
    if move.extra != number:
        sentence = Text("{who} is declaring actions now. Check the table again.", who=actor.name)
        if number:
            sentence = Text("{who} is declaring extra action {n} now. Check the table again.", who=actor.name, n=number)
        raise IllegalMove("other_extra", sentence)
    if not number:
        return
    if len(cards) > 1 or cards[0].key in ("full_defense", "heal"):
        raise IllegalMove("one_extra", Text("An extra action is a single action and can’t be split. Declare one."))
    if cards[0].is_attack and not state.options.extra_attacks:
        raise IllegalMove("second_attack", Text("In this series, an extra action can’t be an attack."), rule="V20-055")


def _check_alone(actor: Combatant, keys: list[str]) -> None:
    if len(keys) > 1 and (alone := next((key for key in keys if key in ALONE), None)):
        raise IllegalMove("alone", Text("{name} takes the whole turn; declare it alone.", name=ALONE[alone]))
    if "stand" in keys and ("prone" not in actor.conditions or keys.count("stand") > 1):
        raise IllegalMove("not_prone", Text("{who} can stand up only once, and only from the ground.", who=actor.name))
    if "heal" in keys and not can_heal(actor):
        sentence = Text("{who} has no blood, or no wound it can heal.", who=actor.name)
        raise IllegalMove("blood", sentence, rule="V20-200")
    if can_only_heal(actor) and keys not in (["heal"], ["wait"]):
        sentence = Text("{who} can only heal with blood.", who=actor.name)
        raise IllegalMove("incapacitated", sentence, rule="V20-180")


def _check_target(state: State, actor: Combatant, move: DeclareActions) -> Combatant | None:
    if move.attack is None:
        if move.target is not None:
            raise BadInput("no_attack", Text("Only an attack has a target."), key="target")
        return None
    if move.target is None:
        raise BadInput("no_target", Text("Choose who is attacked."), key="target")
    target = check_target(state, actor, move.target)
    partner = clinch_partner(state, actor)
    if move.attack == "squeeze" and target.id != actor.grip and (partner is None or target.id != partner.id):
        raise IllegalMove("no_grip", Text("{who} is holding someone else.", who=actor.name))
    return target


def check_target(state: State, actor: Combatant, id: str) -> Combatant:
    """Return someone else in the open who is still in the fight. Raises `IllegalMove`."""
    target = state.get(id)
    if target.id == actor.id or not is_present(target):
        sentence = Text("{who} can’t be attacked. Choose someone else in the fight.", who=target.name)
        raise IllegalMove("bad_target", sentence)
    if target.hidden:
        raise IllegalMove("hidden_target", Text("{who} is hidden; reveal them first.", who=target.name))
    return target


def plan_action(
    actor: Combatant, key: str, difficulty: int = DEFAULT, target: Combatant | None = None
) -> PlannedAction:
    """Return an action as it would be alone.

    The traits of a plain action are chosen later, so the best of them count. `difficulty`: the base of a plain action.
    `target`: its circumstances count for an attack.
    """
    label = label_action(key)
    if key != "squeeze" and key in ATTACKS:
        figures = attack_figures(actor, ATTACKS[key], target)
        return PlannedAction(figures.pool.total, figures.difficulty.total, True, label)
    if key in DEFENSES:
        figures = defense_figures(actor, key)
        return PlannedAction(figures.pool.total, figures.difficulty.total, False, label)
    if key == "other":
        dice = best_dice(actor) + sum(term.amount for term in own_dice(actor)) + (wounds(actor) or 0)
        return PlannedAction(dice, max(LOWEST, difficulty + sum(term.amount for term in own_mods(actor))), False, label)
    return PlannedAction(MAX_ACTIONS + 1, LOWEST, key == "squeeze", label)


def best_dice(actor: Combatant) -> int:
    """Return the most dice of traits: the best Attribute with another or an Ability, or a trait that stands alone."""
    sheet = actor.sheet
    best, second, *_rest = sorted(map(sheet.dots, ATTRIBUTES), reverse=True)
    return max(best + max(second, *sheet.abilities.values(), 0), sheet.willpower, sheet.road)


def describe_cards(state: State, cards: tuple[Card, ...]) -> tuple[Text, ...]:
    """Return the cards in words, without the name of a target that is out of sight."""
    said = []
    for card in cards:
        target = state.find(card.target) if card.target else None
        label = label_action(card.key)
        is_seen = target is not None and not target.hidden
        said.append(Text("{w} against {whom}", w=label, whom=target.name) if target and is_seen else label)
    return tuple(said)


def reveal_declarations(play: Play[State], move: RevealDeclarations) -> None:
    """Turn the cards, once everyone in the open has declared."""
    state = play.state
    if state.stage != "declare":
        raise IllegalMove("already_revealed", Text("Declarations are already revealed."))
    if late := declaring(state):
        raise IllegalMove("not_declared", Text("{who} has not declared yet.", who=state.get(late[0]).name))
    begin_actions(play)


def begin_actions(play: Play[State]) -> None:
    """Turn all cards: the turn is acted out now."""
    state = play.state
    play.emit(ev.DeclarationsRevealed(turn=state.turn))
    for combatant in state.combatants:
        if combatant.cards:
            play.emit(ev.CardsTurned(**about(combatant), words=describe_cards(state, combatant.cards)))


def next_turn(play: Play[State], move: NextTurn) -> None:
    """Begin the next turn, once no one in the open has an action left."""
    state = play.state
    if state.stage != "act":
        raise IllegalMove("not_revealed", Text("Reveal declarations first: this turn is not finished."))
    if late := acting(state):
        raise IllegalMove("not_acted", Text("{who} has an action left.", who=state.get(late[0]).name))
    start_turn(play, state.turn + 1)


def start_turn(play: Play[State], turn: int) -> None:
    """Begin a turn: roll initiative for everyone who is still in the fight (V20-140).

    Powers that lasted for the turn before end first, so that the log shows beginning and initiatives together.
    """
    end_powers(play, lambda active: (*list_turned(active), *list_over(active, turn)))
    play.emit(ev.TurnStarted(turn=turn))
    for combatant in play.state.combatants:
        roll_initiative(play, combatant)


def roll_initiative(play: Play[State], actor: Combatant) -> None:
    """Roll one die, plus Dexterity + Wits, less wounds (V20-140, 142), for a combatant who can still fight."""
    if not is_present(actor) or actor.health.condition == "torpor":
        return
    die = roll_die(play.dice(actor))
    penalty, rating = actor.health.penalty or 0, initiative_rating(actor.sheet)
    total = initiative_total(die, rating, penalty)
    play.emit(ev.InitiativeRolled(**about(actor), die=die, total=total, rating=rating, penalty=penalty))
