"""Declared attacks, and answers to prompts within them."""

from dataclasses import replace
from functools import partial
from typing import Literal, cast

from rules.battle.guards import check_choice, check_number
from rules.battle.play import about
from rules.battle.setup import show
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.clash import clash, plan_answer
from rules.exalted3e.attack.counter import check_can_counter, plan_counter
from rules.exalted3e.attack.exchange import counterattack, declare_attack, resolve
from rules.exalted3e.attack.plan import TAG_COSTS, Plan, check_attack, check_decisive, find_arm, parse_kind
from rules.exalted3e.attack.prompts import defense_bonuses
from rules.exalted3e.decide.effort import Effort, gather_effort, pay_effort
from rules.exalted3e.decide.powers import USE, attack_moment, check_cap, count_dice
from rules.exalted3e.decide.resources import check_motes, check_willpower
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.board import State, distance
from rules.exalted3e.state.combatant import Arm, Combatant, Modifier, guard_modifiers
from rules.exalted3e.state.exchange import Exchange
from rules.exalted3e.timing.play import Play, close_prompt, find_prompt
from rules.exalted3e.traits import TABLES
from rules.pool import Term
from rules.powers import PowerTotals, make_terms
from rules.text import EMPTY, Text, verbatim, word


def gambit_difficulty(gambit: str, arm: Arm) -> tuple[int, int]:
    """Return the bounds of a gambit's difficulty (3E-253, 3E-287 to 3E-290); the Storyteller's own gambits are free."""
    if gambit == "other":
        return 1, 10
    least = int(TABLES["gambits"][gambit])
    if gambit == "disarm" and "disarming" in arm.tags:
        least -= 1
    return (least, 5) if gambit == "distract" else (least, least)


def attack(play: Play, move: mv.Attack) -> None:
    """Check the attack, pay for it and begin the exchange. Attacking reveals the attacker."""
    attacker, target = play.state.get(move.actor), play.state.get(move.target)
    plan = build_plan(play.state, move)
    on = USE.choose_payable(attacker, move.powers, attack_moment(attacker))
    check_attack(play.state, plan)
    show(play, attacker)
    show(play, play.state.get(target.id))
    if move.then_end and plan.exempt != "reflexive":
        play.emit(ev.EndAnnounced(**about(play.state.get(attacker.id))))
    effort = Effort(move.stunt, move.willpower, on, motes=move.motes)
    declare_attack(play, plan, partial(pay_effort, play, attacker.id, effort))


def build_plan(state: State, move: mv.Attack) -> Plan:
    """Return the attack that a move describes. Raise `IllegalMove` or `BadInput` for values that cannot be."""
    attacker, target = state.get(move.actor), state.get(move.target)
    if move.gambit and move.attack != "decisive":
        raise IllegalMove("gambit_is_decisive", Text("A gambit is a decisive attack."))
    plan = Plan(attacker.id, target.id, parse_kind(move.attack), weapon=move.weapon)
    arm = find_arm(attacker, plan)
    on = USE.choose_payable(attacker, move.powers, attack_moment(attacker))
    _check_payment(attacker, move, arm)
    USE.check_cost(attacker, on, motes=move.motes, willpower=move.willpower)
    check_cap(attacker, move.motes + count_dice(on), excellency_cap(arm))
    difficulty = _find_gambit_difficulty(state, move, attacker, arm) if move.gambit else 0
    if move.tag and (move.tag not in arm.tags or move.tag not in TAG_COSTS):
        raise IllegalMove("no_such_tag", Text("The {w} is not {tag}.", w=word(arm.name), tag=word(move.tag[:20])))
    surprise = cast(Literal["", "surprise", "ambush"], move.surprise or ("surprise" if attacker.hidden else ""))
    return replace(
        plan,
        gambit=move.gambit,
        difficulty=difficulty,
        ally=move.ally,
        modifiers=(*_attack_modifiers(move, arm), *make_terms(on.shares, "dice", "power", "3E-345")),
        auto=stunt_successes(move.stunt) + (1 if move.willpower else 0) + on.total("successes"),
        tag=move.tag,
        smash=move.smash,
        unblockable=move.unblockable or on.has("unblockable"),
        undodgeable=move.undodgeable or on.has("undodgeable"),
        shares=on.shares,
        power_cost=on.cost.get("initiative", 0),
        surprise=surprise,
        exempt="reflexive" if move.magic == "reflexive" else "",
        needs_aim=move.magic != "spell",
        friendly={"": None, "yes": True, "no": False}[move.staged],
        forced=move.forced,
        hold=move.hold,
        hold_rounds=move.rounds if move.hold == "throw" else 0,
        area=move.area,
        rest=_further_targets(state, attacker, target) if attacker.group else (),
    )


def excellency_cap(arm: Arm) -> int:
    """Return the most dice that motes may buy: Attribute + Ability (3E-345)."""
    return max(0, sum(term.amount for term in arm.pool if term.kind in ("attribute", "ability")))


def _check_payment(attacker: Combatant, move: mv.Attack, arm: Arm) -> None:
    if move.willpower:
        check_willpower(attacker)
    if move.motes:
        check_motes(attacker, move.motes)
        check_number(Text("Motes"), move.motes, 0, excellency_cap(arm))
    if move.specialty and not arm.specialty:
        sentence = Text("{who} has no specialty for the {w}.", who=attacker.name, w=word(arm.name))
        raise IllegalMove("no_specialty", sentence)


def _find_gambit_difficulty(state: State, move: mv.Attack, attacker: Combatant, arm: Arm) -> int:
    least, most = gambit_difficulty(move.gambit, arm)
    difficulty = move.difficulty or least
    check_number(Text("Difficulty"), difficulty, least, most)
    if move.gambit == "distract":
        ally = state.find(move.ally)
        is_friend = ally is not None and ally.side == attacker.side and ally.id != attacker.id
        if ally is None or not is_friend or not ally.is_in_play or ally.is_crashed:
            raise IllegalMove("not_an_ally", Text("A distraction can only help an ally who is not Crashed."))
    return difficulty


def _attack_modifiers(move: mv.Attack, arm: Arm) -> tuple[Term, ...]:
    terms = list(stunt_terms(move.stunt))
    if move.specialty:
        terms.append(Term(verbatim(arm.specialty), 1, "specialty", "3E-011"))
    if move.motes:
        terms.append(Term(Text("excellency"), move.motes, "excellency", "3E-345"))
    if move.bonus:
        terms.append(Term(Text("the Storyteller’s ruling"), move.bonus, "bonus", "3E-024"))
    return tuple(terms)


def _further_targets(state: State, attacker: Combatant, target: Combatant) -> tuple[str, ...]:
    """Return the enemies next to a battle group's primary target (3E-311)."""
    return tuple(
        c.id
        for c in state.combatants
        if c.id != target.id
        and c.side == target.side != attacker.side
        and c.is_in_play
        and not c.hidden
        and distance(c, target) == 0
    )


def _go_on(play: Play, exchange: Exchange) -> None:
    play.emit(ev.ExchangeSettled(**about(play.state.get(exchange.attacker)), attack=exchange, note=EMPTY))
    resolve(play)


def get_running(state: State) -> Exchange:
    """Return the attack that waits for an answer. Raises `IllegalMove` if none does."""
    if state.exchange is None:
        raise IllegalMove("no_attack", Text("No attack is waiting for this answer."))
    return state.exchange


def answer_clash(play: Play, move: mv.AnswerClash) -> None:
    """Clash with the attack, or let it come (3E-295)."""
    prompt = find_prompt(play, move.prompt, "clash")
    check_choice(Text("Response"), move.attack, ("", *prompt.options))
    exchange = get_running(play.state)
    if move.attack:
        who, plan = play.state.get(prompt.who), plan_answer(exchange, move.attack)
        effort = gather_effort_of_answer(who, move, "attack", plan)
        close_prompt(play, prompt)
        clash(play, exchange, with_effort(plan, effort), partial(pay_effort, play, who.id, effort))
        resolve(play)
    else:
        close_prompt(play, prompt, Text("{who} does not clash.", who=play.state.get(prompt.who).name))
        _go_on(play, replace(exchange, settled=(*exchange.settled, "clash")))


def answer_defense(play: Play, move: mv.AnswerDefense) -> None:
    """Add stunt, Willpower and motes to the Defense (3E-298)."""
    prompt = find_prompt(play, move.prompt, "defense")
    target = play.state.get(prompt.who)
    exchange, (bonuses, on) = get_running(play.state), gather_help(target, move)
    if move.counter:
        check_can_counter(exchange, target, play.seat)
    close_prompt(play, prompt, Text("{who} readies a counterattack.", who=target.name) if move.counter else EMPTY)
    pay_effort(play, target.id, Effort(move.stunt, move.willpower, on, motes=move.motes), Text("Defense"))
    settled = (*exchange.settled, "defense")
    _go_on(play, replace(exchange, defense=bonuses, counters=move.counter, settled=settled))


def gather_help(target: Combatant, move: mv.AnswerDefense) -> tuple[tuple[Modifier, ...], PowerTotals]:
    """Return what helps the Defense, and the powers among it (3E-298). Raises `IllegalMove` for what may not be."""
    bonuses = defense_bonuses(target, move.stunt, move.willpower, move.motes)
    on = USE.choose_payable(target, move.powers, "defense", motes=move.motes, willpower=move.willpower)
    return (*bonuses, *guard_modifiers(on.shares)), on


def answer_counter(play: Play, move: mv.AnswerCounter) -> None:
    """Counterattack before the damage, or let the attack go on (3E-297)."""
    prompt = find_prompt(play, move.prompt, "counter")
    check_choice(Text("Response"), move.attack, ("", *prompt.options))
    exchange, actor = get_running(play.state), play.state.get(prompt.who)
    plan = plan_counter(exchange, move.attack)
    effort = gather_effort_of_answer(actor, move, "counter", plan) if move.attack else None
    close_prompt(play, prompt, EMPTY if move.attack else Text("{who} does not counterattack.", who=actor.name))
    settled = replace(exchange, settled=(*exchange.settled, "counter"))
    if effort is not None:
        play.emit(ev.ExchangeSettled(**about(play.state.get(exchange.attacker)), attack=settled, note=EMPTY))
        counterattack(play, with_effort(plan, effort), partial(pay_effort, play, actor.id, effort))
    else:
        _go_on(play, settled)


def gather_effort_of_answer(
    actor: Combatant, move: mv.AnswerClash | mv.AnswerCounter, moment: str, plan: Plan
) -> Effort:
    """Return what is added to a clash or counterattack. Raise `IllegalMove` above the cap on dice, or if too little
    Initiative is left for a decisive attack.
    """
    effort = gather_effort(actor, move.stunt, move.willpower, move.powers, moment)
    check_cap(actor, count_dice(effort.powers), excellency_cap(actor.arm))
    check_decisive(actor, replace(plan, power_cost=effort.powers.cost.get("initiative", 0)), actor.arm)
    return effort


def with_effort(plan: Plan, effort: Effort) -> Plan:
    """Return the plan of a clash or counterattack with what is added to it."""
    on = effort.powers
    return replace(
        plan,
        modifiers=effort.terms,
        auto=effort.successes,
        unblockable=on.has("unblockable"),
        undodgeable=on.has("undodgeable"),
        shares=on.shares,
    )


def answer_guard(play: Play, move: mv.AnswerGuard) -> None:
    """Choose whom an attack strikes that beat the guardian's Parry (3E-173, 3E-174)."""
    prompt = find_prompt(play, move.prompt, "guard")
    check_choice(Text("Strike"), move.strike, prompt.options)
    exchange = get_running(play.state)
    choice: Literal["guardian", "ward"] = "ward" if move.strike == "ward" else "guardian"
    struck = play.state.get(exchange.target if choice == "ward" else prompt.about)
    close_prompt(play, prompt, Text("The attack goes to {who}.", who=struck.name))
    _go_on(play, replace(exchange, choice=choice))
