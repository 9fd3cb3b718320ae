"""The sentences of an attack; all of one exchange fold into one entry of the log."""

from collections.abc import Mapping

from rules.battle import Event
from rules.exalted3e import events as ev
from rules.exalted3e.view.told import Tell, Told, count, silent, tell_step
from rules.view import LogStepView


def name_weapon(weapon: str) -> str:
    """with the axe": the weapon as a sentence ends with it."""
    if weapon.lower() in ("unarmed", "bare hands", "attack", ""):
        return " with bare hands" if weapon.lower() in ("unarmed", "bare hands") else ""
    return f" with the {weapon[0].lower()}{weapon[1:]}"


def name_gambit(gambit: str) -> str:
    """What a gambit attempts; one of the table's own has no name."""
    return "tries a gambit on" if gambit == "other" else f"tries to {gambit}"


def _declared(event: ev.AttackDeclared) -> Told:
    exchange = event.attack
    does = name_gambit(exchange.gambit) if exchange.gambit else f"makes a {exchange.kind} attack on"
    if exchange.answers:
        does = f"makes a {exchange.kind} counterattack on"
    line = f"{event.actor_name} {does} {event.target_name}{name_weapon(event.weapon)}."
    return Told(line)


def _rolled(event: ev.AttackRolled) -> Told:
    against = f"Defense {event.defense.total}"
    if event.guard_name:
        against = f"the Parry {event.attack.guard_parry} of {event.guard_name}, then {against}"
    text = f"{count(event.successes, 'success')} against {against}"
    rule = "3E-064" if event.attack.kind == "withering" else "3E-079"
    steps = (
        tell_step("Step One: attack roll", text, rule, event.dice, event.pool),
        tell_step("Defense", str(event.defense.total), "3E-132", None, event.defense),
    )
    return Told(f"{event.actor_name} strikes at {event.target_name}: {text}.", "", steps)


def _clash(event: ev.ClashRolled) -> Told:
    text = count(event.successes, "success")
    step = tell_step("Clash", text, "3E-295", event.dice, event.pool)
    return Told(f"{event.actor_name} clashes with {event.target_name}: {text}.", "", (step,))


def _resolved(event: ev.AttackResolved) -> Told:
    if event.hit:
        line = f"{event.actor_name} just hits {event.struck_name}."
        if event.threshold:
            line = f"{event.actor_name} hits {event.struck_name} by {event.threshold}."
        return Told(line, "hit", (tell_step("Threshold", str(event.threshold), "3E-005"),))
    why = {
        "unaimed": "the shot was not aimed",
        "blocked": "the guardian blocks it",
        "clash": "the clash is not won",
        "missed": "the Defense holds",
    }[event.why]
    return Told(f"{event.actor_name} misses {event.target_name}: {why}.", "miss")


def name_damage(amount: int, kind: str) -> str:
    """An amount of damage in the book's words."""
    if kind == "none":
        return "nothing, for that is an ally"
    return f"{amount} {kind.title()}" if kind in ("initiative", "magnitude") else count(amount, f"{kind} level")


def _dealt(amount: int, kind: str, target: str) -> str:
    """What the attacker does with the damage."""
    if kind == "none":
        return f"gains nothing from {target}, an ally"
    return (
        f"takes {amount} Initiative from {target}"
        if kind == "initiative"
        else f"deals {target} {name_damage(amount, kind)}"
    )


def _damage(event: ev.DamageRolled) -> Told:
    line = f"{event.actor_name} {_dealt(event.amount, event.damage_type, event.target_name)}."
    if event.stopped_by_hardness:
        line = f"The Hardness {event.hardness} of {event.target_name} stops the blow."
    steps = _withering_steps(event) if event.attack == "withering" else _decisive_steps(event)
    return Told(line, "", steps)


def _withering_steps(event: ev.DamageRolled) -> tuple[LogStepView, ...]:
    """Steps Two and Three: raw damage, and what soak leaves of it."""
    soak = event.soak.total if event.soak else 0
    least = f", at least {event.overwhelming}" if event.pool > event.raw.total - soak else ""
    rolled = f"{event.raw.total} − soak {soak}{least}: {count(event.pool, 'die')}"
    return (
        tell_step("Step Two: raw damage", str(event.raw.total), "3E-066", None, event.raw),
        tell_step("Soak", str(soak), "3E-147", None, event.soak),
        tell_step(
            "Step Three: damage", f"{rolled}, {name_damage(event.amount, event.damage_type)}", "3E-068", event.dice
        ),
    )


def _decisive_steps(event: ev.DamageRolled) -> tuple[LogStepView, ...]:
    """Steps Two and Three: Initiative as dice against Hardness, and the levels."""
    rolled = f"{count(max(0, event.pool), 'die')} against Hardness {event.hardness}"
    levels = "stopped" if event.stopped_by_hardness else name_damage(event.amount, event.damage_type)
    rule = "3E-085" if event.stopped_by_hardness else "3E-084"
    return (tell_step("Step Two: damage", f"{rolled}: {levels}", rule, event.dice, event.raw),)


def _gambit(event: ev.GambitRolled) -> Told:
    verdict = "works" if event.works else "fails"
    text = f"{count(event.successes, 'success')} against {event.difficulty}"
    step = tell_step("Gambit: Initiative roll", text, "3E-281", event.dice)
    line = f"The gambit of {event.actor_name} {verdict}: {text}."
    return Told(line, verdict, (step,))


def _ended(event: ev.AttackEnded) -> Told:
    """The one line under which the log folds the whole attack."""
    if not event.struck_name and not event.why:
        return Told("The attack ends without effect.", "")
    verb = "counterattacks" if event.counter else "strikes at"
    line = f"{event.actor_name} {verb} {event.target_name}{name_weapon(event.weapon)}"
    if event.why == "unaimed":
        return Told(f"{line}: the shot was not aimed.", "miss")
    line += f": {count(event.successes, 'success')} against {event.against}"
    if not event.struck_name:
        missed = ", missed" if event.outcomes else ""
        return Told(f"{line}{missed}.", ", ".join(event.outcomes) or "miss")
    whom = f" {event.struck_name}" if event.struck_name != event.target_name else ""
    hit = f"hit{whom} by {event.threshold}" if event.threshold else f"just hit{whom}"
    damage = f", {name_damage(event.dealt, event.damage_type)}" if event.damage_type else ""
    return Told(f"{line}, {hit}{damage}.", ", ".join(event.outcomes) or "hit")


ATTACK_SENTENCES: Mapping[type[Event], Tell] = {
    ev.AttackDeclared: _declared,
    ev.ExchangeSettled: lambda event: Told(event.note),
    ev.AttackRolled: _rolled,
    ev.ClashRolled: _clash,
    ev.ClashTaken: lambda event: Told(f"{event.actor_name} meets the attack of {event.target_name} with its own."),
    ev.CounterReadied: lambda event: Told(f"{event.actor_name} readies a counterattack."),
    ev.CounterHeld: silent,
    ev.CounterLanded: silent,
    ev.AttackResolved: _resolved,
    ev.DamageRolled: _damage,
    ev.GambitRolled: _gambit,
    ev.AttackEnded: _ended,
}
