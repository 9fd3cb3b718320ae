"""The sentences of an attack; all of one exchange fold into one entry of the log."""

from collections.abc import Mapping

from rules.battle.lines import by, says, silent
from rules.exalted3e import events as ev
from rules.exalted3e.view.log_sentence import LogSentence, Sentences, dice, successes, successes_against
from rules.text import EMPTY, Text, join, small, verbatim, word
from rules.view import LogStepView, make_step
from rules.wounds import count_levels

HIT, MISS = Text("hit"), Text("miss")
WORKS, FAILS = Text("succeeds"), Text("fails")
UNAIMED = Text("the shot was not aimed")
MISSED: Mapping[str, Text] = {
    "unaimed": UNAIMED,
    "blocked": Text("the guardian blocks it"),
    "clash": Text("the clash is lost"),
    "missed": Text("the Defense holds"),
}
"""Why an attack missed."""
_say_gambit = by(
    "attack.gambit",
    {
        "disarm": says("{who} tries to disarm {whom}"),
        "unhorse": says("{who} tries to unhorse {whom}"),
        "distract": says("{who} tries to distract {whom}"),
        "grapple": says("{who} tries to grapple {whom}"),
        "other": says("{who} tries a gambit on {whom}"),
    },
)
_say_attack = by(
    lambda e: (e.attack.kind, bool(e.attack.answers)),
    {
        ("withering", False): says("{who} makes a withering attack on {whom}"),
        ("decisive", False): says("{who} makes a decisive attack on {whom}"),
        ("withering", True): says("{who} makes a withering counterattack on {whom}"),
        ("decisive", True): says("{who} makes a decisive counterattack on {whom}"),
    },
)
"""The sentence of an attack by its kind, and whether it is a counterattack."""


def _with_arm(attack: Text, weapon: str) -> Text:
    """Return the sentence of an attack with its weapon, where that has a name."""
    if weapon.lower() in ("unarmed", "bare hands"):
        return Text("{what} (bare hands)", what=attack)
    if weapon.lower() in ("attack", ""):
        return attack
    return Text("{what} ({w})", what=attack, w=small(word(weapon)))


def _declared(event: ev.AttackDeclared) -> Text:
    attack = event.attack
    line = _say_gambit(event) if attack.gambit and not attack.answers else _say_attack(event)
    return Text("{what}.", what=_with_arm(line, event.weapon))


def _rolled(event: ev.AttackRolled) -> LogSentence:
    text = _describe_roll(event)
    rule = "3E-064" if event.attack.kind == "withering" else "3E-079"
    steps = (
        make_step(Text("Step One: attack roll"), text, rule, event.dice, event.pool),
        make_step(Text("Defense"), verbatim(str(event.defense.total)), "3E-132", None, event.defense),
    )
    line = Text("{who} attacks {whom}: {rolled}.", who=event.actor_name, whom=event.target_name, rolled=text)
    return LogSentence(line, EMPTY, steps)


def _describe_roll(event: ev.AttackRolled) -> Text:
    """Return what the attack rolled against the Defense, and against a guardian's Parry before it."""
    if event.guard_name:
        return Text(
            "{n} success against {whom}’s Parry {n2}, then Defense {n3}",
            "{n} successes against {whom}’s Parry {n2}, then Defense {n3}",
            n=event.successes,
            n2=event.attack.guard_parry,
            whom=event.guard_name,
            n3=event.defense.total,
        )
    return Text(
        "{n} success against Defense {n2}",
        "{n} successes against Defense {n2}",
        n=event.successes,
        n2=event.defense.total,
    )


def _clash(event: ev.ClashRolled) -> LogSentence:
    rolled = successes(event.successes)
    step = make_step(Text("Clash"), rolled, "3E-295", event.dice, event.pool)
    line = Text("{who} clashes with {whom}: {rolled}.", who=event.actor_name, whom=event.target_name, rolled=rolled)
    return LogSentence(line, EMPTY, (step,))


def _resolved(event: ev.AttackResolved) -> LogSentence:
    who = event.actor_name
    if not event.hit:
        line = Text("{who} misses {whom}: {why}.", who=who, whom=event.target_name, why=MISSED[event.why])
        return LogSentence(line, MISS)
    line = Text("{who} hits {whom}, threshold 0.", who=who, whom=event.struck_name)
    if event.threshold:
        line = Text("{who} hits {whom}, threshold {n}.", who=who, whom=event.struck_name, n=event.threshold)
    return LogSentence(line, HIT, (make_step(Text("Threshold"), verbatim(str(event.threshold)), "3E-005"),))


def _name_damage(amount: int, kind: str) -> Text:
    """Return an amount of damage in the book's words."""
    if kind == "none":
        return Text("nothing: the target is an ally")
    if kind == "initiative":
        return Text("{n} Initiative", n=amount)
    return Text("{n} Magnitude", n=amount) if kind == "magnitude" else count_levels(amount, kind)


def _dealt(event: ev.DamageRolled) -> Text:
    """Return what the attacker does with the damage."""
    who, whom = event.actor_name, event.target_name
    if event.stopped_by_hardness:
        return Text("{whom}’s Hardness {n} stops the attack.", whom=whom, n=event.hardness)
    if event.damage_type == "none":
        return Text("{who} gains nothing from {whom}, an ally.", who=who, whom=whom)
    if event.damage_type == "initiative":
        return Text("{who} takes {n} Initiative from {whom}.", who=who, whom=whom, n=event.amount)
    return Text("{who} deals {whom} {what}.", who=who, whom=whom, what=_name_damage(event.amount, event.damage_type))


def _damage(event: ev.DamageRolled) -> LogSentence:
    steps = _withering_steps(event) if event.attack == "withering" else _decisive_steps(event)
    return LogSentence(_dealt(event), EMPTY, steps)


def _withering_steps(event: ev.DamageRolled) -> tuple[LogStepView, ...]:
    """Return Steps Two and Three: raw damage, and what soak leaves of it."""
    soak = event.soak.total if event.soak else 0
    values = {
        "n": event.raw.total,
        "n2": soak,
        "n3": event.overwhelming,
        "what": dice(event.pool),
        "harm": _name_damage(event.amount, event.damage_type),
    }
    if event.pool > event.raw.total - soak:
        rolled = Text("{n} − soak {n2}, at least {n3}: {what}, {harm}", **values)
    else:
        rolled = Text("{n} − soak {n2}: {what}, {harm}", **values)
    return (
        make_step(Text("Step Two: raw damage"), verbatim(str(event.raw.total)), "3E-066", None, event.raw),
        make_step(Text("Soak"), verbatim(str(soak)), "3E-147", None, event.soak),
        make_step(Text("Step Three: damage"), rolled, "3E-068", event.dice),
    )


def _decisive_steps(event: ev.DamageRolled) -> tuple[LogStepView, ...]:
    """Return Steps Two and Three: Initiative as dice against Hardness, and the levels."""
    is_stopped = event.stopped_by_hardness
    rolled = Text(
        "{n} die against Hardness {n2}: {harm}",
        "{n} dice against Hardness {n2}: {harm}",
        n=max(0, event.pool),
        n2=event.hardness,
        harm=Text("stopped") if is_stopped else _name_damage(event.amount, event.damage_type),
    )
    rule = "3E-085" if is_stopped else "3E-084"
    return (make_step(Text("Step Two: damage"), rolled, rule, event.dice, event.raw),)


def _gambit(event: ev.GambitRolled) -> LogSentence:
    who, rolled = event.actor_name, successes_against(event.successes, event.difficulty)
    step = make_step(Text("Gambit: Initiative roll"), rolled, "3E-281", event.dice)
    if event.works:
        return LogSentence(Text("{who}’s gambit succeeds: {rolled}.", who=who, rolled=rolled), WORKS, (step,))
    return LogSentence(Text("{who}’s gambit fails: {rolled}.", who=who, rolled=rolled), FAILS, (step,))


def _ended(event: ev.AttackEnded) -> LogSentence:
    """Return the one line under which the log folds the whole attack."""
    if not event.struck_name and not event.why:
        return LogSentence(Text("The attack ends without effect."))
    who, whom = event.actor_name, event.target_name
    does = Text("{who} attacks {whom}", who=who, whom=whom)
    if event.counter:
        does = Text("{who} counterattacks {whom}", who=who, whom=whom)
    came = UNAIMED if event.why == "unaimed" else join(", ", _list_results(event))
    line = Text("{what}: {came}.", what=_with_arm(does, event.weapon), came=came)
    if event.outcomes and event.why != "unaimed":
        return LogSentence(line, join(", ", event.outcomes))
    return LogSentence(line, HIT if event.struck_name else MISS)


def _list_results(event: ev.AttackEnded) -> list[Text]:
    """Return the roll, whom it hit, and the damage."""
    rolled = successes_against(event.successes, event.against)
    if not event.struck_name:
        return [rolled, Text("missed")] if event.outcomes else [rolled]
    results = [rolled, _hit(event)]
    if event.damage_type:
        results.append(_name_damage(event.dealt, event.damage_type))
    return results


def _hit(event: ev.AttackEnded) -> Text:
    """Return by how much the attack hit, and whom, where that is another than its target."""
    whom = event.struck_name
    if whom == event.target_name:
        return Text("hit, threshold {n}", n=event.threshold) if event.threshold else Text("hit, threshold 0")
    if event.threshold:
        return Text("hit {whom}, threshold {n}", whom=whom, n=event.threshold)
    return Text("hit {whom}, threshold 0", whom=whom)


ATTACK_SENTENCES: Sentences = {
    ev.AttackDeclared: _declared,
    ev.ExchangeSettled: lambda e: e.note,
    ev.AttackRolled: _rolled,
    ev.ClashRolled: _clash,
    ev.ClashTaken: says("{who} clashes with {whom}’s attack."),
    ev.CounterReadied: says("{who} readies a counterattack."),
    ev.CounterHeld: silent,
    ev.CounterLanded: silent,
    ev.AttackResolved: _resolved,
    ev.DamageRolled: _damage,
    ev.GambitRolled: _gambit,
    ev.AttackEnded: _ended,
}
