"""Offers to answer an attack."""

from rules.battle import Choice, Field, Move, Offer, Seat
from rules.odds import Odds, Weighed
from rules.powers import sum_shares
from rules.v20da.actions.chances import chances, hit_chance, success_chance
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.acting import read_action
from rules.v20da.decide.attacking import ABORT_DIFFICULTY, read_attack
from rules.v20da.decide.common import spend_point
from rules.v20da.legal.acting import flags, power_field
from rules.v20da.moves import MakeAttack, TakeAction
from rules.v20da.state.figures import Answer, abort_answers, answers, say_roll
from rules.v20da.state.model import Combatant, Exchange, State
from rules.v20da.state.order import get_own, is_able


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


def _attack_odds(exchange: Exchange) -> Odds:
    bought = sum_shares(exchange.shares, "successes")
    return chances(exchange.pool.dice, exchange.difficulty.total, exchange.specialty, exchange.willpower, bought=bought)


def weigh(state: State, seat: Seat, move: Move) -> Weighed | None:
    """The roll of a declared attack, before any defence, or of another action. Raises what making it would raise."""
    if isinstance(move, TakeAction):
        return _weigh_action(state, seat, move)
    if not isinstance(move, MakeAttack):
        return None
    exchange, _on = read_attack(state, seat, move)
    if exchange.willpower:
        spend_point(get_own(state, seat, move.actor), "success")
    return None if exchange.attack == "squeeze" else Weighed(exchange.pool, _attack_odds(exchange))


def _weigh_action(state: State, seat: Seat, move: TakeAction) -> Weighed:
    actor, figures, on, fits = read_action(state, seat, move)
    if move.willpower:
        spend_point(actor, "success")
    dice, difficulty, mode = figures.pool.total, figures.difficulty.total, state.options.botch_mode
    return Weighed(figures.pool, chances(dice, difficulty, fits, move.willpower, mode, on.total("successes")))


def _choice(answer: Answer, attack: Odds) -> Choice:
    """A defence, with the chance to be hit all the same."""
    dice, difficulty = answer.figures.pool.total, answer.figures.difficulty.total
    odds = None if answer.reason else hit_chance(attack, chances(dice, difficulty))
    return Choice(answer.defense, answer.defense.capitalize(), say_roll(dice, difficulty), answer.reason, odds)


def _defend(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...]) -> Offer:
    attack = _attack_odds(exchange)
    met = (_choice(answer, attack) for answer in open_answers)
    choices = (*met, Choice("none", "No defence", odds=hit_chance(attack)))
    best = next(choice.value for choice in choices if not choice.reason)
    asked = Field("defense", "Defence", "choice", choices, initial=best)
    powers = power_field(target, "defense") if is_able(target) else ()
    fields = (asked, *powers, *flags(target, "athletics", "brawl", "melee", "dexterity"))
    return Offer("AnswerDefense", "Defend", "answer", target.id, fields=fields, fixed={"prompt": exchange.prompt},
                 prompt=exchange.prompt)  # fmt: skip


def _abort(exchange: Exchange, target: Combatant, open_answers: tuple[Answer, ...]) -> Offer:
    works = f"works {success_chance(target.sheet.willpower, ABORT_DIFFICULTY):.0%} of the time"
    ways = (
        Choice("roll", f"Willpower roll, difficulty {ABORT_DIFFICULTY}", works),
        Choice("point", "A Willpower point", reason="" if target.willpower else "No points are left."),
    )
    attack = _attack_odds(exchange)
    asked = Field("defense", "Defence", "choice", tuple(_choice(answer, attack) for answer in open_answers))
    fields = (asked, Field("by", "By", "choice", ways))
    return Offer("AbortToDefense", "Abort to a defence", "answer", target.id, "all that was declared and not done",
                 fields=fields, fixed={"prompt": exchange.prompt}, prompt=exchange.prompt)  # fmt: skip
