"""A clinch binds both: harm to each other, the escape and the release are all that is left to do (V20-168)."""

from collections.abc import Sequence

from rules.battle.guards import refuse
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da import events as ev
from rules.v20da.actions.difficulty import untrained_terms
from rules.v20da.actions.resisted import compare, resisted_difficulty, roll_resisted
from rules.v20da.decide.common import check_able, check_turn, spend_point
from rules.v20da.moves import EscapeClinch, ReleaseClinch
from rules.v20da.state.figures import Figures, action_figures
from rules.v20da.state.model import ESCAPE, Card, Combatant, State
from rules.v20da.state.order import clinch_partner, next_card

TRAITS = ("strength", "brawl")
"""What both roll when one tries to escape."""
HARM = ("squeeze", "bite")
"""What one in a clinch may do to the other."""
ALLOWED = (*HARM, ESCAPE, "heal", "wait")
"""All that may be declared in a clinch."""


def check_clinch(state: State, actor: Combatant, cards: Sequence[Card], target: str | None) -> None:
    """Raise `IllegalMove` for anything but what a clinch leaves to do, and for an escape without a clinch."""
    partner = clinch_partner(state, actor)
    if partner is None:
        if any(card.key == ESCAPE for card in cards):
            raise IllegalMove("no_clinch", Text("{who} is in no clinch.", who=actor.name), rule="V20-168")
        return
    if any(card.key not in ALLOWED for card in cards) or target not in (None, partner.id) or len(cards) > 1:
        sentence = Text(
            "{who} is in a clinch with {whom}: bite, squeeze, escape or wait, one action.",
            who=actor.name,
            whom=partner.name,
        )
        raise IllegalMove("in_clinch", sentence, rule="V20-168")


def check_bound(state: State, actor: Combatant, card: Card) -> None:
    """Raise `IllegalMove` for a declared action that a clinch, which began since, does not leave to do."""
    check_clinch(state, actor, [card], card.target)


def escape_clinch(play: Play[State], move: EscapeClinch) -> None:
    """Roll Strength + Brawl for both, each against the other's dice. More successes free the one who tries."""
    actor = play.state.get(move.actor)
    partner = clinch_partner(play.state, actor)
    if partner is None:
        raise IllegalMove("no_clinch", Text("{who} is in no clinch.", who=actor.name), rule="V20-168")
    card = next_card(actor)
    place = check_turn(play.state, actor, card.key if card else "").place
    own, other = escape_figures(play.state, actor, partner, place)
    refuse("cannot_roll", own.reason)
    fits = move.specialty and bool(actor.sheet.specialty(*reversed(TRAITS)))
    point = [spend_point(actor, "success")] if move.willpower else []
    mode = play.state.options.botch_mode
    result = roll_resisted(own.pool.total, own.difficulty.total, play.dice(actor, partner), fits, move.willpower, mode)
    answer = roll_resisted(other.pool.total, other.difficulty.total, play.dice(actor, partner), botch_mode=mode)
    escaped = compare(result.net, answer.net)[0] == "a"
    tried = ev.EscapeTried(
        **about(actor),
        other=partner.id,
        other_name=partner.name,
        other_owner=partner.character,
        pool=own.pool,
        difficulty=own.difficulty,
        result=result,
        other_pool=other.pool,
        other_difficulty=other.difficulty,
        other_result=answer,
        escaped=escaped,
    )
    play.emit(*point, tried)
    if escaped:
        end_clinch(play, actor, partner)


def escape_figures(state: State, actor: Combatant, partner: Combatant, place: int = 0) -> tuple[Figures, Figures]:
    """Return the rolls of both: the dice of each are the other's difficulty (V20-340, V20-343)."""
    pools = [_figures(actor, 6, place), _figures(partner, 6, 0)]
    dice = [max(0, pool.pool.total) for pool in pools]
    if state.options.resisted_from == "traits":
        dice = [sum(map(combatant.sheet.dots, TRAITS)) for combatant in (actor, partner)]
    return _figures(actor, resisted_difficulty(dice[1]), place), _figures(partner, resisted_difficulty(dice[0]), 0)


def _figures(actor: Combatant, difficulty: int, place: int) -> Figures:
    return action_figures(actor, TRAITS, difficulty, untrained_terms(actor.sheet, "brawl"), place)


def release_clinch(play: Play[State], move: ReleaseClinch) -> None:
    """Let go of the combatant who is held."""
    actor = play.state.get(move.actor)
    check_able(actor)
    held = play.state.find(actor.grip)
    if held is None or "clinched" not in held.conditions:
        raise IllegalMove("no_grip", Text("{who} is not holding anyone.", who=actor.name), rule="V20-168")
    end_clinch(play, actor, held)


def end_clinch(play: Play[State], *both: Combatant) -> None:
    """End the clinch of these two; either of them may be the one who holds."""
    for combatant in both:
        if "clinched" in combatant.conditions:
            play.emit(ev.ConditionEnded(**about(combatant), condition="clinched"))
