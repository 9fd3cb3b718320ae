"""The events of a script, each on the battle's own action."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.errors import IllegalMove
from rules.pool import Term

from .. import events as ev
from ..apply.places import away_from_opponents
from ..apply.play import Play
from ..attack.exchange import declare_attack
from ..attack.plan import Plan, check_attack
from ..decide import combat, movement
from ..pools import stunt_successes, stunt_terms
from ..state import Combatant
from ..timing import initiative, ticks, turns
from ..traits import COVERS
from .attacks import read_gambit
from .keys import Given, flag, items, number, stunt_points, text


def _silent(play: Play, given: Given) -> dict[str, Any]:
    return {}


def _allow(play: Play, given: Given) -> None:
    turns.check_in_play(play.get(text(given, "who")))


@dataclass(frozen=True, slots=True)
class Op:
    """One kind of event: its keys besides `do` and `who`, what it does, what it is called in a flurry, how its
    legality is checked beforehand, and what it tells besides its events."""

    run: Callable[[Play, Given], None]
    keys: tuple[str, ...] = ()
    flurry_name: str = ""
    check: Callable[[Play, Given], None] = _allow
    tell: Callable[[Play, Given], dict[str, Any]] = _silent


def _who(play: Play, given: Given) -> Combatant:
    return play.get(text(given, "who"))


def _target(play: Play, given: Given, key: str = "target") -> Combatant:
    return play.get(text(given, key))


def _round(play: Play, given: Given) -> None:
    ticks.begin_round(play, number(given, "round", play.state.round + 1))


def _join(play: Play, given: Given) -> None:
    if _who(play, given).initiative is not None:
        raise IllegalMove("already_joined", "This combatant has rolled Join Battle.")
    initiative.join_battle(play, text(given, "who"))


def _turn(play: Play, given: Given) -> None:
    turns.check_in_play(_who(play, given))
    turns.begin_turn(play, text(given, "who"))


def _end(play: Play, given: Given) -> None:
    turns.check_own_turn(play.state, _who(play, given))
    turns.end_turn(play, text(given, "who"))


def _pass(play: Play, given: Given) -> None:
    _turn(play, given)
    turns.end_turn(play, text(given, "who"))


def _plan(kind: Literal["withering", "decisive"], given: Given) -> Plan:
    stunt, bonus = stunt_points(given), number(given, "bonus")
    extra = (Term("bonus", bonus, "bonus", "3E-024"),) if bonus else ()
    gambit, difficulty = read_gambit(given)
    surprise: Literal["", "surprise", "ambush"] = "surprise" if flag(given, "surprise") else ""
    return Plan(
        attacker=text(given, "who"),
        target=text(given, "target"),
        kind=kind,
        gambit=gambit,
        difficulty=difficulty,
        modifiers=(*stunt_terms(stunt), *extra),
        auto=stunt_successes(stunt),
        tag_cost=number(given, "tag_cost"),
        raw_bonus=number(given, "raw_bonus"),
        unblockable=flag(given, "unblockable"),
        undodgeable=flag(given, "undodgeable"),
        surprise="ambush" if flag(given, "ambush") else surprise,
        exempt=text(given, "aim_exempt"),
        friendly=None if given.get("friendly_fire") is None else flag(given, "friendly_fire"),
        forced=flag(given, "forced"),
        choice="ward" if text(given, "choice", choices=("", "guardian", "ward")) == "ward" else "guardian",
    )


def _attack(kind: Literal["withering", "decisive"]) -> Op:
    def check(play: Play, given: Given) -> None:
        check_attack(play.state, _plan(kind, given))

    def run(play: Play, given: Given) -> None:
        check(play, given)
        declare_attack(play, _plan(kind, given))

    keys = (
        "target", "choice", "aim_exempt", "friendly_fire", "forced", "stunt", "bonus", "unblockable", "undodgeable",
        "ambush", "surprise", "tag_cost", "raw_bonus", "gambit",
    )  # fmt: skip
    return Op(run, keys, "attack", check)


def _act(action: str) -> Callable[[Play, Given], None]:
    def check(play: Play, given: Given) -> None:
        turns.check_action(play.state, _who(play, given), action)

    return check


def _check_full_defense(play: Play, given: Given) -> None:
    combat.check_full_defense(play.state, _who(play, given))


def _full_defense(play: Play, given: Given) -> None:
    combat.full_defense(play, text(given, "who"))


def _draw(play: Play, given: Given) -> None:
    combat.draw(play, text(given, "who"))


def _misc(play: Play, given: Given) -> None:
    combat.miscellaneous(play, text(given, "who"))


def _social(play: Play, given: Given) -> None:
    combat.influence(play, text(given, "who"))


def _aim(play: Play, given: Given) -> None:
    combat.aim(play, text(given, "who"), text(given, "target"))


def _delay(play: Play, given: Given) -> None:
    """Paid at once; what follows in the script is the delayed action, so that the turn stays open."""
    actor = _who(play, given)
    turns.check_in_play(actor)
    turns.check_own_turn(play.state, actor)
    if actor.action_used:
        raise IllegalMove("action_already_used", "A turn that has begun cannot be delayed.")
    turns.delay_turn(play, actor.id, None)
    turns.resume_turn(play, actor.id)


def _check_defend(play: Play, given: Given) -> None:
    combat.check_defend(play.state, _who(play, given), _target(play, given, "ward"))


def _defend(play: Play, given: Given) -> None:
    combat.defend_other(play, text(given, "who"), text(given, "ward"))


def _move(play: Play, given: Given) -> None:
    goal, here = number(given, "to_position"), _who(play, given).position
    movement.move(play, text(given, "who"), (goal > here) - (goal < here))


def _check_rush(play: Play, given: Given) -> None:
    movement.check_rush(play.state, _who(play, given), _target(play, given))


def _rush(play: Play, given: Given) -> None:
    movement.rush(play, text(given, "who"), text(given, "target"))


def _check_disengage(play: Play, given: Given) -> None:
    movement.check_disengage(play.state, _who(play, given))


def _disengage(play: Play, given: Given) -> None:
    contested = tuple(play.get(str(name)).id for name in items(given, "contested_by"))
    away = away_from_opponents(play.state, _who(play, given))
    direction = 1 if number(given, "direction", away) > 0 else -1
    departure = movement.disengage(play, text(given, "who"), direction)
    movement.get_away(play, replace(departure, contested=contested))


def _check_withdraw(play: Play, given: Given) -> None:
    movement.check_withdraw(play.state, _who(play, given))


def _withdraw(play: Play, given: Given) -> None:
    movement.withdraw(play, text(given, "who"))


def _check_cover(play: Play, given: Given) -> None:
    movement.check_cover(play.state, _who(play, given))


def _cover(play: Play, given: Given) -> None:
    movement.take_cover(play, text(given, "who"), text(given, "level", "light", COVERS), number(given, "difficulty", 1))


def _set_cover(play: Play, given: Given) -> None:
    movement.set_cover(play, text(given, "who"), text(given, "level", "none", COVERS))


def _check_rise(play: Play, given: Given) -> None:
    movement.check_rise(play.state, _who(play, given))


def _rise(play: Play, given: Given) -> None:
    movement.rise(play, text(given, "who"))


def _rise_tell(play: Play, given: Given) -> dict[str, Any]:
    return {"success": not _who(play, given).prone}


def _spend(play: Play, given: Given) -> None:
    combat.spend_initiative(play, text(given, "who"), number(given, "amount"), "a Charm")


def _award(play: Play, given: Given) -> None:
    giver = _target(play, given, "from")
    prompts = [p for p in play.state.pending if p.kind == "award" and p.about == giver.id]
    if not prompts:
        raise IllegalMove("no_pending_break", f"{giver.name} has not Crashed itself.")
    play.emit(ev.PromptClosed(audience=(), prompt=prompts[0].id, note=""))
    if given.get("to") is not None:
        initiative.award_break(play, text(given, "to"), giver.id)


def _award_tell(play: Play, given: Given) -> dict[str, Any]:
    gained = any(isinstance(event, ev.BreakGained) and not event.blocked for event in play.events)
    return {"break_to": given.get("to") if gained else None}


def _perilous(play: Play, given: Given) -> None:
    combat.check_perilous(_who(play, given))


def _nohope(play: Play, given: Given) -> None:
    combat.lose_hope(play, text(given, "who"))


OPS: Mapping[str, Op] = {
    "round": Op(_round, ("round",)),
    "join": Op(_join),
    "turn": Op(_turn),
    "end": Op(_end),
    "pass": Op(_pass),
    "withering": _attack("withering"),
    "decisive": _attack("decisive"),
    "full_defense": Op(_full_defense, check=_check_full_defense),
    "draw": Op(_draw, check=_act("draw")),
    "misc": Op(_misc, check=_act("misc")),
    "social": Op(_social, check=_act("social")),
    "aim": Op(_aim, ("target",)),
    "delay": Op(_delay),
    "defend_other": Op(_defend, ("ward",), check=_check_defend),
    "move": Op(_move, ("to_position",)),
    "rush": Op(_rush, ("target",), check=_check_rush),
    "disengage": Op(_disengage, ("contested_by", "direction"), check=_check_disengage),
    "withdraw": Op(_withdraw, check=_check_withdraw),
    "cover": Op(_cover, ("difficulty", "level"), check=_check_cover),
    "set_cover": Op(_set_cover, ("level",)),
    "rise": Op(_rise, check=_check_rise, tell=_rise_tell),
    "spend": Op(_spend, ("amount",)),
    "award_break": Op(_award, ("to", "from"), tell=_award_tell),
    "perilous": Op(_perilous),
    "nohope": Op(_nohope),
}
