"""An attack: made, answered, rolled through to the levels it costs (V20-150 to 168)."""

from dataclasses import dataclass, replace
from typing import TypeVar

from rules.battle import Event, Seat, fold
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.pool import Breakdown, Pool, Term, add_step
from rules.powers import Share, Switched, make_terms, sum_shares
from rules.v20da.actions.rolling import roll_dice
from rules.v20da.apply import apply
from rules.v20da.attack import ATTACKS, STAKE_LEVELS, Attack, Side, Struck, base_damage, has_blade, roll_squeeze
from rules.v20da.attack import roll_attack as roll_sides
from rules.v20da.decide.common import about, check_turn, harmed, in_the_open, reveal_actor, spend_point
from rules.v20da.decide.declaring import check_target
from rules.v20da.decide.powers import has_power, read_powers, used
from rules.v20da.defense import DEFENSES, is_ruined, sheet_soak
from rules.v20da.events import (
    Aborted,
    ArmorRuined,
    AttackMade,
    AttackResolved,
    ConditionGained,
    DefenseChosen,
)
from rules.v20da.moves import AbortToDefense, AnswerDefense, MakeAttack
from rules.v20da.pools import armor_rating, build_pool, trait_terms
from rules.v20da.state.figures import (
    Answer,
    Figures,
    abort_answers,
    answers,
    attack_figures,
    own_attacks,
    why_no_shot,
)
from rules.v20da.state.model import Combatant, Exchange, State
from rules.v20da.state.order import (
    find_combatant,
    get_own,
    is_able,
    is_present,
    is_simultaneous,
    wounds,
)
from rules.v20da.traits import TABLES

Sum = TypeVar("Sum", bound=Breakdown)

ABORT_DIFFICULTY = 6
"""The Willpower roll to abort (V20-145)."""


def make_attack(state: State, seat: Seat, move: MakeAttack, roller: Roller) -> list[Event]:
    """Begin the declared attack; without a question to ask it is rolled at once. Who strikes from hiding is seen."""
    exchange, on = read_attack(state, seat, move)
    actor = get_own(state, seat, move.actor)
    target = check_target(state, seat, actor, move.target)
    attack = ATTACKS[exchange.attack]
    spent = [spend_point(actor, "success", exchange.id)] if move.willpower else []
    waits = attack.key != "squeeze" and may_answer(target, attack)
    events: list[Event] = [reveal_actor(actor)] if actor.hidden else []
    made = AttackMade(**in_the_open(actor), exchange=exchange, target_name=target.name, label=attack.label,
                      waits=waits)  # fmt: skip
    events += [*spent, *used(actor, exchange.id, on, is_open=True), made]
    return events if waits else events + _resolve(state, exchange, None, Reply(), roller)


def read_attack(state: State, seat: Seat, move: MakeAttack) -> tuple[Exchange, Switched]:
    """The attack that a move describes, and the powers in it. Raises what its values forbid."""
    actor = get_own(state, seat, move.actor)
    card = check_turn(state, actor, *(attack.key for attack in own_attacks(actor)))
    attack = ATTACKS[card.key]
    target = _check_attack_target(state, seat, actor, card.target, move.target)
    aim = _check_aim(attack, move.aim)
    on = read_powers(actor, move.powers, "attack", willpower=move.willpower)
    figures = attack_figures(actor, attack, target, aim, card.place, on.shares)
    if reason := why_not_attack(actor, attack, figures):
        raise IllegalMove("cannot_attack", reason)
    number = state.exchanges + 1
    has_specialty = bool(actor.sheet.specialty(attack.ability, attack.attribute))
    exchange = Exchange(f"attack-{number}", actor.id, target.id, attack.key, aim, figures.pool, figures.difficulty,
                        move.specialty and has_specialty, move.willpower, on.shares, wounds(actor) or 0,
                        card.extra)  # fmt: skip
    return exchange, on


def _check_attack_target(state: State, seat: Seat, actor: Combatant, declared: str | None, id: str) -> Combatant:
    """The declared target; another only where that one is gone or out of sight."""
    target = check_target(state, seat, actor, id)
    if target.id != declared and not is_gone(find_combatant(state, declared or "")):
        raise IllegalMove("other_target", "The attack was declared against somebody else.")
    return target


def is_gone(target: Combatant | None) -> bool:
    """Whether a declared target can no longer be attacked."""
    return target is None or target.hidden or not is_present(target)


def _check_aim(attack: Attack, aim: str) -> str:
    if aim and (aim not in TABLES["aim"] or attack.aim or attack.key == "squeeze" or attack.type == "none"):
        raise BadInput("bad_aim", f"{attack.label} cannot be aimed so.", key="aim")
    return aim


def why_not_attack(actor: Combatant, attack: Attack, figures: Figures) -> str:
    """Why this attack cannot be made now, or nothing."""
    if attack.key == "squeeze":
        return ""
    return why_no_shot(actor, attack) or figures.reason


def may_answer(target: Combatant, attack: Attack) -> bool:
    """Whether the target has anything to choose."""
    if not is_able(target):
        return False
    open_answers = (*answers(target, attack), *abort_answers(target, attack))
    return any(not answer.reason for answer in open_answers) or has_power(target, "defense")


def _check_prompt(state: State, seat: Seat, prompt: str) -> tuple[Exchange, Combatant]:
    exchange = state.exchange
    if exchange is None or exchange.prompt != prompt:
        raise IllegalMove("stale_prompt", "That question is not open any more. Look at the board again.")
    return exchange, get_own(state, seat, exchange.target)


def answer_defense(state: State, seat: Seat, move: AnswerDefense, roller: Roller) -> list[Event]:
    """Meet the attack with a declared defense, or with none."""
    exchange, target = _check_prompt(state, seat, move.prompt)
    uses_point = move.willpower and move.defense != "none"
    on = read_powers(target, move.powers, "defense", willpower=uses_point)
    answer = None
    if move.defense != "none":
        answer = _choose(target, answers(target, ATTACKS[exchange.attack], on.shares), move.defense)
    events: list[Event] = [spend_point(target, "success", exchange.id)] if uses_point else []
    events += used(target, exchange.id, on)
    chosen = DefenseChosen(**about(target), exchange=exchange.id, defense=answer.defense if answer else "")
    reply = Reply(move.specialty, uses_point, on.shares)
    paid = fold(apply, state, events)  # the blow falls on who has paid for its defense
    return [*events, chosen, *_resolve(paid, exchange, answer, reply, roller)]


def _choose(target: Combatant, open_answers: tuple[Answer, ...], defense: str) -> Answer:
    if not is_able(target):
        raise IllegalMove("unable", f"{target.name} can do nothing against it; answer with none.")
    answer = next((answer for answer in open_answers if answer.defense == defense), None)
    if answer is None:
        raise IllegalMove("no_such_defense", "That defense was not declared. Choose one that is offered, or none.")
    if answer.reason:
        raise IllegalMove("cannot_defend", answer.reason, rule="V20-153")
    return answer


def abort_to_defense(state: State, seat: Seat, move: AbortToDefense, roller: Roller) -> list[Event]:
    """Give up the rest of the turn for full defense; the Willpower roll ignores wounds (V20-145, 183)."""
    exchange, target = _check_prompt(state, seat, move.prompt)
    answer = _choose(target, abort_answers(target, ATTACKS[exchange.attack]), move.defense)
    chosen = DefenseChosen(**about(target), exchange=exchange.id, defense=answer.defense)
    if move.by == "point":
        aborted = Aborted(**about(target), exchange=exchange.id, pool=None, result=None, success=True)
        point = spend_point(target, "abort", exchange.id)
        return [point, aborted, chosen, *_resolve(state, exchange, answer, Reply(), roller)]
    if move.by != "roll":
        raise BadInput("bad_abort", "One aborts by 'roll' or by 'point'.", key="by")
    pool = build_pool("Willpower", trait_terms(target.sheet, "willpower"))
    result = roll_dice(pool.total, ABORT_DIFFICULTY, roller, botch_mode=state.options.botch_mode)
    success = result.outcome == "success"
    aborted = Aborted(**about(target), exchange=exchange.id, pool=pool, result=result, success=success)
    told: list[Event] = [aborted, chosen] if success else [aborted]
    return [*told, *_resolve(state, exchange, answer if success else None, Reply(), roller)]


@dataclass(frozen=True, slots=True)
class Reply:
    """What supports the answer to an attack: a specialty that fits, a Willpower point, powers."""

    specialty: bool = False
    willpower: bool = False
    shares: tuple[Share, ...] = ()


def _resolve(state: State, exchange: Exchange, answer: Answer | None, reply: Reply, roller: Roller) -> list[Event]:
    """Attack, defense, damage, soak, and what a hit leaves behind."""
    actor, target = find_combatant(state, exchange.actor), find_combatant(state, exchange.target)
    if actor is None or target is None:
        raise IllegalMove("stale_prompt", "Those combatants are gone.")
    attack = ATTACKS[exchange.attack]
    base = base_damage(actor.sheet, attack, exchange.aim, exchange.wounds)
    base = _with_powers(base, (*exchange.shares, *actor.standing), "damage", "V20-154")
    soak = sheet_soak(target.sheet, attack.type, armor=target.armor)
    soak = _with_powers(soak, (*reply.shares, *target.standing), "soak", "V20-156")
    struck = _roll(state, exchange, attack, target, answer, reply, base.total, soak, roller)
    resolved = AttackResolved(
        **in_the_open(actor), exchange=exchange.id, target=target.id, target_name=target.name,
        target_owner=target.character, label=attack.label, damage_type=attack.type,
        defense=answer.defense if answer else "",
        attack_pool=exchange.pool, attack_difficulty=exchange.difficulty,
        defense_pool=answer.figures.pool if answer else None,
        defense_difficulty=answer.figures.difficulty if answer else None,
        damage=_with_successes(base, struck), soak=soak, struck=struck,
    )  # fmt: skip
    return [resolved, *_consequences(exchange, attack, actor, target, struck)]


def _with_powers(dice: Sum, shares: tuple[Share, ...], kind: str, rule: str) -> Sum:
    """Damage or soak dice with what powers add (V20-154, 156)."""
    more = make_terms(shares, kind, "power", rule)
    if not more:
        return dice
    step = add_step("Powers", rule, more, dice.total)
    return replace(dice, steps=(*dice.steps, step), total=step.after)


def _roll(
    state: State, exchange: Exchange, attack: Attack, target: Combatant, answer: Answer | None,
    reply: Reply, damage: int, soak: Pool, roller: Roller,
) -> Struck:  # fmt: skip
    being = target.sheet.being
    if attack.key == "squeeze":
        return roll_squeeze(damage, "bashing", soak.dice, being, roller)
    bought = sum_shares(exchange.shares, "successes")
    side = Side(exchange.pool.total, exchange.difficulty.total, exchange.specialty, exchange.willpower, bought)
    against = None
    if answer:
        fits = reply.specialty and bool(target.sheet.specialty(DEFENSES[answer.defense], "dexterity"))
        met, held = answer.figures, sum_shares(reply.shares, "successes")
        against = Side(met.pool.total, met.difficulty.total, fits, reply.willpower, held)
    mode = state.options.botch_mode
    return roll_sides(side, against, damage, attack.type, soak.dice, being, roller, mode)


def _with_successes(base: Breakdown, struck: Struck) -> Breakdown:
    """The damage dice: the rating and the successes beyond the first (V20-154)."""
    if not struck.is_hit:
        return base
    more = (Term("Successes beyond the first", struck.left - 1, "successes", "V20-154"),)
    step = add_step("Successes", "V20-154", more, base.total)
    return Breakdown("Damage", (*base.steps, step), max(0, step.after))


def _consequences(
    exchange: Exchange, attack: Attack, actor: Combatant, target: Combatant, struck: Struck
) -> list[Event]:
    """Wounds, ruined armor, and the manoeuvre's effect."""
    events: list[Event] = []
    if struck.applied and attack.type != "none":
        events.append(harmed(target, struck.applied, attack.type, exchange.id, _grace(exchange, actor, target)))
    if is_ruined(armor_rating(target.armor), struck.damage):
        events.append(ArmorRuined(**about(target), exchange=exchange.id))
    if struck.is_hit and attack.effect and _takes_hold(attack.effect, target, struck):
        by = actor.id if attack.effect == "clinched" else None
        events.append(ConditionGained(**about(target), exchange=exchange.id, condition=attack.effect, by=by))
    return events


def _grace(exchange: Exchange, actor: Combatant, target: Combatant) -> int | None:
    """The wound penalty that the target acts with if it acts at the same moment as its attacker (V20-141)."""
    if target.grace is not None:
        return target.grace
    return wounds(target) if is_simultaneous(actor, target, exchange.extra) else None


def _takes_hold(effect: str, target: Combatant, struck: Struck) -> bool:
    if effect == "clinched":
        return True
    if effect in target.conditions:
        return False
    if effect == "staked":
        return target.sheet.is_vampire and struck.applied >= STAKE_LEVELS
    return effect != "disarmed" or has_blade(target.sheet)
