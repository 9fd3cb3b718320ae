"""Offers that answer prompts."""

from collections.abc import Iterable
from dataclasses import replace

from rules.battle import Choice, Field, Fields, Move, Offer, answer_prompt
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.stunts import list_ratings
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.attack.clash import clash_pool, open_answer, plan_answer
from rules.exalted3e.attack.counter import check_magic, plan_counter
from rules.exalted3e.attack.plan import IMPROVISED_COST
from rules.exalted3e.attack.prompts import MOTES_PER_VALUE
from rules.exalted3e.attack.threat import compute_threat, roll_odds
from rules.exalted3e.decide.attacks import excellency_cap
from rules.exalted3e.decide.powers import room_for_dice
from rules.exalted3e.decide.ties import is_mine
from rules.exalted3e.legal.chances import weigh_attack
from rules.exalted3e.legal.common import (
    View,
    declared,
    describe_motes,
    in_play,
    pick,
    power_fields,
    stunt,
    willpower,
)
from rules.exalted3e.state.board import are_enemies
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.timing.ticks import parties_of
from rules.odds import odds_against, percent
from rules.text import EMPTY, Text, verbatim, word

ROLLED = ("clash", "counter")
"""Prompts in one form that are answered with a roll."""
Form = tuple[type[Move], Text, Fields]


def offer_answer(sight: View, prompt: Pending) -> list[Offer]:
    """Return the offers that answer a prompt."""
    who, about = sight.state.find(prompt.who), sight.find(prompt.about)
    name = about.name if about is not None else Text("someone")
    if prompt.kind == "beaten":
        rulings = {False: Text("{who} fights on", who=name), True: Text("{who} is defeated", who=name)}
        return [answer_prompt(mv.AnswerBeaten, label, prompt, fixed={"beaten": on}) for on, label in rulings.items()]
    if prompt.kind == "tie":
        return _offer_tie(sight, prompt)
    if prompt.kind == "shift":
        labels = {True: Text("Act now"), False: Text("Don’t act now")}
        return [answer_prompt(mv.AnswerShift, label, prompt, fixed={"act": on}) for on, label in labels.items()]
    if prompt.kind == "contest" and who is not None:
        return _offer_contest(prompt, who, name)
    move, title, fields = _make_award(sight, prompt, name) if who is None else _make(sight, prompt, who, about, name)
    is_struck = prompt.kind == "defense"
    has_preview = is_struck or prompt.kind in ROLLED
    return [answer_prompt(move, title, prompt, fields, has_preview=has_preview, is_struck=is_struck)]


def _offer_tie(sight: View, prompt: Pending) -> list[Offer]:
    """Return the two answers to a tie. Who plays all that share the tick need not roll (3E-051, 3E-584).

    Where everyone is asked, a roll comes only if several want to act first.
    """
    state = sight.state
    shares = [combatant for party in parties_of(state, state.due).values() for combatant in party]
    is_sure = state.options.ask_every_tie or all(is_mine(sight.seat, combatant) for combatant in shares)
    first = Text("Act first") if is_sure else Text("Roll to act first")
    labels = {True: first, False: Text("Yield")}
    return [answer_prompt(mv.AnswerTie, label, prompt, fixed={"first": on}) for on, label in labels.items()]


def _offer_contest(prompt: Pending, actor: Combatant, name: str | Text) -> list[Offer]:
    """Return the two answers to a disengage: roll against it, or let the opponent go (3E-218)."""
    contest = answer_prompt(
        mv.AnswerContest,
        Text("Contest {who}’s disengage", who=name),
        prompt,
        power_fields(actor, "contest"),
        fixed={"contest": True},
        has_preview=True,
        hint=Text("Dexterity + Athletics against the disengage."),
    )
    return [contest, answer_prompt(mv.AnswerContest, Text("Let {who} go", who=name), prompt, fixed={"contest": False})]


def _make_award(sight: View, prompt: Pending, name: str) -> Form:
    """Return the form in which the Storyteller says who gains a Break (3E-113)."""
    fallen = sight.state.get(prompt.about)
    foes = (Choice(c.id, verbatim(c.name)) for c in in_play(sight) if are_enemies(c, fallen))
    initial = prompt.options[0] if prompt.options else ""
    to = pick(mv.AwardBreak, "to", (Choice("", Text("No one")), *foes), initial=initial)
    return mv.AwardBreak, Text("Award the Break for Crashing {who}", who=name), (to,)


def _make(sight: View, prompt: Pending, actor: Combatant, about: Combatant | None, name: str) -> Form:
    match prompt.kind:
        case "clash":
            kinds = (_clash(sight, actor, about, kind) for kind in prompt.options)
            fields = _attack_fields(mv.AnswerClash, prompt, actor, kinds)
            return (
                mv.AnswerClash,
                Text("Defend against {who}", who=name),
                (_let_come(sight, fields[0]), *fields[1:]),
            )
        case "counter":
            kinds = (_counter(sight, about, kind) for kind in prompt.options)
            fields = _attack_fields(mv.AnswerCounter, prompt, actor, kinds)
            return mv.AnswerCounter, Text("Defend against {who}", who=name), fields
        case "defense":
            return mv.AnswerDefense, Text("Defend against {who}", who=name), _defense(sight, actor)
        case "guard":
            strikes = (Choice("guardian", Text("Attack {who}", who=name)), Choice("ward", Text("Attack the ward")))
            fields = (pick(mv.AnswerGuard, "strike", strikes, initial="guardian"),)
            return mv.AnswerGuard, Text("Choose who the attack hits"), fields
        case "order":
            own = pick(
                mv.ChooseOrder, "first", (Choice(id, verbatim(sight.state.get(id).name)) for id in prompt.options)
            )
            return mv.ChooseOrder, Text("Choose who acts first"), (own,)
        case "stunt":
            proposed = (sight.state.told.proposed if sight.state.told else 0) or 1
            ratings = list_ratings(mv.MAX_STUNT, lambda rating: Text("{n}-point stunt", n=rating))
            fields = list_fields(mv.RateStunt, {"rating": {"choices": ratings, "initial": proposed}}, "rating")
            return mv.RateStunt, Text("Rate the stunt"), fields
        case _:
            return mv.AnswerInfluence, Text("Respond to {who}’s influence", who=name), _influence(sight, prompt, actor)


def _attack_fields(cls: type[mv.Effort], prompt: Pending, actor: Combatant, kinds: Iterable[Choice]) -> Fields:
    """Return the fields for a clash or counterattack and its powers; a decisive one must leave Initiative."""
    let_be = Text("Don’t clash") if prompt.kind == "clash" else Text("Don’t counterattack")
    answer = pick(cls, "attack", (Choice("", let_be), *kinds), initial="")
    keep = 1 + (IMPROVISED_COST if "improvised" in actor.arm.tags else 0) if "decisive" in prompt.options else 0
    moment = "attack" if prompt.kind == "clash" else "counter"
    powers = power_fields(actor, moment, room_for_dice(actor, excellency_cap(actor.arm)), keep)
    return (answer, *stunt(), *powers, *willpower(actor))


def _let_come(sight: View, answer: Field) -> Field:
    """Return the answers to an attack with the chance that it hits where no one clashes."""
    exchange, (let_be, *kinds) = sight.state.exchange, answer.choices
    if exchange is None:
        return answer
    hit = Text("{chance} to be hit", chance=percent(compute_threat(sight.state, exchange).chance))
    return replace(answer, choices=(replace(let_be, hint=hit), *kinds))


def _clash(sight: View, actor: Combatant, about: Combatant | None, kind: str) -> Choice:
    """Return a kind of attack to clash with, and its chance to win: more successes than the attack (3E-295)."""
    exchange, chance = sight.state.exchange, None
    if exchange is not None and about is not None:
        mine = clash_pool(open_answer(exchange, actor, about, plan_answer(exchange, kind)), actor)
        chance = float(odds_against(roll_odds(mine), (roll_odds(clash_pool(exchange, about), 0),)).success)
    return Choice(kind, Text("Clash, {kind}", kind=word(kind)), odds=chance)


def _counter(sight: View, about: Combatant | None, kind: str) -> Choice:
    """Return a kind of counterattack with its chance to reach the attacker's current Defense, as it is weighed."""
    exchange, chance = sight.state.exchange, None
    if exchange is not None and about is not None:
        chance = float(weigh_attack(sight.state, plan_counter(exchange, kind)).odds.success)
    return Choice(kind, Text("Counterattack, {kind}", kind=word(kind)), odds=chance)


def _defense(sight: View, actor: Combatant) -> Fields:
    exchange = sight.state.exchange
    fields = [*declared(mv.AnswerDefense, "stunt_text", "stunt"), *power_fields(actor, "defense")]
    fields += willpower(actor, mv.AnswerDefense)
    most = min(MAX_BONUS, 2 * actor.defense_cap, actor.personal + actor.peripheral)
    fields += defense_motes(most)
    if not (exchange is not None and exchange.answers) and not refusal(check_magic, actor, sight.seat):
        fields += declared(mv.AnswerDefense, "counter")
    return tuple(fields)


def defense_motes(most: int) -> Fields:
    """Return the slider for an Excellency: +1 Defense for two motes (3E-345)."""
    if most < MOTES_PER_VALUE:
        return ()
    values = range(most // MOTES_PER_VALUE + 1)
    steps = tuple(
        Choice(str(MOTES_PER_VALUE * n), Text("+{n} Defense", n=n), describe_motes(MOTES_PER_VALUE * n)) for n in values
    )
    most -= most % MOTES_PER_VALUE
    return list_fields(mv.AnswerDefense, {"motes": {"high": most, "choices": steps}}, "motes")


def _influence(sight: View, prompt: Pending, actor: Combatant) -> Fields:
    """Return the answers to an influence; only the Storyteller may call it unacceptable."""
    accept, refuse, unacceptable = mv.ANSWERS
    refuse = replace(refuse, reason=EMPTY if actor.willpower > 0 else Text("No Willpower left."))
    answers = (accept, refuse, unacceptable) if sight.seat.storyteller else (accept, refuse)
    fields = [pick(mv.AnswerInfluence, "answer", answers, initial="accept")]
    if prompt.options:
        fields.append(pick(mv.AnswerInfluence, "intimacy", mv.choices(prompt.options)))
    return tuple(fields)
