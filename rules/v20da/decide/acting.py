"""Actions other than attacks: plain rolls, standing up, healing, blood and Willpower; the end of a condition."""

from dataclasses import replace
from typing import NoReturn

from rules.battle import Event, Seat
from rules.battle.guards import refuse
from rules.battle.play import Play, about, in_private
from rules.errors import IllegalMove
from rules.powers import PowerTotals
from rules.text import Text
from rules.v20da import events as ev
from rules.v20da import moves as mv
from rules.v20da.actions.difficulty import untrained_terms
from rules.v20da.actions.request import check_traits
from rules.v20da.actions.rolling import Result, roll_dice
from rules.v20da.decide.clinches import check_bound
from rules.v20da.decide.common import check_able, check_turn, done, harmed, spend_point, spend_points
from rules.v20da.decide.powers import USE, used
from rules.v20da.health.blood import spend_blood
from rules.v20da.health.healing import HEAL_DIFFICULTY, heal_light, healable_levels, light_wounds
from rules.v20da.health.levels import parse_track
from rules.v20da.state.figures import Figures, action_figures, highest_base
from rules.v20da.state.model import ALONE, OTHERS, Combatant, State, label_action
from rules.v20da.state.order import can_hold, is_card_open, may_act, next_card
from rules.v20da.traits import ATTRIBUTES, label_of


def take_action(play: Play[State], move: mv.TakeAction) -> None:
    """Roll a declared action against its difficulty."""
    actor, figures, on, fits = build_action(play.state, play.seat, move)
    point = [spend_point(actor, "success")] if move.willpower else []
    result = _roll(play, actor, figures, fits, move.willpower, on.total("successes"))
    taken = ev.ActionTaken(**about(actor), pool=figures.pool, difficulty=figures.difficulty, result=result)
    play.emit(*point, *used(actor, "", on), taken)


def build_action(state: State, seat: Seat, move: mv.TakeAction) -> tuple[Combatant, Figures, PowerTotals, bool]:
    """Return who rolls what, with which powers, and whether a specialty fits. Raises `BadInput` or `IllegalMove`."""
    actor = state.get(move.actor)
    card = check_turn(state, actor, "other")
    check_bound(state, actor, card)
    traits = check_traits(actor.sheet, move.attribute, move.ability)
    mods = untrained_terms(actor.sheet, move.ability) if move.ability and move.ability not in ATTRIBUTES else ()
    difficulty = card.difficulty if move.difficulty is None else move.difficulty
    on = USE.choose_payable(actor, move.powers, "roll", willpower=move.willpower)
    figures = action_figures(actor, traits, difficulty, mods, card.place, on.shares)
    refuse("cannot_roll", figures.reason)
    return actor, figures, on, move.specialty and bool(actor.sheet.specialty(*reversed(traits)))


def give_difficulty(play: Play[State], move: mv.GiveDifficulty) -> None:
    """Give a declared plain action the Storyteller's difficulty, which must be possible in its place."""
    actor = play.state.get(move.actor)
    card = actor.cards[move.card - 1] if 1 <= move.card <= len(actor.cards) else None
    if card is None or card.key != "other" or card.done:
        sentence = Text("{who} has no such action in that position. Choose one from the list.", who=actor.name)
        raise IllegalMove("no_such_card", sentence)
    if move.difficulty > (most := highest_base(actor, card.place)):
        _refuse_difficulty(most, card.place)
    who = about(actor) if is_card_open(play.state, actor) else in_private(actor)
    play.emit(ev.DifficultyGiven(**who, card=move.card, was=card.difficulty, now=move.difficulty))


def _refuse_difficulty(most: int, place: int) -> NoReturn:
    if not place:
        sentence = Text("This action can have difficulty {n} at most: other modifiers add to it.", n=most)
        raise IllegalMove("difficulty", sentence, rule="V20-039")
    sentence = Text("This action can have difficulty {n} at most: its position adds {place}.", n=most, place=place)
    raise IllegalMove("difficulty", sentence, rule="V20-053")


def hold_action(play: Play[State], move: mv.HoldAction) -> None:
    """Wait for a later moment of the turn, while there is someone to wait for."""
    actor = play.state.get(move.actor)
    if not may_act(play.state, actor):
        raise IllegalMove("not_your_turn", Text("{who} has no action to hold now.", who=actor.name))
    if not can_hold(play.state, actor):
        sentence = Text("{who} can’t wait any longer: act, or skip.", who=actor.name)
        raise IllegalMove("nothing_to_wait_for", sentence)
    play.emit(ev.ActionHeld(**about(actor)))


def _roll(
    play: Play[State], actor: Combatant, figures: Figures, specialty: bool, willpower: bool, bought: int = 0
) -> Result:
    mode = play.state.options.botch_mode
    return roll_dice(figures.pool.total, figures.difficulty.total, play.dice(actor), specialty, willpower, mode, bought)


def stand_up(play: Play[State], move: mv.StandUp) -> None:
    """Stand up."""
    actor = play.state.get(move.actor)
    check_bound(play.state, actor, check_turn(play.state, actor, "stand"))
    play.emit(done(actor, OTHERS["stand"]))
    if "prone" in actor.conditions:
        play.emit(ev.ConditionEnded(**about(actor), condition="prone"))


def forgo_action(play: Play[State], move: mv.ForgoAction) -> None:
    """Let the next action go."""
    actor = play.state.get(move.actor)
    card = next_card(actor)
    if card is None or not may_act(play.state, actor):
        raise IllegalMove("not_your_turn", Text("{who} has no action to skip now.", who=actor.name))
    play.emit(done(actor, label_action(card.key), forgone=True))


def heal_wounds(play: Play[State], move: mv.HealWounds) -> None:
    """Heal for a whole turn: one blood point for each level (V20-200, 201)."""
    actor = play.state.get(move.actor)
    check_turn(play.state, actor, "heal")
    _check_levels(actor, move.levels)
    play.emit(done(actor, ALONE["heal"]), spend_points(actor, move.levels, "healing"), _healed(actor, move.levels))


def most_levels(actor: Combatant) -> int:
    """Return how many levels blood could heal now: wounds, blood, the limit of the turn (V20-200, 202)."""
    if not actor.sheet.is_vampire:
        return 0
    return healable_levels(actor.sheet.generation, actor.blood, actor.health.track, actor.blood_spent)


def _check_levels(actor: Combatant, levels: int) -> None:
    if not actor.sheet.is_vampire:
        raise IllegalMove("no_vampire", Text("{who} has no blood to heal with.", who=actor.name), rule="V20-200")
    spend_blood(actor.sheet.generation, actor.blood, levels, actor.blood_spent)
    if not 1 <= levels <= light_wounds(actor.health.track):
        raise IllegalMove(
            "no_wounds", Text("{who} does not have that many wounds blood can heal.", who=actor.name), rule="V20-200"
        )


def _healed(actor: Combatant, levels: int) -> Event:
    track = heal_light(actor.health.track, levels)
    health = parse_track(actor.sheet.being, track)
    return ev.Healed(**about(actor), levels=levels, before=actor.health.track, health=health)


def stride_figures(actor: Combatant) -> Figures:
    """Return the roll to heal along with other actions: Stamina + Survival, difficulty 8 (V20-201)."""
    return action_figures(actor, ("stamina", "survival"), HEAL_DIFFICULTY, untrained_terms(actor.sheet, "survival"))


def heal_in_stride(play: Play[State], move: mv.HealInStride) -> None:
    """Heal along with other actions. A failure loses the blood, a botch one more point and a level (V20-201)."""
    actor = play.state.get(move.actor)
    check_able(actor)
    _check_levels(actor, move.levels)
    figures = stride_figures(actor)
    refuse("cannot_roll", figures.reason)
    result = _roll(play, actor, figures, False, False)
    spent = spend_points(actor, move.levels + (result.outcome == "botch"), "healing")
    play.emit(ev.StrideRolled(**about(actor), pool=figures.pool, difficulty=figures.difficulty, result=result), spent)
    if result.outcome == "success":
        play.emit(_healed(actor, move.levels))
    elif result.outcome == "botch":
        play.emit(harmed(replace(actor, blood=spent.left), 1, "lethal", grace=actor.grace))


def ignore_wounds(play: Play[State], move: mv.IgnoreWounds) -> None:
    """Ignore wound penalties for a turn, for a Willpower point (V20-091)."""
    actor = play.state.get(move.actor)
    check_able(actor)
    if actor.ignores_wounds or not actor.health.penalty:
        raise IllegalMove("no_penalty", Text("{who} has no wound penalty to ignore.", who=actor.name))
    play.emit(spend_point(actor, "ignore_wounds"))


def boost_limit(actor: Combatant) -> int:
    """Return how high blood raises a Physical Attribute: one above the generation's maximum (V20-205)."""
    return actor.sheet.maximum + 1


def raise_attribute(play: Play[State], move: mv.RaiseAttribute) -> None:
    """Spend blood on Strength, Dexterity or Stamina (V20-205)."""
    actor = play.state.get(move.actor)
    check_able(actor)
    if not actor.sheet.is_vampire:
        raise IllegalMove("no_vampire", Text("{who} has no blood to spend.", who=actor.name), rule="V20-205")
    spend_blood(actor.sheet.generation, actor.blood, 1, actor.blood_spent)
    value = actor.sheet.dots(move.attribute) + 1
    if value > boost_limit(actor):
        raise IllegalMove("at_limit", Text("{name} can’t go higher.", name=label_of(move.attribute)), rule="V20-205")
    raised = ev.AttributeRaised(**in_private(actor), attribute=move.attribute, value=value)
    play.emit(spend_points(actor, 1, move.attribute), raised)


def end_condition(play: Play[State], move: mv.EndCondition) -> None:
    """End a condition."""
    actor = play.state.get(move.actor)
    if move.condition not in actor.conditions:
        raise IllegalMove("no_condition", Text("{who} does not have that condition.", who=actor.name))
    play.emit(ev.ConditionEnded(**about(actor), condition=move.condition))
