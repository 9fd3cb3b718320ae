"""Offers to answer an attack."""

from rules.battle import Choice, Field, Offer
from rules.v20da.actions.chances import success_chance
from rules.v20da.attack import ATTACKS
from rules.v20da.legal.acting import flags
from rules.v20da.state.figures import Answer, abort_answers, answers, say_roll
from rules.v20da.state.model import Combatant, Exchange, State
from rules.v20da.state.order import is_able


def offers(state: State, mine: list[Combatant]) -> list[Offer]:
    """The open question, to whom it is put."""
    exchange = state.exchange
    target = next((c for c in mine if exchange and c.id == exchange.target), None)
    if exchange is None or target is None:
        return []
    attack = ATTACKS[exchange.attack]
    found = [_defend(exchange, target, answers(target, attack) if is_able(target) else ())]
    aborts = abort_answers(target, attack) if is_able(target) else ()
    return [*found, _abort(exchange, target, aborts)] if any(not answer.reason for answer in aborts) else found


def _choice(answer: Answer) -> Choice:
    dice, difficulty = answer.figures.pool.total, answer.figures.difficulty.total
    odds = None if answer.reason else success_chance(dice, difficulty)
    return Choice(answer.defense, answer.defense.capitalize(), say_roll(dice, difficulty), answer.reason, odds)


def _defend(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...]) -> Offer:
    choices = (*map(_choice, open_answers), Choice("none", "No defence"))
    best = next(choice.value for choice in choices if not choice.reason)
    asked = Field("defense", "Defence", "choice", choices, initial=best)
    fields = (asked, *flags(target, "athletics", "brawl", "melee", "dexterity"))
    return Offer("AnswerDefense", "Defend", "answer", target.id, fields=fields, fixed={"prompt": exchange.prompt},
                 prompt=exchange.prompt)  # fmt: skip


def _abort(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...]) -> Offer:
    ways = (
        Choice("roll", "Willpower roll, difficulty 6", odds=success_chance(target.sheet.willpower, 6)),
        Choice("point", "A Willpower point", reason="" if target.willpower else "No points are left."),
    )
    asked = Field("defense", "Defence", "choice", tuple(map(_choice, open_answers)))
    fields = (asked, Field("by", "By", "choice", ways))
    return Offer("AbortToDefense", "Abort to a defence", "answer", target.id, "all that was declared and not done",
                 fields=fields, fixed={"prompt": exchange.prompt}, prompt=exchange.prompt)  # fmt: skip
