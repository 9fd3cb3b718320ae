"""The open prompt as offers to those who may answer it."""

from rules.battle import Choice, Offer, answer_prompt
from rules.battle.board import Sight
from rules.battle.declare import pick
from rules.text import Text, word
from rules.wod2004 import moves as mv
from rules.wod2004.actions.instant import VERDICTS
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.decide.acting import no_dodge
from rules.wod2004.decide.answers import no_mishap
from rules.wod2004.decide.grappling import no_maneuver, sheathed
from rules.wod2004.decide.powers import USE
from rules.wod2004.legal.forms import willpower_field
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant


def answer_offers(sight: Sight[State], prompt: Prompt) -> list[Offer]:
    """Return the answers to a prompt."""
    who = sight.state.get(prompt.who)
    if prompt.kind == "defense":
        return [_defense(sight, prompt, who, stance, label) for stance, label in mv.STANCES.items()]
    if prompt.kind == "maneuver":
        return [_maneuver(sight.state, prompt, who)]
    if prompt.kind == "consciousness":
        fields = willpower_field(mv.StayConscious, who)
        return [answer_prompt(mv.StayConscious, Text("Stay conscious"), prompt, fields, has_preview=True)]
    choices = (Choice(key, label, reason=no_mishap(who, prompt.weapon, key)) for key, label in mv.MISHAPS.items())
    return [answer_prompt(mv.RuleMishap, VERDICTS["dramatic_failure"], prompt, pick(mv.RuleMishap, "mishap", choices))]


def _defense(sight: Sight[State], prompt: Prompt, actor: Combatant, stance: str, label: Text) -> Offer:
    """Return one stance as an offer, with the chance to be hit; Willpower goes only with Defense."""
    fixed = {"stance": stance}
    if stance == "dodge" and (reason := no_dodge(actor)):
        return answer_prompt(mv.AnswerDefense, label, prompt, fixed=fixed, reason=reason)
    fields = willpower_field(mv.AnswerDefense, actor, Text("+2 Defense")) if stance != "none" else ()
    if actor.aim:
        kept, lost = Text("{name}: aim kept", name=label), Text("{name}, aim lost", name=label)
        label = kept if stance == "none" else lost
    fields = (*USE.field(actor, "defense"), *fields)
    exchange = sight.state.exchange
    is_struck = exchange is not None and exchange.blows[0].target == actor.id
    return answer_prompt(
        mv.AnswerDefense,
        label,
        prompt,
        fields,
        fixed=fixed,
        has_preview=is_struck and bool(fields),
        is_struck=is_struck,
    )


def _maneuver(state: State, prompt: Prompt, actor: Combatant) -> Offer:
    opponent = state.get(actor.grapple)
    choices = (Choice(key, label, reason=no_maneuver(actor, opponent, key)) for key, label in MANEUVERS.items())
    fields = pick(mv.ChooseManeuver, "maneuver", choices)
    if weapons := sheathed(actor):
        drawn = (Choice(weapon.key, word(weapon.name), weapon.figures) for weapon in weapons)
        fields += pick(mv.ChooseManeuver, "weapon", drawn)
    label = Text("{n} success: choose", "{n} successes: choose", n=prompt.number)
    return answer_prompt(mv.ChooseManeuver, label, prompt, fields)
