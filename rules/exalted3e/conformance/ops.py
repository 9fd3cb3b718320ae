"""The events of a script, each on the battle's own action."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.battle import Move
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.exchange import declare_attack
from rules.exalted3e.attack.plan import Kind, Plan, check_attack
from rules.exalted3e.conformance.attacks import read_gambit, read_surprise
from rules.exalted3e.conformance.keys import Given, flag, items, number, stunt_points, text
from rules.exalted3e.decide import combat, movement, words
from rules.exalted3e.decide.resources import spend_initiative
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.fighters import Combatant
from rules.exalted3e.timing import initiative, ticks, turns
from rules.exalted3e.timing.places import away_from_opponents
from rules.exalted3e.timing.play import Play, close_prompt
from rules.exalted3e.traits import COVERS
from rules.pool import Term


def find(play: Play, name: str) -> Combatant:
    """The combatant of this name. Raises `BadInput` for a stranger."""
    found = play.state.find(name)
    if found is None:
        raise BadInput("unknown_combatant", f"There is no {name[:40]!r} in this battle.", id=name[:40])
    return found


def _who(play: Play, given: Given, key: str = "who") -> Combatant:
    return find(play, text(given, key))


def _silent(play: Play, given: Given) -> dict[str, Any]:
    return {}


def _allow(play: Play, given: Given) -> None:
    turns.check_in_play(_who(play, given))


Run = Callable[[Play, Given], None]


@dataclass(frozen=True, slots=True)
class Op:
    """One kind of event: its keys besides `do` and `who`, what it does, what it is called in a flurry, how its
    legality is checked beforehand, and what it tells besides its events."""

    run: Run
    keys: tuple[str, ...] = ()
    flurry_name: str = ""
    check: Run = _allow
    tell: Callable[[Play, Given], dict[str, Any]] = _silent


def _take(handler: Callable[[Play, Any], None], cls: Callable[..., Move], *others: str) -> Run:
    """The battle's own move of this actor, at the other combatants that these keys name."""

    def run(play: Play, given: Given) -> None:
        handler(play, cls(*(_who(play, given, key).id for key in ("who", *others))))

    return run


def _check(check: Callable[..., None], *others: str) -> Run:
    def run(play: Play, given: Given) -> None:
        check(play.state, *(_who(play, given, key) for key in ("who", *others)))

    return run


def _act(action: str) -> Run:
    return lambda play, given: turns.check_action(play.state, _who(play, given), action)


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


def _plan(kind: Kind, play: Play, given: Given) -> Plan:
    stunt, bonus = stunt_points(given), number(given, "bonus")
    extra = (Term("bonus", bonus, "bonus", "3E-024"),) if bonus else ()
    gambit, difficulty = read_gambit(given)
    return Plan(
        attacker=_who(play, given).id, target=_who(play, given, "target").id, kind=kind, gambit=gambit,
        difficulty=difficulty, modifiers=(*stunt_terms(stunt), *extra), auto=stunt_successes(stunt),
        tag_cost=number(given, "tag_cost"), raw_bonus=number(given, "raw_bonus"),
        unblockable=flag(given, "unblockable"), undodgeable=flag(given, "undodgeable"), surprise=read_surprise(given),
        exempt=text(given, "aim_exempt"),
        friendly=None if given.get("friendly_fire") is None else flag(given, "friendly_fire"),
        forced=flag(given, "forced"),
        choice="ward" if text(given, "choice", choices=("", "guardian", "ward")) == "ward" else "guardian",
    )  # fmt: skip


def _attack(kind: Kind) -> Op:
    def check(play: Play, given: Given) -> None:
        check_attack(play.state, _plan(kind, play, given))

    def run(play: Play, given: Given) -> None:
        check(play, given)
        declare_attack(play, _plan(kind, play, given))

    keys = (
        "target", "choice", "aim_exempt", "friendly_fire", "forced", "stunt", "bonus", "unblockable", "undodgeable",
        "ambush", "surprise", "tag_cost", "raw_bonus", "gambit",
    )  # fmt: skip
    return Op(run, keys, "attack", check)


def _delay(play: Play, given: Given) -> None:
    """Paid at once; what follows in the script is the delayed action, so that the turn stays open."""
    actor = _who(play, given)
    turns.check_in_play(actor)
    turns.check_own_turn(play.state, actor)
    if actor.action_used:
        raise IllegalMove("action_already_used", "A turn that has begun cannot be delayed.")
    turns.delay_turn(play, actor.id, None)
    turns.resume_turn(play, actor.id)


def _move(play: Play, given: Given) -> None:
    actor, goal = _who(play, given), number(given, "to_position")
    movement.step(play, actor, (goal > actor.position) - (goal < actor.position))


def _disengage(play: Play, given: Given) -> None:
    actor = _who(play, given)
    contested = tuple(find(play, str(name)).id for name in items(given, "contested_by"))
    direction = 1 if number(given, "direction", away_from_opponents(play.state, actor)) > 0 else -1
    departure = movement.begin_departure(play, actor, direction)
    movement.get_away(play, replace(departure, contested=contested))


def _cover(play: Play, given: Given) -> None:
    level, difficulty = text(given, "level", "light", COVERS), number(given, "difficulty", 1)
    movement.take_cover(play, mv.TakeCover(_who(play, given).id, level, difficulty))


def _set_cover(play: Play, given: Given) -> None:
    movement.set_cover(play, mv.SetCover(_who(play, given).id, text(given, "level", "none", COVERS)))


def _award(play: Play, given: Given) -> None:
    giver = _who(play, given, "from")
    prompts = [p for p in play.state.pending if p.kind == "award" and p.about == giver.id]
    if not prompts:
        raise IllegalMove("no_pending_break", f"{giver.name} has not Crashed itself.")
    close_prompt(play, prompts[0])
    if given.get("to") is not None:
        initiative.award_break(play, _who(play, given, "to").id, giver.id)


def _award_tell(play: Play, given: Given) -> dict[str, Any]:
    gained = any(isinstance(event, ev.BreakGained) and not event.blocked for event in play.events)
    return {"break_to": given.get("to") if gained else None}


OPS: Mapping[str, Op] = {
    "round": Op(_round, ("round",)),
    "join": Op(_join),
    "turn": Op(_turn),
    "end": Op(_end),
    "pass": Op(_pass),
    "withering": _attack("withering"),
    "decisive": _attack("decisive"),
    "full_defense": Op(_take(combat.full_defense, mv.FullDefense), check=_check(combat.check_full_defense)),
    "draw": Op(lambda play, given: combat.draw(play, _who(play, given)), check=_act("draw")),
    "misc": Op(_take(combat.miscellaneous, mv.Miscellaneous), check=_act("misc")),
    "social": Op(
        lambda play, given: words.take_social_action(play, _who(play, given).id), check=_act("social")
    ),
    "aim": Op(_take(combat.aim, mv.Aim, "target"), ("target",)),
    "delay": Op(_delay),
    "defend_other": Op(
        _take(combat.defend_other, mv.DefendOther, "ward"), ("ward",), check=_check(combat.check_defend, "ward")
    ),
    "move": Op(_move, ("to_position",)),
    "rush": Op(_take(movement.rush, mv.Rush, "target"), ("target",), check=_check(movement.check_rush, "target")),
    "disengage": Op(_disengage, ("contested_by", "direction"), check=_check(movement.check_disengage)),
    "withdraw": Op(_take(movement.withdraw, mv.Withdraw), check=_check(movement.check_withdraw)),
    "cover": Op(_cover, ("difficulty", "level"), check=_check(movement.check_cover)),
    "set_cover": Op(_set_cover, ("level",)),
    "rise": Op(
        _take(movement.rise, mv.Rise), check=_check(movement.check_rise),
        tell=lambda play, given: {"success": not _who(play, given).prone},
    ),
    "spend": Op(
        lambda play, given: spend_initiative(play, _who(play, given).id, number(given, "amount"), "a Charm"),
        ("amount",),
    ),
    "award_break": Op(_award, ("to", "from"), tell=_award_tell),
    "perilous": Op(lambda play, given: combat.check_perilous(_who(play, given))),
    "nohope": Op(lambda play, given: combat.lose_hope(play, _who(play, given).id)),
}  # fmt: skip
