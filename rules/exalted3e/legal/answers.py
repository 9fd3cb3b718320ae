"""Offers that answer a prompt."""

from collections.abc import Iterable
from dataclasses import replace

from rules.battle import Choice, Field, Move, Offer
from rules.battle.prompts import may_answer
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.attack.counter import check_magic
from rules.exalted3e.attack.plan import IMPROVISED_COST
from rules.exalted3e.decide.attacks import excellency_cap
from rules.exalted3e.decide.powers import room_for_dice
from rules.exalted3e.legal.attacks import chance_to_hit
from rules.exalted3e.legal.common import (
    View,
    declared,
    in_play,
    motes_field,
    pick,
    power_fields,
    refusal,
    stunt,
    willpower,
)
from rules.exalted3e.state.board import are_enemies
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.state.fighters import Combatant

ROLLED = ("clash", "counter", "contest")
"""Questions that are answered with a roll."""
Form = tuple[type[Move], str, tuple[Field, ...]]


def offer_answers(sight: View) -> list[Offer]:
    """What waits for this seat."""
    return [_offer(sight, prompt) for prompt in sight.state.pending if may_answer(sight.state, sight.seat, prompt)]


def _offer(sight: View, prompt: Pending) -> Offer:
    who, about = sight.state.find(prompt.who), sight.find(prompt.about)
    name = about.name if about is not None else "somebody"
    move, title, fields = (
        _make_storytellers(sight, prompt, name) if who is None else _make(sight, prompt, who, about, name)
    )
    return Offer(
        move.__name__, title, "answer", who.id if who else None, fields=fields, fixed={"prompt": prompt.id},
        prompt=prompt.id, has_preview=prompt.kind in ROLLED,
    )  # fmt: skip


def _make_storytellers(sight: View, prompt: Pending, name: str) -> Form:
    """What only the Storyteller is asked."""
    if prompt.kind == "beaten":
        return mv.AnswerBeaten, f"Decide whether {name} is beaten", declared(mv.AnswerBeaten)
    fallen = sight.state.get(prompt.about)
    foes = (Choice(c.id, c.name) for c in in_play(sight) if are_enemies(c, fallen))
    initial = prompt.options[0] if prompt.options else ""
    to = pick(mv.AwardBreak, "to", (Choice("", "Nobody"), *foes), initial=initial)
    return mv.AwardBreak, f"Award the Break of {name}", (to,)


def _make(sight: View, prompt: Pending, who: Combatant, about: Combatant | None, name: str) -> Form:
    match prompt.kind:
        case "tie":
            return mv.AnswerTie, "Say who acts first", declared(mv.AnswerTie)
        case "clash":
            kinds = (Choice(kind, f"Clash, {kind}") for kind in prompt.options)
            return mv.AnswerClash, f"Answer the attack of {name}", _attack_fields(mv.AnswerClash, prompt, who, kinds)
        case "counter":
            kinds = (_counter(who, about, kind) for kind in prompt.options)
            fields = _attack_fields(mv.AnswerCounter, prompt, who, kinds)
            return mv.AnswerCounter, f"Answer the attack of {name}", fields
        case "defense":
            return mv.AnswerDefense, f"Defend against {name}", _defense(sight, who)
        case "guard":
            strikes = (Choice("guardian", f"Strike {name}"), Choice("ward", "Try for the ward"))
            fields = (pick(mv.AnswerGuard, "strike", strikes, initial="guardian"),)
            return mv.AnswerGuard, "Decide whom the blow strikes", fields
        case "contest":
            fields = (*declared(mv.AnswerContest), *power_fields(who, "contest"))
            return mv.AnswerContest, f"Answer the disengage of {name}", fields
        case "influence":
            return mv.AnswerInfluence, f"Answer the influence of {name}", _influence(sight, prompt, who)
        case _:
            return mv.AnswerShift, "Answer the Initiative Shift", declared(mv.AnswerShift)


def _attack_fields(cls: type[mv.Effort], prompt: Pending, who: Combatant, kinds: Iterable[Choice]) -> tuple[Field, ...]:
    """The attack that answers one, and the powers for it; a decisive one needs Initiative that is left."""
    answer = pick(cls, "attack", (Choice("", "Let it come"), *kinds), initial="")
    keep = 1 + (IMPROVISED_COST if "improvised" in who.arm.tags else 0) if "decisive" in prompt.options else 0
    moment = "attack" if prompt.kind == "clash" else "counter"
    powers = power_fields(who, moment, room_for_dice(who, excellency_cap(who.arm)), keep)
    return (answer, *stunt(), *powers, *willpower(who))


def _counter(who: Combatant, about: Combatant | None, kind: str) -> Choice:
    """A kind of counterattack with its chance to reach the attacker's Defense as it stands."""
    return Choice(kind, f"Counterattack, {kind}", odds=chance_to_hit(who, about, who.arm, kind) if about else None)


def _defense(sight: View, who: Combatant) -> tuple[Field, ...]:
    fields = [*declared(mv.AnswerDefense, "stunt"), *power_fields(who, "defense"), *willpower(who, mv.AnswerDefense)]
    most = min(MAX_BONUS, 2 * who.defense_cap, who.personal + who.peripheral)
    fields += motes_field(mv.AnswerDefense, most if most >= 2 else 0)
    exchange = sight.state.exchange
    if not (exchange is not None and exchange.answers) and not refusal(check_magic, who, sight.seat):
        fields += declared(mv.AnswerDefense, "counter")
    return tuple(fields)


def _influence(sight: View, prompt: Pending, who: Combatant) -> tuple[Field, ...]:
    """Refusing costs Willpower, and for a task another Intimacy; what is unacceptable is the Storyteller's to say."""
    accept, refuse, unacceptable = mv.ANSWERS
    refuse = replace(refuse, reason="" if who.willpower > 0 else "No Willpower is left.")
    answers = (accept, refuse, unacceptable) if sight.seat.storyteller else (accept, refuse)
    fields = [pick(mv.AnswerInfluence, "answer", answers, initial="accept")]
    if prompt.options:
        fields.append(pick(mv.AnswerInfluence, "intimacy", mv.choices(prompt.options)))
    return tuple(fields)
