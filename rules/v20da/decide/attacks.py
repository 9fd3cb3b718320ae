"""An attack: made, answered, and rolled down to the levels it costs (V20-150 to 168)."""

from dataclasses import dataclass, replace
from typing import TypeVar, cast

from rules.battle import Event
from rules.battle.guards import refuse
from rules.battle.play import Play, about, in_the_open
from rules.battle.prompts import find_prompt
from rules.battle.setup import show
from rules.errors import BadInput, IllegalMove
from rules.pool import Breakdown, Pool, Term, add_step
from rules.powers import PowerTotals, Share, make_terms, sum_shares
from rules.text import EMPTY, Text
from rules.v20da.actions.rolling import roll_dice
from rules.v20da.attack import ATTACKS, STAKE_LEVELS, Attack, AttackOutcome, Side, base_damage, has_blade, roll_squeeze
from rules.v20da.attack import roll_attack as roll_sides
from rules.v20da.decide.clinches import check_bound
from rules.v20da.decide.common import check_turn, harmed, spend_point
from rules.v20da.decide.declaring import check_target
from rules.v20da.decide.powers import USE, used
from rules.v20da.defense import DEFENSES, is_ruined, sheet_soak
from rules.v20da.events import Aborted, ArmorRuined, AttackMade, AttackResolved, ConditionGained, DefenseChosen
from rules.v20da.moves import ABORT_DIFFICULTY, AbortToDefense, AnswerDefense, MakeAttack
from rules.v20da.pools import armor_rating, build_pool, trait_terms
from rules.v20da.state.figures import Answer, Figures, abort_answers, answers, attack_figures, own_attacks, why_no_shot
from rules.v20da.state.model import Combatant, Exchange, State
from rules.v20da.state.order import is_able, is_present, is_simultaneous, wounds

Sum = TypeVar("Sum", bound=Breakdown)


def make_attack(play: Play[State], move: MakeAttack) -> None:
    """Begin the declared attack, and roll it at once if the target has no answer. An attacker in hiding is revealed."""
    exchange, on = build_attack(play.state, move)
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    attack = ATTACKS[exchange.attack]
    spent = [spend_point(actor, "success", exchange.id)] if move.willpower else []
    waits = attack.key != "squeeze" and may_answer(target, attack)
    made = AttackMade(
        **in_the_open(actor),
        attack=exchange,
        exchange=exchange.id,
        target_name=target.name,
        label=attack.label,
        waits=waits,
    )
    show(play, actor)
    play.emit(*spent, *used(actor, exchange.id, on, is_open=True), made)
    if not waits:
        _resolve(play, exchange, Reply())


def build_attack(state: State, move: MakeAttack) -> tuple[Exchange, PowerTotals]:
    """Return the attack that a move describes, and its powers. Raises `BadInput` or `IllegalMove`."""
    actor = state.get(move.actor)
    card = check_turn(state, actor, *(attack.key for attack in own_attacks(actor)))
    check_bound(state, actor, card)
    attack = ATTACKS[card.key]
    target = _check_attack_target(state, actor, card.target, move.target)
    aim = _check_aim(attack, move.aim)
    on = USE.choose_payable(actor, move.powers, "attack", willpower=move.willpower)
    figures = attack_figures(actor, attack, target, aim, card.place, on.shares, move.difficulty)
    refuse("cannot_attack", why_not_attack(actor, attack, figures))
    number = state.exchanges + 1
    has_specialty = bool(actor.sheet.specialty(attack.ability, attack.attribute))
    exchange = Exchange(
        f"attack-{number}",
        actor.id,
        target.id,
        attack.key,
        aim,
        figures.pool,
        figures.difficulty,
        move.specialty and has_specialty,
        move.willpower,
        on.shares,
        wounds(actor) or 0,
        card.extra,
    )
    return exchange, on


def _check_attack_target(state: State, actor: Combatant, declared: str | None, id: str) -> Combatant:
    """Return the declared target; another one only if that is gone or out of sight."""
    target = check_target(state, actor, id)
    if target.id != declared and not is_gone(state.find(declared)):
        raise IllegalMove("other_target", Text("The attack was declared against someone else."))
    return target


def is_gone(target: Combatant | None) -> bool:
    """Return whether a declared target can no longer be attacked."""
    return target is None or target.hidden or not is_present(target)


def _check_aim(attack: Attack, aim: str) -> str:
    if aim and (attack.aim or attack.key == "squeeze" or attack.type == "none"):
        raise BadInput("bad_aim", Text("You can’t aim {w} like that.", w=attack.label), key="aim")
    return aim


def why_not_attack(actor: Combatant, attack: Attack, figures: Figures) -> Text:
    """Say why this attack cannot be made now, or return an empty text."""
    if attack.key == "squeeze":
        return EMPTY
    return why_no_shot(actor, attack) or figures.reason


def may_answer(target: Combatant, attack: Attack) -> bool:
    """Return whether the target has anything to choose."""
    if not is_able(target):
        return False
    open_answers = (*answers(target, attack), *abort_answers(target, attack))
    return any(not answer.reason for answer in open_answers) or USE.can_use(target, "defense")


def _find_exchange(play: Play[State], prompt: str) -> tuple[Exchange, Combatant]:
    """Return the attack that waits for this answer, and its target."""
    exchange = play.state.exchange
    find_prompt((exchange.question,) if exchange else (), play.state, play.seat, prompt, "defense")
    found = cast(Exchange, exchange)  # find_prompt has raised where there is none
    return found, play.state.get(found.target)


def answer_defense(play: Play[State], move: AnswerDefense) -> None:
    """Meet the attack with a declared defense, or with none."""
    exchange, reply, on = build_defense(play, move)
    target, answer = play.state.get(exchange.target), reply.answer
    if reply.willpower:
        play.emit(spend_point(target, "success", exchange.id))
    play.emit(*used(target, exchange.id, on))
    paid = play.state  # the figures of the defense: paid for, and with its card still unused
    play.emit(DefenseChosen(**about(target), exchange=exchange.id, defense=answer.defense if answer else ""))
    _resolve(play, exchange, reply, paid)


@dataclass(frozen=True, slots=True)
class Reply:
    """The defense that meets an attack, if any, and what supports it."""

    answer: Answer | None = None
    specialty: bool = False
    willpower: bool = False
    shares: tuple[Share, ...] = ()


def build_defense(play: Play[State], move: AnswerDefense) -> tuple[Exchange, Reply, PowerTotals]:
    """Return the attack that waits, what meets it, and the powers with it. Raises `IllegalMove` for what cannot be."""
    exchange, target = _find_exchange(play, move.prompt)
    uses_point = move.willpower and move.defense != "none"
    on, answer = USE.choose_payable(target, move.powers, "defense", willpower=uses_point), None
    if move.defense != "none":
        answer = _choose(target, answers(target, ATTACKS[exchange.attack], on.shares), move.defense)
    return exchange, Reply(answer, move.specialty, uses_point, on.shares), on


def build_abort(play: Play[State], move: AbortToDefense) -> tuple[Exchange, Answer]:
    """Return the attack that waits, and the full defense against it. Raises `IllegalMove` for what cannot be."""
    exchange, target = _find_exchange(play, move.prompt)
    return exchange, _choose(target, abort_answers(target, ATTACKS[exchange.attack]), move.defense)


def _choose(target: Combatant, open_answers: tuple[Answer, ...], defense: str) -> Answer:
    if not is_able(target):
        raise IllegalMove("unable", Text("{who} can’t defend; choose no defense.", who=target.name))
    answer = next((answer for answer in open_answers if answer.defense == defense), None)
    if answer is None:
        sentence = Text("That defense was not declared. Choose one from the list, or none.")
        raise IllegalMove("no_such_defense", sentence)
    if answer.reason:
        raise IllegalMove("cannot_defend", answer.reason, rule="V20-153")
    return answer


def abort_to_defense(play: Play[State], move: AbortToDefense) -> None:
    """Give up the rest of the turn for full defense. The Willpower roll ignores wounds (V20-145, 183)."""
    exchange, answer = build_abort(play, move)
    before, target = play.state, play.state.get(exchange.target)
    pool, result, works = None, None, True
    if move.by == "point":
        play.emit(spend_point(target, "abort", exchange.id))
    else:
        pool = abort_pool(target)
        result = roll_dice(pool.total, ABORT_DIFFICULTY, play.dice(target), botch_mode=before.options.botch_mode)
        works = result.outcome == "success"
    fields = about(target)
    play.emit(Aborted(**fields, exchange=exchange.id, pool=pool, result=result, success=works))
    if works:
        play.emit(DefenseChosen(**fields, exchange=exchange.id, defense=answer.defense))
    _resolve(play, exchange, Reply(answer if works else None), before)


def abort_pool(target: Combatant) -> Pool:
    """Return the dice to abort by a roll (V20-145)."""
    return build_pool(Text("Willpower"), trait_terms(target.sheet, "willpower"))


def _resolve(play: Play[State], exchange: Exchange, reply: Reply, before: State | None = None) -> None:
    """Roll attack, defense, damage and soak, and emit what a hit does. Figures are those of `before` the answer."""
    state, answer = before or play.state, reply.answer
    actor, target = state.get(exchange.actor), state.get(exchange.target)
    attack = ATTACKS[exchange.attack]
    base = base_damage(actor.sheet, attack, exchange.aim, exchange.wounds)
    base = _with_powers(base, (*exchange.shares, *actor.standing), "damage", "V20-154")
    soak = sheet_soak(target.sheet, attack.type, armor=target.armor)
    soak = _with_powers(soak, (*reply.shares, *target.standing), "soak", "V20-156")
    struck = _roll(play, exchange, attack, target, reply, base.total, soak)
    resolved = AttackResolved(
        **in_the_open(actor),
        exchange=exchange.id,
        target=target.id,
        target_name=target.name,
        target_owner=target.character,
        label=attack.label,
        damage_type=attack.type,
        defense=answer.defense if answer else "",
        attack_pool=exchange.pool,
        attack_difficulty=exchange.difficulty,
        defense_pool=answer.figures.pool if answer else None,
        defense_difficulty=answer.figures.difficulty if answer else None,
        damage=_with_successes(base, struck),
        soak=soak,
        struck=struck,
    )
    play.emit(resolved, *_consequences(exchange, attack, actor, target, struck))


def _with_powers(dice: Sum, shares: tuple[Share, ...], kind: str, rule: str) -> Sum:
    """Return damage or soak dice with what powers add (V20-154, 156)."""
    more = make_terms(shares, kind, "power", rule)
    if not more:
        return dice
    step = add_step(Text("Powers"), rule, more, dice.total)
    return replace(dice, steps=(*dice.steps, step), total=step.after)


def _roll(
    play: Play[State], exchange: Exchange, attack: Attack, target: Combatant, reply: Reply, damage: int, soak: Pool
) -> AttackOutcome:
    being = target.sheet.being  # an attack is made in the open, and so are its dice
    if attack.key == "squeeze":
        return roll_squeeze(damage, "bashing", soak.dice, being, play.dice())
    side, against = open_attack(exchange), open_defense(target, reply)
    mode = play.state.options.botch_mode
    return roll_sides(side, against, damage, attack.type, soak.dice, being, play.dice(), mode)


def open_attack(exchange: Exchange) -> Side:
    """Return the roll of an attack, as it is made and as it is previewed."""
    bought = sum_shares(exchange.shares, "successes")
    return Side(exchange.pool.total, exchange.difficulty.total, exchange.specialty, exchange.willpower, bought)


def open_defense(target: Combatant, reply: Reply) -> Side | None:
    """Return the roll that meets an attack, as it is made and as it is previewed; None where nothing is rolled."""
    if reply.answer is None:
        return None
    fits = reply.specialty and bool(target.sheet.specialty(DEFENSES[reply.answer.defense], "dexterity"))
    met, held = reply.answer.figures, sum_shares(reply.shares, "successes")
    return Side(met.pool.total, met.difficulty.total, fits, reply.willpower, held)


def _with_successes(base: Breakdown, struck: AttackOutcome) -> Breakdown:
    """Return the damage dice with the successes beyond the first (V20-154)."""
    if not struck.is_hit:
        return base
    more = (Term(Text("Successes beyond the first"), struck.left - 1, "successes", "V20-154"),)
    step = add_step(Text("Successes"), "V20-154", more, base.total)
    return Breakdown(Text("Damage"), (*base.steps, step), max(0, step.after))


def _consequences(
    exchange: Exchange, attack: Attack, actor: Combatant, target: Combatant, struck: AttackOutcome
) -> list[Event]:
    """Return the wounds, the ruined armor and the effect of the manoeuvre."""
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
    """Return the wound penalty for a target that acts at the same moment as its attacker, else None (V20-141)."""
    if target.grace is not None:
        return target.grace
    return wounds(target) if is_simultaneous(actor, target, exchange.extra) else None


def _takes_hold(effect: str, target: Combatant, struck: AttackOutcome) -> bool:
    if effect == "clinched":
        return True
    if effect in target.conditions:
        return False
    if effect == "staked":
        return target.sheet.is_vampire and struck.applied >= STAKE_LEVELS
    return effect != "disarmed" or has_blade(target.sheet)
