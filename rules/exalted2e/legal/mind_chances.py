"""Exact chances of words, for seats that may know the MDV (2E-512)."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules.battle.play import Play, Weighers
from rules.exalted2e.actions.requests import build_pool, find_odds
from rules.exalted2e.attack.minds import MindOption, list_minds
from rules.exalted2e.decide.common import find_asked
from rules.exalted2e.decide.debate import choose_mind, find_plain, persuade
from rules.exalted2e.decide.plain import prepare
from rules.exalted2e.moves import debate as mv
from rules.exalted2e.state import Combatant, PlainAction, State
from rules.exalted2e.state.debate import Influence, Leaning
from rules.odds import Odds, WeighedRoll
from rules.pool import Pool

USUAL_MDVS: Final = range(3, 9)
"""The MDVs that are usual, for a seat that may not know one, before the penalties that all can see."""


def _find(state: State, plain: PlainAction, mdv: int) -> tuple[Pool, Odds]:
    """Return the pool of these words, and their chances against an MDV: like an attack they need a success more."""
    sheet, request = prepare(state, plain)
    request = replace(request, difficulty=mdv + 1)
    return (
        build_pool(sheet, request, state.options, plain.wound),
        find_odds(sheet, request, state.options, plain.wound),
    )


def list_mind_chances(state: State, plain: PlainAction, influence: Influence) -> list[tuple[MindOption, float]]:
    """Return each way to meet the words, the highest MDV first, with the chance to be persuaded."""
    actor, target = state.get(plain.actor), state.get(influence.target)
    minds = list_minds(state, actor, target, influence.leaning or Leaning())
    return [(mind, float(_find(state, plain, mind.mdv.total)[1].success)) for mind in minds]


def _weigh_words(play: Play[State], move: mv.Persuade) -> WeighedRoll | None:
    """Return pool and chances of words before they are said, against the higher MDV as it stands without a ruling."""
    before = {action.id for action in play.state.plain}
    persuade(play, move)
    said = [action for action in play.state.plain if action.actor == move.actor and action.id not in before]
    weighed = [_weigh_one(play, action, action.influence) for action in said if action.influence is not None]
    return replace(weighed[0], others=tuple(weighed[1:])) if weighed else None


def _weigh_one(play: Play[State], plain: PlainAction, influence: Influence) -> WeighedRoll:
    state, target = play.state, play.state.get(influence.target)
    if play.seat.controls(target.character):
        mdv = list_minds(state, state.get(plain.actor), target)[0].mdv.total
        return WeighedRoll(*_find(state, plain, mdv))
    chances = [_find(state, plain, mdv)[1].success for mdv in _list_usual_mdvs(target)]
    guess = float(sum(chances, Fraction(0)) / len(chances))
    return WeighedRoll(*_find(state, plain, 0), measured=False, guess=guess)


def _list_usual_mdvs(target: Combatant) -> list[int]:
    """Return the MDVs that are usual, less what everyone sees: the penalty on the wheel, someone who is helpless."""
    if target.is_helpless:
        return [0]
    lost = target.clock.penalty if target.clock is not None else 0
    return [max(0, mdv - lost) for mdv in USUAL_MDVS]


def _weigh_stance(play: Play[State], move: mv.MeetInfluence) -> WeighedRoll:
    """Return the chance to be persuaded with this defense."""
    pending, _target = find_asked(play, move.prompt, "influence")
    plain, influence = find_plain(play.state, pending)
    mind = choose_mind(play.state, plain, replace(influence, stance=move.stance))  # type: ignore[arg-type]
    return WeighedRoll(*_find(play.state, plain, mind.mdv.total), is_struck=True)


MIND_WEIGHERS: Weighers = {mv.Persuade: _weigh_words, mv.MeetInfluence: _weigh_stance}
