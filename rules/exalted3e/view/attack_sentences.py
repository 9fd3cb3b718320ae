"""The sentences of an attack; all of one exchange fold into one entry of the log."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event

from .. import events as ev
from .told import Told, count, tell_step


def _declared(event: ev.AttackDeclared) -> Told:
    exchange = event.exchange
    kind = f"a gambit ({exchange.gambit})" if exchange.gambit else f"a {exchange.kind} attack"
    line = f"{event.actor_name} makes {kind} on {event.target_name} with {event.weapon}."
    return Told(line, "", (), exchange.id)


def _rolled(event: ev.AttackRolled) -> Told:
    against = f"Defense {event.defense.total}"
    if event.guard_name:
        against = f"{event.guard_name}'s Parry {event.exchange.guard_parry}, then {against}"
    text = f"{count(event.successes, 'success')} against {against}"
    rule = "3E-064" if event.exchange.kind == "withering" else "3E-079"
    steps = (
        tell_step("Step One: attack roll", text, rule, event.dice, event.pool),
        tell_step("Defense", str(event.defense.total), "3E-132", None, event.defense),
    )
    return Told(f"{event.actor_name} strikes at {event.target_name}: {text}.", "", steps, event.exchange.id)


def _clash(event: ev.ClashRolled) -> Told:
    text = count(event.successes, "success")
    step = tell_step("Clash", text, "3E-295", event.dice, event.pool)
    return Told(f"{event.actor_name} clashes with {event.target_name}: {text}.", "", (step,), event.exchange.id)


def _resolved(event: ev.AttackResolved) -> Told:
    if event.hit:
        line = f"{event.actor_name} hits {event.struck_name} by {event.threshold}."
        return Told(line, "hit", (tell_step("Threshold", str(event.threshold), "3E-005"),), event.exchange)
    why = {
        "unaimed": "the shot was not aimed",
        "blocked": "the guardian blocks it",
        "clash": "the clash is not won",
        "missed": "the Defense holds",
    }[event.why]
    return Told(f"{event.actor_name} misses {event.target_name}: {why}.", "miss", (), event.exchange)


def _damage(event: ev.DamageRolled) -> Told:
    if event.stopped_by_hardness:
        line, text = f"{event.target_name}'s Hardness stops the blow.", f"{event.pool} dice do not pass Hardness"
    elif event.attack == "withering":
        line = f"{event.actor_name} takes {event.amount} Initiative from {event.target_name}."
        text = f"{count(event.pool, 'die')}: {event.amount} Initiative"
    else:
        line = f"{event.actor_name} deals {event.target_name} {count(event.amount, f'{event.damage_type} level')}."
        text = f"{count(max(0, event.pool), 'die')}: {count(event.amount, 'level')}"
    name = "Step Three: damage" if event.attack == "withering" else "Step Two: damage"
    rule = "3E-068" if event.attack == "withering" else "3E-084"
    return Told(line, "", (tell_step(name, text, rule, event.dice, event.raw),), event.exchange)


def _gambit(event: ev.GambitRolled) -> Told:
    verdict = "works" if event.works else "fails"
    text = f"{count(event.successes, 'success')} against {event.difficulty}"
    step = tell_step("Gambit: Initiative roll", text, "3E-281", event.dice)
    line = f"{event.actor_name}'s gambit ({event.gambit}) {verdict}: {text}."
    return Told(line, verdict, (step,), event.exchange)


def _settled(event: ev.ExchangeSettled) -> Told:
    return Told(event.note or "The Defense is settled.", "", (), event.exchange.id)


ATTACK_SENTENCES: Mapping[type[Event], Callable[[Any], Told]] = {
    ev.AttackDeclared: _declared,
    ev.ExchangeSettled: _settled,
    ev.AttackRolled: _rolled,
    ev.ClashRolled: _clash,
    ev.ClashTaken: lambda event: Told(f"{event.actor_name} meets {event.target_name}'s attack with its own."),
    ev.AttackResolved: _resolved,
    ev.DamageRolled: _damage,
    ev.GambitRolled: _gambit,
    ev.AttackEnded: lambda event: Told("The attack is over.", "", (), event.exchange),
}
