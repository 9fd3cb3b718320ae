"""Vectors with a script (crash, break, shift, movement, aim, flurry, sequence): the battle's own actions, in the order
of the script.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from rules.battle import STORYTELLER, Move
from rules.conformance import Fields, Keys, Kinds, Range, Result
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, DiceError, IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.exchange import declare_attack
from rules.exalted3e.attack.plan import Kind, Plan, check_attack
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.attacks import Choice, Gambit, plan_attack
from rules.exalted3e.conformance.reports import report_events, report_state
from rules.exalted3e.conformance.rolls import Stunt
from rules.exalted3e.decide import combat, cover, departures, movement, words
from rules.exalted3e.decide.resources import spend_initiative
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.timing import initiative, ticks, turns
from rules.exalted3e.timing.places import away_from_opponents
from rules.exalted3e.timing.play import Play, close_prompt
from rules.exalted3e.traits import COVERS
from rules.pool import Term
from rules.text import Text
from rules.wounds import Harm

kind = Kinds()
acts = Kinds()
"""The events of a script by their `do`, declared as kinds of vectors are: a function gets the play and that word, and
its keyword-only parameters are the keys of the event. It returns what the battle's own events do not have."""
Cover = Annotated[str, COVERS]
Fighter = Annotated[Mapping[str, Any], Keys(lambda: _make_fighter)]
Step = Annotated[Mapping[str, Any], Keys(lambda: acts)]


def find(play: Play, name: str) -> Combatant:
    """Return the combatant with this name. Raises `BadInput` for an unknown name."""
    if (found := play.state.find(name)) is None:
        sentence = Text("There is no {name} in this battle.", name=repr(name[:40]))
        raise BadInput("unknown_combatant", sentence, id=name[:40])
    return found


def _join(play: Play, actor: Combatant) -> None:
    if actor.initiative is not None:
        raise IllegalMove("already_joined", Text("This combatant has rolled Join Battle."))
    initiative.join_battle(play, actor.id)


def _begin_turn(play: Play, actor: Combatant) -> None:
    turns.check_in_play(actor)
    turns.begin_turn(play, actor.id)


def _end_turn(play: Play, actor: Combatant) -> None:
    turns.check_own_turn(play.state, actor)
    turns.end_turn(play, actor.id)


def _pass(play: Play, actor: Combatant) -> None:
    _begin_turn(play, actor)
    turns.end_turn(play, actor.id)


def _delay(play: Play, actor: Combatant) -> None:
    """Delay and resume at once, because the next events of the script are the delayed action."""
    turns.check_in_play(actor)
    turns.check_own_turn(play.state, actor)
    if actor.action_used:
        raise IllegalMove("action_already_used", Text("A turn that has started can’t be delayed."))
    turns.delay_turn(play, actor.id, None)
    turns.resume_turn(play, actor.id)


ALONE: Mapping[str, Callable[[Play, Combatant], None]] = {
    "join": _join,
    "turn": _begin_turn,
    "end": _end_turn,
    "pass": _pass,
    "delay": _delay,
    "draw": combat.draw,
    "social": lambda play, actor: words.take_social_action(play, actor.id),
    "perilous": lambda play, actor: combat.check_perilous(actor),
    "nohope": lambda play, actor: combat.lose_hope(play, actor.id),
}


@acts(*ALONE)
def _act_alone(play: Play, do: str, *, who: str = "") -> None:
    ALONE[do](play, find(play, who))


MOVES: Mapping[str, Callable[..., Move]] = {
    "full_defense": mv.FullDefense,
    "misc": mv.Miscellaneous,
    "withdraw": mv.Withdraw,
    "rise": mv.Rise,
    "aim": mv.Aim,
    "rush": mv.Rush,
    "defend_other": mv.DefendOther,
}


def _make_move(play: Play, do: str, *names: str) -> None:
    """Make the battle's move of the combatant whose name is first; the others are its targets."""
    move = MOVES[do](*(find(play, name).id for name in names))
    BATTLE.handlers[type(move)](play, move)


@acts("full_defense", "misc", "withdraw")
def _make_move_alone(play: Play, do: str, *, who: str = "") -> None:
    _make_move(play, do, who)


@acts("rise")
def _rise(play: Play, do: str, *, who: str = "") -> Result:
    _make_move(play, do, who)
    return {"success": not find(play, who).prone}


@acts("aim", "rush")
def _make_move_at(play: Play, do: str, *, who: str = "", target: str = "") -> None:
    _make_move(play, do, who, target)


@acts("defend_other")
def _defend_other(play: Play, do: str, *, who: str = "", ward: str = "") -> None:
    _make_move(play, do, who, ward)


Planned = Annotated[Any, Fields(Plan, "forced", "unblockable", "undodgeable", "tag_cost", "raw_bonus")]


@acts("withering", "decisive")
def _attack(
    play: Play,
    do: Kind,
    *,
    who: str = "",
    target: str = "",
    choice: Choice = "",
    aim_exempt: str = "",
    friendly_fire: bool | None = None,
    stunt: Stunt = 0,
    bonus: int = 0,
    ambush: bool = False,
    surprise: bool = False,
    gambit: int | Gambit | None = None,
    **planned: Planned,
) -> None:
    plan = plan_attack(
        find(play, who).id,
        find(play, target).id,
        do,
        [Term(Text("bonus"), bonus, "bonus", "3E-024")],
        stunt=stunt,
        gambit=gambit,
        ambush=ambush,
        surprise=surprise,
        choice=choice,
        exempt=aim_exempt,
        friendly=friendly_fire,
        **planned,
    )
    check_attack(play.state, plan)
    declare_attack(play, plan)


@acts("move")
def _move(play: Play, *, who: str = "", to_position: int = 0) -> None:
    actor = find(play, who)
    movement.step(play, actor, (to_position > actor.position) - (to_position < actor.position))


@acts("disengage")
def _disengage(play: Play, *, who: str = "", contested_by: tuple[str, ...] = (), direction: int | None = None) -> None:
    """Disengage; those named contest it. Without a direction it leads away from the opponents."""
    actor, contested = find(play, who), tuple(find(play, name).id for name in contested_by)
    step = away_from_opponents(play.state, actor) if direction is None else direction
    departure = departures.begin_departure(play, actor, 1 if step > 0 else -1)
    departures.get_away(play, replace(departure, contested=contested))


@acts("cover")
def _take_cover(play: Play, *, who: str = "", level: Cover = "light", difficulty: int = 1) -> None:
    cover.take_cover(play, mv.TakeCover(find(play, who).id, level, difficulty))


@acts("set_cover")
def _set_cover(play: Play, *, who: str = "", level: Cover = "none") -> None:
    cover.set_cover(play, mv.SetCover(find(play, who).id, level))


@acts("spend")
def _spend(play: Play, *, who: str = "", amount: int = 0) -> None:
    spend_initiative(play, find(play, who).id, amount, Text("a Charm"))


@acts("award_break")
def _award_break(play: Play, *, who: str = "", from_: str = "", to: str | None = None) -> Result:
    """Award the Break of someone who Crashed itself. `who` is accepted but not used."""
    giver = find(play, from_)
    prompts = [p for p in play.state.pending if p.kind == "award" and p.about == giver.id]
    if not prompts:
        raise IllegalMove("no_pending_break", Text("{name} has not Crashed itself.", name=giver.name))
    close_prompt(play, prompts[0])
    if to is not None:
        initiative.award_break(play, find(play, to).id, giver.id)
    return {"break_to": to if report_events(play.events)["break"] else None}


@acts("round")
def _begin_round(play: Play, *, who: str = "", round: int | None = None) -> None:
    """Begin a round, the next one if it has no number. `who` is accepted but not used."""
    ticks.begin_round(play, play.state.round + 1 if round is None else round)


@acts("flurry")
def _flurry(play: Play, *, who: str = "", actions: tuple[Step, ...] = ()) -> Result:
    """Take two actions. Both are refused if either is illegal (3E-155)."""
    events = [{**action, "who": who} for action in actions]
    names = tuple("attack" if do in ("withering", "decisive") else do for do in map(_parse_do, events))
    refusals = [found for event in events if (found := _find_refusal(play.state, event))]
    combat.check_flurry(names, find(play, who))
    if refusals:
        return refusals[0]
    combat.declare_flurry(play, mv.DeclareFlurry(who, *names))
    return {"sub": [_take(play, event) for event in events]}


def _find_refusal(state: State, event: Mapping[str, Any]) -> Result | None:
    """Return the refusal of an event, or None if it is legal. It is tried without dice: once it rolls, it is legal."""
    try:
        result = _take(Play(BATTLE, state, STORYTELLER, ScriptedRoller(()), asks=False), event)
    except DiceError:
        return None
    return result if "error" in result else None


def _parse_do(event: Mapping[str, Any]) -> str:
    """Return the word for an event. Raises `BadInput` for an unknown one."""
    named = event.get("do")
    if not isinstance(named, str) or named not in acts:
        raise BadInput(
            "unknown_op",
            Text("The script has no event {named}. Known: {known}.", named=repr(named), known=", ".join(acts)),
            op=str(named),
        )
    return named


def _take(play: Play, event: Mapping[str, Any]) -> Result:
    """Carry out an event, and return what happened, or `{error}` if it is illegal."""
    start, keys = len(play.events), {key: value for key, value in event.items() if key != "do"}
    result = acts[_parse_do(event)](keys, play) or {}
    return result if "error" in result else {**report_events(play.events[start:]), **result}


REACH = {"melee": 0, "thrown": 2, "archery": 3}
"""The usual maximum ranges (3E-186, 3E-187)."""
Figures = Annotated[
    Any,
    Fields(
        Combatant,
        "evasion",
        "soak",
        "hardness",
        "initiative",
        "position",
        "prone",
        "crashed_by",
        "crash_turns",
        "recovered_round",
    ),
]


def _make_fighter(
    *,
    name: str = "",
    side: str = "",
    withering_pool: int = 0,
    decisive_pool: int = 0,
    raw_damage: int = 0,
    overwhelming: int = 0,
    damage_type: Harm = "lethal",
    parry: int | None = None,
    join_battle_pool: int = 0,
    athletics_pool: int = 0,
    dodge_pool: int = 0,
    weapon: Literal["melee", "thrown", "archery"] = "melee",
    max_range: Annotated[int, Range(0, 10_000)] | None = None,
    range_accuracy: tuple[int, ...] = (),
    cover: Cover = "none",
    **figures: Figures,
) -> Combatant:
    """Return a combatant of a script."""
    accuracy = withering_pool - decisive_pool
    arm = Arm(
        weapon,
        kind=weapon,
        pool=(Term(Text("pool"), decisive_pool, "pool", "3E-031"),),
        accuracy=accuracy,
        bands=tuple(accuracy + band for band in range_accuracy),
        overwhelming=overwhelming,
        parry=parry,
        damage=(Term(Text("Strength and weapon"), raw_damage, "weapon", "3E-066"),),
        damage_type=damage_type,
        reach=REACH[weapon] if max_range is None else max_range,
    )
    return Combatant(
        id=name,
        name=name,
        side=side,
        arms=(arm,),
        weapon=weapon,
        join_battle=join_battle_pool,
        athletics=athletics_pool,
        dodge=dodge_pool,
        cover=cover,
        **figures,
    )


@kind("crash", "break", "shift", "movement", "aim", "flurry", "sequence")
def _play_script(
    roller: Roller,
    *,
    combatants: tuple[Fighter, ...] = (),
    script: tuple[Step, ...] = (),
    difficult_terrain: bool = False,
    round: int = 1,
) -> Result:
    """Play a script. `steps` has one entry per event of the script, in order, each with its `step`."""
    fighters = tuple(kind.call(_make_fighter, given) for given in combatants)
    state = State(phase="running", round=round, combatants=fighters, difficult_terrain=difficult_terrain)
    steps = []
    for index, event in enumerate(script, 1):
        play = Play(BATTLE, state, STORYTELLER, roller, asks=False)
        result = _take(play, event)
        state = state if "error" in result else play.state
        steps.append({"step": index, **result, **report_state(state)})
    return {"steps": steps}
