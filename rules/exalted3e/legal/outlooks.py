"""Withering or decisive now: what each kind of attack would bring, as far as the seat may know it (3E-062 on)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.battle.play import Foreseers
from rules.errors import IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.chances import spread_decisive
from rules.exalted3e.attack.decisive import damage_pool
from rules.exalted3e.attack.effects import count_lost
from rules.exalted3e.attack.withering import LANDING, damage_dice, raw_damage
from rules.exalted3e.legal.cases import Case, open_cases
from rules.exalted3e.pools import halve_up
from rules.exalted3e.timing.initiative import BASE, BREAK, SELF_CRASH, is_in_window
from rules.exalted3e.timing.play import Play
from rules.outlook import Alternative, Goal, Outlook, Prospect, describe_chance, describe_mean
from rules.spread import NOTHING, Spread, at_least, change_values
from rules.text import EMPTY, Text, verbatim, word
from rules.view import minus

KINDS = {"withering": Text("Withering"), "decisive": Text("Decisive")}
TO_HIT = Text("to hit")
CRASHED = Text("The target is already in Crash.")
ALLY = Text("An ally: no Initiative moves.")
LEVELS, MAGNITUDE = Text("Levels of damage"), Text("Magnitude marked")
USUAL_HARDNESS = Text("against usual Hardness")
NOTES = (
    Text("Assumes the current Defense, without the target’s additions and without a clash."),
    Text("Soak and Hardness are secret: these are averages over usual values."),
    Text("A Crash would bring an Initiative Shift, which is not counted here (3E-120)."),
    Text("Someone guards the target: choose who to attack after beating the guardian’s Parry (3E-173)."),
)


def _foresee_attack(play: Play, move: mv.Attack) -> Outlook:
    alternatives, seen = [], list[Case]()
    for other in _list_ways(play, move):
        try:
            play.battle.check(play.state, play.seat, other)
            cases = open_cases(play, other)
        except IllegalMove as refusal:
            if other == move:
                raise
            alternatives.append(Alternative(_name(other), reason=refusal.sentence))
            continue
        seen += cases
        describe = (
            _describe_gambit
            if other.gambit
            else _describe_decisive
            if other.attack == "decisive"
            else _describe_withering
        )
        described = [describe(case) if len(cases) == 1 else _say_struck(describe(case), case) for case in cases]
        alternatives += [
            replace(alternative, is_chosen=other == move and alternative is described[0]) for alternative in described
        ]
    return Outlook(tuple(alternatives), tuple(_list_notes(seen)))


def _say_struck(alternative: Alternative, case: Case) -> Alternative:
    """Return the alternative of an attack on someone guarded: whom it strikes is chosen after the roll (3E-173)."""
    who = case.target.name
    label = Text("{attack}: try for {who}", attack=alternative.label, who=who)
    if case.exchange.choice != "ward":
        label = Text("{attack}: target {who}, who guards", attack=alternative.label, who=who)
    goals = (replace(goal, name=Text("{outcome} on {who}", outcome=goal.name, who=who)) for goal in alternative.goals)
    return replace(alternative, label=label, goals=tuple(goals))


def _list_ways(play: Play, move: mv.Attack) -> Iterator[mv.Attack]:
    """Yield the attack as withering, as decisive and, if it is one, as the gambit that was chosen."""
    plain = replace(move, gambit="", difficulty=0, ally="") if move.gambit else move
    yield replace(plain, attack="withering")
    if play.state.get(move.actor).group is None:
        yield replace(plain, attack="decisive")
    if move.gambit:
        yield move


def _name(move: mv.Attack) -> Text:
    return Text("Gambit: {gambit}", gambit=word(move.gambit)) if move.gambit else KINDS[move.attack]


def _list_notes(cases: Sequence[Case]) -> Iterator[Text]:
    yield NOTES[0]
    if any(not case.is_known for case in cases):
        yield NOTES[1]
    if any(_shifts(case) for case in cases):
        yield NOTES[2]
    if any(case.met.guardian is not None for case in cases):
        yield NOTES[3]


def _describe_hit(case: Case, rule: str) -> Prospect:
    dice, defense, parry = case.dice, case.met.defense.defense, case.met.parry
    why = Text("{n} die against Defense {n2}", "{n} dice against Defense {n2}", n=dice, n2=defense)
    if case.exchange.choice == "ward":
        why = Text(
            "{n} die against Parry {n2}, then Defense {n3}",
            "{n} dice against Parry {n2}, then Defense {n3}",
            n=dice,
            n2=parry,
            n3=defense,
        )
    elif case.met.guardian is not None:
        why = Text("{n} die against Parry {n2}", "{n} dice against Parry {n2}", n=dice, n2=parry)
    return describe_chance(TO_HIT, case.hit, rule, why)


# --- withering


def _wither(case: Case, threshold: int, soak: int) -> Spread:
    """Return the damage of a hit (3E-066 to 3E-069)."""
    raw = raw_damage(case.attacker, case.exchange, case.arm, threshold).total
    return case.roll(damage_dice(raw, soak, case.arm.overwhelming), doubles=case.attacker.group is None)


def _can_crash(case: Case) -> bool:
    """Return whether damage could Crash the target (3E-092)."""
    is_open = case.target.initiative is not None and not case.target.is_crashed
    return is_open and case.target.group is None and not case.exchange.guarded_friend


def _shifts(case: Case) -> bool:
    return _can_crash(case) and case.exchange.kind == "withering" and case.exchange.avenged == case.target.id


def _gain(case: Case, damage: int) -> int:
    """Return the Initiative that a hit brings: 1, the damage, and 5 for a Crash (3E-070, 3E-071, 3E-109)."""
    if case.target.group is not None:
        return LANDING
    crashes = _can_crash(case) and damage >= (case.target.initiative or 0)
    is_broken = crashes and not _shifts(case) and not is_in_window(case.play.state, case.target)
    return LANDING + damage + BREAK * is_broken


def _describe_withering(case: Case) -> Alternative:
    goal = Goal(Text("a withering hit"), case.hit)
    alternative = Alternative(KINDS["withering"], (_describe_hit(case, "3E-064"),), (goal,))
    if case.exchange.guarded_friend:
        return replace(alternative, prospects=(*alternative.prospects, Prospect(ALLY, EMPTY, "3E-076")))
    damage = case.after(lambda threshold, soak, _hardness: _wither(case, threshold, soak), NOTHING)
    is_grouped = case.attacker.group is not None or case.target.group is not None
    prospects = [*alternative.prospects, _describe_damage(case, damage) if is_grouped else _describe_gain(case)]
    if case.target.is_crashed:
        prospects.append(Prospect(CRASHED, EMPTY, "3E-097"))
    if not _can_crash(case):
        return replace(alternative, prospects=tuple(prospects))
    needed, about = case.target.initiative or 0, not case.is_known
    crash = at_least(damage, needed)
    prospects.append(
        describe_chance(Text("to Crash the target"), crash, "3E-092", Text("{n} damage or more", n=needed), about=about)
    )
    return replace(alternative, prospects=tuple(prospects), goals=(goal, Goal(Text("a Crash"), crash, about)))


def _describe_damage(case: Case, damage: Spread) -> Prospect:
    """Return the damage of a battle group, or to one (3E-313, 3E-314)."""
    label, rule = Text("Initiative the target loses"), "3E-313"
    if case.target.group is not None:
        label, rule = MAGNITUDE, "3E-314"
    elif case.target.is_crashed:
        label = LEVELS
    return describe_mean(label, damage, rule, about=not case.is_known)


def _describe_gain(case: Case) -> Prospect:
    def gain(threshold: int, soak: int, _hardness: int) -> Spread:
        return change_values(_wither(case, threshold, soak), lambda damage: _gain(case, damage))

    spread = change_values(case.after(gain, NOTHING), lambda gained: gained - case.cost)
    why = (
        Text("1 for the hit, plus the damage")
        if _shifts(case)
        else Text("1 for the hit, plus the damage, plus 5 for a Crash")
    )
    if case.cost:
        why = Text("{why}, less a cost of {n}", why=why, n=case.cost)
    return describe_mean(Text("Initiative gained"), spread, "3E-071", why, about=not case.is_known)


# --- decisive


def _count_dice(case: Case) -> int:
    return damage_pool(case.attacker, case.exchange, count_lost(case.play.state, case.exchange)).total


def _strike(case: Case, hardness: int) -> Spread:
    """Return the levels of a hit (3E-084 to 3E-086); a battle group suffers more (3E-314)."""
    dice = _count_dice(case)
    more = halve_up(halve_up(dice)) if case.target.group is not None and dice > max(hardness, 0) else 0
    return change_values(spread_decisive(dice, hardness, case.count_sure(dice)), lambda levels: levels + more)


def _describe_decisive(case: Case) -> Alternative:
    about, dice = not case.is_known, _count_dice(case)
    levels = case.after(lambda _threshold, _soak, hardness: _strike(case, hardness), NOTHING)
    against = EMPTY if about else Text("against Hardness {n}", n=case.guards[0][1])
    why = Text("{n} die of damage {against}", "{n} dice of damage {against}", n=dice, against=against or USUAL_HARDNESS)
    wound = at_least(levels, 1)
    is_group = case.target.group is not None
    prospects = [
        _describe_hit(case, "3E-079"),
        describe_chance(Text("to mark damage") if is_group else Text("to wound"), wound, "3E-086", why, about=about),
        describe_mean(MAGNITUDE if is_group else LEVELS, levels, "3E-086", about=about),
    ]
    goals = [Goal(Text("a decisive wound"), wound, about)]
    if not is_group:
        free = case.target.health.free
        felled, needed = at_least(levels, free), Text("{n} level or more", "{n} levels or more", n=free)
        prospects.insert(2, describe_chance(Text("to defeat the target"), felled, "3E-267", needed, about=about))
        goals.append(Goal(Text("a defeated target"), felled, about))
    after = _describe_after(case, BASE, "3E-088")
    return Alternative(KINDS["decisive"], (*prospects, *after), tuple(goals))


def _describe_after(case: Case, hit: int, rule: str) -> tuple[Prospect, Prospect]:
    """Return the Initiative after a hit and after a miss, which may be a Crash (3E-080 to 3E-083, 3E-103)."""
    left = case.attacker.initiative or 0
    loss, missed = (3, "3E-081") if left >= 11 else (2, "3E-080")
    now = left - loss
    crashes = left >= 1 > now
    if crashes and case.play.state.options.missed_decisive_is_self_crash:
        now -= SELF_CRASH
    why = Text("{n} − {n2}", n=left, n2=loss)
    return (
        Prospect(Text("Initiative after a hit"), verbatim(minus(hit)), rule),
        Prospect(
            Text("Initiative after a miss"),
            Text("{n}, in Crash", n=minus(now)) if crashes else verbatim(minus(now)),
            missed,
            why,
        ),
    )


def _describe_gambit(case: Case) -> Alternative:
    """Return a gambit: a hit, and then Initiative against its difficulty (3E-281, 3E-283)."""
    options, cost = case.play.state.options, case.plan.difficulty + 1
    dice = _count_dice(case) - (0 if options.gambit_pays_after_roll else cost)
    roll = case.roll(dice, doubles=options.gambit_doubles_tens)
    works = case.hit * at_least(roll, case.plan.difficulty)
    why = Text("a hit, then {n} die against {n2}", "a hit, then {n} dice against {n2}", n=dice, n2=case.plan.difficulty)
    prospects = (_describe_hit(case, "3E-079"), describe_chance(Text("for the gambit to work"), works, "3E-281", why))
    goal = Goal(Text("a successful gambit"), works)
    after = _describe_after(case, (case.attacker.initiative or 0) - cost, "3E-283")
    return Alternative(Text("Gambit: {gambit}", gambit=word(case.plan.gambit)), (*prospects, *after), (goal,))


OUTLOOKS: Foreseers = {mv.Attack: _foresee_attack}
