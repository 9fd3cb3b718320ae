"""Offers to answer an attack."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from rules.battle import Choice, Field, Offer, answer_prompt
from rules.battle.board import Sight
from rules.battle.declare import pick
from rules.battle.prompts import Question
from rules.text import EMPTY, Text, join, verbatim
from rules.v20da.actions.chances import success_chance
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.attacks import Reply
from rules.v20da.decide.powers import USE
from rules.v20da.defense import DEFENSES, NAMES
from rules.v20da.legal.chances import find_abort_hit, find_hit
from rules.v20da.legal.plain import flags
from rules.v20da.moves import ABORT_DIFFICULTY, ABORTS, AbortToDefense, AnswerDefense
from rules.v20da.state.figures import Answer, abort_answers, answers, say_roll
from rules.v20da.state.model import Combatant, Exchange, State
from rules.v20da.state.order import is_able

NO_DEFENSE = Text("Don’t defend")
NAMED = verbatim("{}")
"""What the button says: the name of the defense that is chosen."""


def offers(sight: Sight[State], question: Question) -> list[Offer]:
    """Return the answers to the open question."""
    exchange, target = sight.state.exchange, sight.state.get(question.who)
    if exchange is None:
        return []
    attack = ATTACKS[exchange.attack]
    found = [_defend(exchange, target, answers(target, attack) if is_able(target) else ())]
    aborts = abort_answers(target, attack) if is_able(target) else ()
    if all(answer.reason for answer in aborts):
        return found
    return [*found, *(_abort(exchange, target, aborts, abort) for abort in ABORTS)]


def _choice(answer: Answer, hit: Callable[[Answer], Fraction]) -> Choice:
    """Return a defense with the chance to be hit all the same."""
    dice, difficulty = answer.figures.pool.total, answer.figures.difficulty.total
    odds = None if answer.reason else float(hit(answer))
    return Choice(answer.defense, NAMES[answer.defense], say_roll(dice, difficulty), answer.reason, odds)


def _defend(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...]) -> Offer:
    met = (_choice(answer, lambda reply: find_hit(exchange, target, Reply(reply))) for answer in open_answers)
    choices = (*met, Choice("none", NO_DEFENSE, odds=float(find_hit(exchange, target, Reply()))))
    asked = Field("defense", Text("Defense"), "choice", choices, initial=_find_best(choices), decides=True)
    powers = USE.field(target, "defense") if is_able(target) else ()
    able = [DEFENSES[answer.defense] for answer in open_answers if not answer.reason]
    helps = (*powers, *(flags(target, *able, "dexterity") if able else ()))
    label = Text("Defend") if able else NO_DEFENSE
    return answer_prompt(
        AnswerDefense, label, exchange.question, (asked, *helps), aimed=NAMED, has_preview=bool(helps), is_struck=True
    )


def _find_best(choices: Sequence[Choice]) -> str:
    """Return the defense that leaves the least chance to be hit; the earlier one of two that are alike."""
    able = [choice for choice in choices if not choice.reason]
    return min(able, key=lambda choice: 1.0 if choice.odds is None else choice.odds).value


def _abort(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...], choice: Choice) -> Offer:
    """Return the offer to abort in one of the two ways: by a roll that may fail, or for a point (V20-145)."""
    by, hint, reason = choice.value, EMPTY, EMPTY
    choices = tuple(
        _choice(answer, lambda reply: find_abort_hit(exchange, target, reply, by)) for answer in open_answers
    )
    fields = pick(AbortToDefense, "defense", choices, initial=_find_best(choices))
    if by == "roll":
        chance = success_chance(target.sheet.willpower, ABORT_DIFFICULTY)
        hint = join(", ", (choice.label, Text("succeeds {chance} of the time", chance=f"{chance:.0%}")))
        label, aimed = Text("Abort (Willpower roll)"), Text("Abort: {} (Willpower roll)")
    else:
        reason = EMPTY if target.willpower else Text("No points left.")
        label, aimed = Text("Abort (Willpower point)"), Text("Abort: {} (Willpower point)")
    return answer_prompt(
        AbortToDefense,
        label,
        exchange.question,
        fields,
        fixed={"by": by},
        hint=hint,
        aimed=aimed,
        reason=reason,
        cost=Text("everything that was declared and not done"),
        has_preview=True,
        is_struck=True,
        rank="sometimes",
    )
