"""Vectors with a script (crash, break, shift, movement, aim, flurry, sequence): the battle's own actions, in the order
of the script.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from rules.battle import STORYTELLER, Move
from rules.conformance import Fields, Kinds, Result, tell
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.exchange import declare_attack
from rules.exalted3e.attack.plan import Plan, check_attack, read_kind
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.attacks import Choice, Gambit, read_gambit, read_surprise
from rules.exalted3e.conformance.rolls import Stunt
from rules.exalted3e.conformance.telling import tell_events, tell_state
from rules.exalted3e.decide import combat, departures, movement, words
from rules.exalted3e.decide.resources import spend_initiative
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.timing import initiative, ticks, turns
from rules.exalted3e.timing.places import away_from_opponents
from rules.exalted3e.timing.play import Play, close_prompt
from rules.exalted3e.traits import COVERS
from rules.pool import Term
from rules.text import Text, word
from rules.wounds import Harm

kind = Kinds()
Cover = Annotated[str, COVERS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An event of a script. `do` is its kind and `who` acts. Each kind uses some of the other keys (see `Op`)."""

    do: str
    who: str = ""
    round: int | None = None
    target: str = ""
    ward: str = ""
    choice: Choice = ""
    aim_exempt: str = ""
    friendly_fire: bool | None = None
    forced: bool = False
    stunt: Stunt = 0
    bonus: int = 0
    unblockable: bool = False
    undodgeable: bool = False
    ambush: bool = False
    surprise: bool = False
    tag_cost: int = 0
    raw_bonus: int = 0
    gambit: int | Gambit | None = None
    to_position: int = 0
    contested_by: tuple[str, ...] = ()
    direction: int | None = None
    difficulty: int = 1
    level: Cover | None = None
    amount: int = 0
    from_: str = ""
    to: str | None = None


Run = Callable[[Play, Combatant, Act], object]


def find(play: Play, name: str) -> Combatant:
    """Return the combatant with this name. Raises `BadInput` for an unknown name."""
    if (found := play.state.find(name)) is None:
        raise BadInput(
            "unknown_combatant", Text("There is no {name} in this battle.", name=repr(name[:40])), id=name[:40]
        )
    return found


def _allow(play: Play, actor: Combatant, act: Act) -> None:
    turns.check_in_play(actor)


@dataclass(frozen=True, slots=True)
class Op:
    """A kind of event: its function, its keys besides `do` and `who`, its name in a flurry, and its legality check."""

    run: Run
    keys: tuple[str, ...] = ()
    flurry_name: str = ""
    check: Run = _allow


def _take(handler: Callable[[Play, Any], None], cls: Callable[..., Move], *others: str) -> Run:
    """Return a function that makes the battle's move for the actor. `others` are the keys that name its targets."""
    return lambda play, actor, act: handler(play, cls(actor.id, *(find(play, getattr(act, key)).id for key in others)))


def _check(check: Callable[..., None], *others: str) -> Run:
    return lambda play, actor, act: check(play.state, actor, *(find(play, getattr(act, key)) for key in others))


def _act(action: str) -> Run:
    return lambda play, actor, act: turns.check_action(play.state, actor, action)


def _join(play: Play, actor: Combatant, act: Act) -> None:
    if actor.initiative is not None:
        raise IllegalMove("already_joined", Text("This combatant has rolled Join Battle."))
    initiative.join_battle(play, actor.id)


def _begin_turn(play: Play, actor: Combatant, act: Act) -> None:
    turns.check_in_play(actor)
    turns.begin_turn(play, actor.id)


def _end_turn(play: Play, actor: Combatant, act: Act) -> None:
    turns.check_own_turn(play.state, actor)
    turns.end_turn(play, actor.id)


def _pass(play: Play, actor: Combatant, act: Act) -> None:
    _begin_turn(play, actor, act)
    turns.end_turn(play, actor.id)


def _plan(play: Play, actor: Combatant, act: Act) -> Plan:
    extra = (Term(Text("bonus"), act.bonus, "bonus", "3E-024"),) if act.bonus else ()
    return Plan(
        attacker=actor.id, target=find(play, act.target).id, kind=read_kind(act.do), **read_gambit(act.gambit),
        modifiers=(*stunt_terms(act.stunt), *extra), auto=stunt_successes(act.stunt),
        surprise=read_surprise(act.ambush, act.surprise), exempt=act.aim_exempt, friendly=act.friendly_fire,
        choice=act.choice or "guardian", **tell(act, "tag_cost", "raw_bonus", "unblockable", "undodgeable", "forced"),
    )  # fmt: skip


def _check_attack(play: Play, actor: Combatant, act: Act) -> None:
    check_attack(play.state, _plan(play, actor, act))


def _attack(play: Play, actor: Combatant, act: Act) -> None:
    _check_attack(play, actor, act)
    declare_attack(play, _plan(play, actor, act))


ATTACK = Op(_attack, (
    "target", "choice", "aim_exempt", "friendly_fire", "forced", "stunt", "bonus", "unblockable", "undodgeable",
    "ambush", "surprise", "tag_cost", "raw_bonus", "gambit",
), "attack", _check_attack)  # fmt: skip


def _delay(play: Play, actor: Combatant, act: Act) -> None:
    """Delay and resume at once, because the next events of the script are the delayed action."""
    turns.check_in_play(actor)
    turns.check_own_turn(play.state, actor)
    if actor.action_used:
        raise IllegalMove("action_already_used", Text("A turn that has begun cannot be delayed."))
    turns.delay_turn(play, actor.id, None)
    turns.resume_turn(play, actor.id)


def _move(play: Play, actor: Combatant, act: Act) -> None:
    movement.step(play, actor, (act.to_position > actor.position) - (act.to_position < actor.position))


def _disengage(play: Play, actor: Combatant, act: Act) -> None:
    contested = tuple(find(play, name).id for name in act.contested_by)
    way = away_from_opponents(play.state, actor) if act.direction is None else act.direction
    departures.get_away(
        play, replace(departures.begin_departure(play, actor, 1 if way > 0 else -1), contested=contested)
    )


def _cover(play: Play, actor: Combatant, act: Act) -> None:
    movement.take_cover(play, mv.TakeCover(actor.id, act.level or "light", act.difficulty))


def _set_cover(play: Play, actor: Combatant, act: Act) -> None:
    movement.set_cover(play, mv.SetCover(actor.id, act.level or "none"))


def _award(play: Play, giver: Combatant, act: Act) -> None:
    prompts = [p for p in play.state.pending if p.kind == "award" and p.about == giver.id]
    if not prompts:
        raise IllegalMove("no_pending_break", Text("{name} has not Crashed itself.", name=giver.name))
    close_prompt(play, prompts[0])
    if act.to is not None:
        initiative.award_break(play, find(play, act.to).id, giver.id)


OPS: Mapping[str, Op] = {
    "join": Op(_join),
    "turn": Op(_begin_turn),
    "end": Op(_end_turn),
    "pass": Op(_pass),
    "withering": ATTACK,
    "decisive": ATTACK,
    "full_defense": Op(_take(combat.full_defense, mv.FullDefense), check=_check(combat.check_full_defense)),
    "draw": Op(lambda play, actor, act: combat.draw(play, actor), check=_act("draw")),
    "misc": Op(_take(combat.miscellaneous, mv.Miscellaneous), check=_act("misc")),
    "social": Op(lambda play, actor, act: words.take_social_action(play, actor.id), check=_act("social")),
    "aim": Op(_take(combat.aim, mv.Aim, "target"), ("target",)),
    "delay": Op(_delay),
    "defend_other": Op(
        _take(combat.defend_other, mv.DefendOther, "ward"), ("ward",), check=_check(combat.check_defend, "ward")
    ),
    "move": Op(_move, ("to_position",)),
    "rush": Op(_take(movement.rush, mv.Rush, "target"), ("target",), check=_check(movement.check_rush, "target")),
    "disengage": Op(_disengage, ("contested_by", "direction"), check=_check(departures.check_disengage)),
    "withdraw": Op(_take(movement.withdraw, mv.Withdraw), check=_check(movement.check_withdraw)),
    "cover": Op(_cover, ("difficulty", "level"), check=_check(movement.check_cover)),
    "set_cover": Op(_set_cover, ("level",)),
    "rise": Op(_take(movement.rise, mv.Rise), check=_check(movement.check_rise)),
    "spend": Op(lambda play, actor, act: spend_initiative(play, actor.id, act.amount, Text("a Charm")), ("amount",)),
    "award_break": Op(_award, ("to", "from")),
    "perilous": Op(lambda play, actor, act: combat.check_perilous(actor)),
    "nohope": Op(lambda play, actor, act: combat.lose_hope(play, actor.id)),
    "round": Op(_allow, ("round",)),
}


REACH = {"melee": 0, "thrown": 2, "archery": 3}
"""The usual maximum ranges (3E-186, 3E-187)."""
Figures = Annotated[Any, Fields(
    Combatant, "evasion", "soak", "hardness", "initiative", "position", "prone", "crashed_by", "crash_turns",
    "recovered_round",
)]  # fmt: skip


def _read_fighter(
    *, name: str = "", side: str = "", withering_pool: int = 0, decisive_pool: int = 0, raw_damage: int = 0,
    overwhelming: int = 0, damage_type: Harm = "lethal", parry: int | None = None, join_battle_pool: int = 0,
    athletics_pool: int = 0, dodge_pool: int = 0, weapon: Literal["melee", "thrown", "archery"] = "melee",
    max_range: int | None = None, range_accuracy: tuple[int, ...] = (), cover: Cover = "none", **figures: Figures,
) -> Combatant:  # fmt: skip
    """Return a combatant of a script."""
    accuracy = withering_pool - decisive_pool
    arm = Arm(
        weapon, kind=weapon, pool=(Term(Text("pool"), decisive_pool, "pool", "3E-031"),), accuracy=accuracy,
        bands=tuple(accuracy + band for band in range_accuracy), overwhelming=overwhelming, parry=parry,
        damage=(Term(Text("Strength and weapon"), raw_damage, "weapon", "3E-066"),), damage_type=damage_type,
        reach=REACH[weapon] if max_range is None else max_range,
    )  # fmt: skip
    return Combatant(
        id=name, name=name, side=side, arms=(arm,), weapon=weapon, join_battle=join_battle_pool,
        athletics=athletics_pool, dodge=dodge_pool, cover=cover, **figures,
    )  # fmt: skip


@kind("crash", "break", "shift", "movement", "aim", "flurry", "sequence")
def play_script(
    roller: Roller, *, combatants: tuple[Mapping[str, Any], ...] = (), script: tuple[Mapping[str, Any], ...] = (),
    difficult_terrain: bool = False, round: int = 1,
) -> Result:  # fmt: skip
    """Play a script. `steps` has one entry per event of the script, in order, each with its `step`."""
    fighters = tuple(kind.read(_read_fighter, given) for given in combatants)
    state = State(phase="running", round=round, combatants=fighters, difficult_terrain=difficult_terrain)
    steps = []
    for index, event in enumerate(script, 1):
        state, told = _take_step(state, roller, event)
        steps.append({"step": index, **told, **tell_state(state)})
    return {"steps": steps}


def _take_step(state: State, roller: Roller, event: Mapping[str, Any]) -> tuple[State, Result]:
    play = Play(BATTLE, state, STORYTELLER, roller, asks=False)
    try:
        told = kind.read(_flurry, event, play) if event.get("do") == "flurry" else _run(play, _read_act(event))
    except IllegalMove as refusal:
        return state, {"error": refusal.code}
    return play.state, told


def _read_act(event: Mapping[str, Any]) -> Act:
    """Read an event. Raises `BadInput` for an unknown kind, and for keys that its kind does not have."""
    named = event.get("do")
    if not isinstance(named, str) or named not in OPS:
        known = ", ".join((*OPS, "flurry"))
        raise BadInput(
            "unknown_op",
            Text("A script knows no event {named}. Known: {known}.", named=repr(named), known=known),
            op=str(named),
        )
    keys = ("do", "who", *OPS[named].keys)
    if unknown := [key for key in event if key not in keys]:
        sentence = f"event {named} knows no key {unknown[0]!r}. Known: {', '.join(keys)}."
        raise BadInput("unknown_key", word(sentence), key=unknown[0])
    return kind.read(Act, event)


def _run(play: Play, act: Act) -> Result:
    start = len(play.events)
    if act.do == "round":
        ticks.begin_round(play, play.state.round + 1 if act.round is None else act.round)
    else:
        OPS[act.do].run(play, find(play, act.from_ if act.do == "award_break" else act.who), act)
    told = tell_events(play.events[start:])
    if act.do == "award_break":
        told["break_to"] = act.to if told["break"] else None
    if act.do == "rise":
        told["success"] = not find(play, act.who).prone
    return told


def _flurry(play: Play, *, do: str, who: str = "", actions: tuple[Mapping[str, Any], ...] = ()) -> Result:
    """Take two actions. Raises `IllegalMove` for both if either is illegal (3E-155)."""
    acts = [replace(_read_act(action), who=who) for action in actions]
    names = tuple(OPS[act.do].flurry_name or act.do for act in acts)
    combat.check_flurry(names, find(play, who))
    for act in acts:
        OPS[act.do].check(play, find(play, who), act)
    combat.declare_flurry(play, mv.DeclareFlurry(who, *names))
    subs = []
    for act in acts:
        try:
            subs.append(_run(play, act))
        except IllegalMove as refusal:
            subs.append({"error": refusal.code})
    return {**tell_events(play.events), "sub": subs}
