"""All-out, plain, or a dodge: what each would bring, as far as the seat may know it (WD-187, WD-190)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.battle.play import Foreseers, Play
from rules.errors import IllegalMove
from rules.odds import Odds
from rules.outlook import Alternative, Goal, Outlook, Prospect, describe_chance, describe_mean
from rules.powers import make_terms, sum_shares
from rules.spread import at_least, average
from rules.text import EMPTY, Text, verbatim
from rules.wod2004 import moves as mv
from rules.wod2004.actions.instant import roll_odds
from rules.wod2004.attack.pool import spread_points
from rules.wod2004.decide.acting import no_dodge
from rules.wod2004.decide.attacks import build_attack
from rules.wod2004.decide.resolving import hit_target, is_behind_cover
from rules.wod2004.defense import defense_against
from rules.wod2004.legal.chances import USUAL_ATTACKS, list_usual
from rules.wod2004.state.battle import Exchange, State
from rules.wod2004.state.combatant import Combatant

PLAIN, ALL_OUT, DODGE = Text("Normal attack"), Text("All-out"), Text("Dodge instead")
GOALS = {
    False: (Text("a normal hit"), Text("a full track with a normal attack")),
    True: (Text("an all-out hit"), Text("a full track with an all-out attack")),
}
"""What the ways to attack are compared by, whether all-out or not."""
NOTES = (
    Text("The first attack, without the target’s additions to Defense."),
    Text("Defense and armor are secret: these are averages over usual values."),
    Text("The chance to be hit is for the next close attack, averaged over usual attacks."),
)


def _foresee_attack(play: Play[State], move: mv.Attack) -> Outlook:
    state, seen, alternatives = play.state, list[bool](), list[Alternative]()
    for other in (replace(move, all_out=False), replace(move, all_out=True)):
        name = ALL_OUT if other.all_out else PLAIN
        try:
            exchange, _on = build_attack(state, other)
        except IllegalMove as refusal:
            if other == move:
                raise
            alternatives.append(Alternative(name, reason=refusal.sentence))
            continue
        weighed = play.battle.weigh(state, play.seat, other)
        seen.append(weighed.measured)
        names = GOALS[other.all_out]
        prospects, goals = _describe_attack_line(state, exchange, weighed.odds if weighed.measured else None, names)
        after = _describe_defense(state.get(move.actor), all_out=other.all_out)
        alternatives.append(Alternative(name, (*prospects, *after), goals, is_chosen=other == move))
    alternatives.append(_foresee_dodge(state, move.actor))
    return Outlook(tuple(alternatives), (NOTES[0], *([] if all(seen) else [NOTES[1]]), NOTES[2]))


def _describe_attack_line(
    state: State, exchange: Exchange, known: Odds | None, names: tuple[Text, Text]
) -> tuple[list[Prospect], tuple[Goal, ...]]:
    """Return hit and damage of the first attack: each success is a point (WD-184). `known`: None for a guess."""
    target, about = hit_target(state, exchange), known is None
    cases = list_usual(exchange, target) if known is None else [known]
    hit = sum(float(case.success) for case in cases) / len(cases)
    prospects = [describe_chance(Text("to hit"), hit, "WD-182", about=about)]
    goals = [Goal(names[0], hit, about)]
    if not is_behind_cover(target, exchange):  # what passes the cover is rolled again (WD-195)
        more = sum_shares(exchange.shares, "damage")
        damage = average(spread_points(case, more) for case in cases)
        prospects.append(describe_mean(Text("Points of damage"), damage, "WD-184", about=about))
        left = target.boxes - len(target.track)
        if left > 0:
            full = at_least(damage, left)
            why = Text("{n} point or more", "{n} points or more", n=left)
            prospects.append(describe_chance(Text("to fill the track"), full, "WD-175", why, about=about))
            goals.append(Goal(names[1], full, about))
    return prospects, tuple(goals)


def _foresee_dodge(state: State, id: str) -> Alternative:
    actor = state.get(id)
    if reason := no_dodge(actor):
        return Alternative(DODGE, reason=reason)
    return Alternative(DODGE, tuple(_describe_defense(actor, dodging=True)))


def _describe_defense(actor: Combatant, *, all_out: bool = False, dodging: bool = False) -> Iterator[Prospect]:
    """Yield the Defense for the rest of the turn, and the chance that a usual attack hits it."""
    denied = Text("All-out attack.") if all_out or actor.all_out else EMPTY
    powers = make_terms(actor.standing, "defense", "power", "WD-182")
    defense = defense_against(
        actor.current_defense, actor.attacked, dodging=dodging or actor.dodging, denied=denied, powers=powers
    )
    rule = "WD-190" if denied else "WD-187" if dodging else "WD-186"
    yield Prospect(Text("Defense this turn"), verbatim(str(defense.total)), rule)
    less = defense.total + actor.suit.general + sum_shares(actor.standing, "armor")
    hits = [float(roll_odds(max(0, dice - less)).success) for dice in USUAL_ATTACKS]
    why = Text("usual attacks of {low} to {high} dice", low=USUAL_ATTACKS[0], high=USUAL_ATTACKS[-1])
    yield describe_chance(Text("to be hit by the next attack"), sum(hits) / len(hits), "WD-182", why, about=True)


OUTLOOKS: Foreseers = {mv.Attack: _foresee_attack}
