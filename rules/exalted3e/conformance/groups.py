"""Vectors of kind `group`: a battle group's figures, Magnitude, rout checks, orders and rallying (3E-306 on)."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from rules.battle import STORYTELLER
from rules.conformance import Kinds, Range, Result
from rules.dice import Roller
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.groups import check_rout, group_terms, lose_magnitude, rout_difficulty
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.decide import commands
from rules.exalted3e.defense import compute_defense, compute_soak
from rules.exalted3e.health import STANDARD_LEVELS
from rules.exalted3e.options import Options
from rules.exalted3e.sheet.profile import count_magnitude
from rules.exalted3e.state.board import DEFAULTS, State
from rules.exalted3e.state.combatant import Arm, Combatant, Group
from rules.exalted3e.timing.initiative import BREAK
from rules.exalted3e.timing.play import Play

kind = Kinds()
Drill = Literal["poor", "average", "elite"]
Size = Annotated[int, Range(0, 5)]
Might = Annotated[int, Range(0, 3)]


def _make_play(roller: Roller, *combatants: Combatant, options: Options = DEFAULTS) -> Play:
    state = State(options=options, phase="running", round=1, combatants=combatants, current="commander")
    return Play(BATTLE, state, STORYTELLER, roller)


@kind("group", op="figures")
def _figures(
    roller: Roller,
    *,
    size: Size = 0,
    might: Might = 0,
    drill: Drill = "average",
    perfect_morale: bool = False,
    health_levels: Annotated[int, Range(1, 40)] = len(STANDARD_LEVELS),
    pool: int = 0,
    raw_damage: int = 0,
    soak: int = 0,
    parry: int = 0,
    evasion: int = 0,
) -> Result:
    """Work out what Size, Drill and Might make of the figures of one member."""
    group = Group(size=size, might=might, drill=drill, perfect_morale=perfect_morale)
    actor = Combatant(
        id="group",
        name="group",
        side="group",
        arms=(Arm("weapon", parry=parry),),
        weapon="weapon",
        evasion=evasion,
        soak=soak,
        group=group,
    )
    more = sum(term.amount for term in group_terms(actor))
    return {
        "attack_pool": pool + more,
        "raw_damage": raw_damage + more,
        "soak": compute_soak(actor).total,
        "defense": compute_defense(actor).defense,
        "magnitude": count_magnitude(health_levels, group),
    }


@kind("group", op="magnitude")
def _magnitude(roller: Roller, *, size: Size = 0, max: int = 0, damage: tuple[int, ...] = ()) -> Result:
    """Mark damage, hit by hit."""
    group, steps = Group(size=size, maximum=max), list[dict[str, Any]]()
    for hit in damage:
        group, lost = lose_magnitude(group, hit)
        marked = {"size_lost": lost, "group_size": group.size, "group_damage": group.damage, "group_max": group.maximum}
        steps.append({**marked, "break": BREAK * lost})
    return {"steps": steps, "dissolved": group.size == 0 and group.damage >= group.maximum}


@kind("group", op="rout")
def _rout(
    roller: Roller,
    *,
    willpower: int = 0,
    drill: Drill = "average",
    size_lost_earlier: int = 0,
    allied_group_dissolved: bool = False,
    leader_down: bool = False,
    area_attack: bool = False,
    flees: bool = False,
    routed_groups_flee: bool = False,
) -> Result:
    """Check for rout after a point of Size is lost."""
    group = Group(2, drill=drill, maximum=9, lost=size_lost_earlier + 1, leader="leader", flees=flees)
    target = Combatant(id="group", name="group", side="group", group=group, willpower_rating=willpower)
    leader = Combatant(id="leader", name="leader", side="group", out="incapacitated" if leader_down else "")
    ally = Combatant(
        id="ally", name="ally", side="group", group=Group(1), out="dissolved" if allied_group_dissolved else ""
    )
    options = replace(Options(), routed_groups_flee=routed_groups_flee)
    play = _make_play(roller, target, leader, ally, options=options)
    check_rout(play, target, rout_difficulty(play.state, "group", 1, area=area_attack))
    checked = next(event for event in play.events if isinstance(event, ev.RoutChecked))
    now = play.state.get("group")
    return {
        "difficulty": checked.difficulty,
        "successes": checked.successes,
        "holds": checked.holds,
        "dissolved": now.out == "dissolved",
        "flees": bool(now.group and now.group.flees and not now.out),
    }


@kind("group", op="order")
def _order(roller: Roller, *, charisma: int = 0, war: int = 0, drill: Drill = "average") -> Result:
    """Give an order: the bonus dice of the group's next attack."""
    play = _make_play(roller, _commander(charisma, war), _follower(Group(2, drill=drill, maximum=9)))
    commands.order_group(play, mv.OrderGroup("commander", "group"))
    given = next(event for event in play.events if isinstance(event, ev.BonusGiven))
    return {"dice_rolled": len(given.dice), "successes": given.successes, "bonus_dice": given.bonus}


@kind("group", op="rally")
def _rally(
    roller: Roller,
    *,
    charisma: int = 0,
    war: int = 0,
    drill: Drill = "average",
    difficulty: int = 1,
    flees: bool = False,
) -> Result:
    """Rally a group that failed a rout check of this difficulty."""
    group = Group(2, drill=drill, maximum=9, rout=difficulty, flees=flees)
    routed = replace(_follower(group), out="" if flees else "dissolved")
    play = _make_play(roller, _commander(charisma, war), routed)
    commands.rally_group(play, mv.RallyGroup("commander", "group"))
    rolled = next(event for event in play.events if isinstance(event, ev.ContestRolled))
    now = play.state.get("group")
    return {
        "dice_rolled": len(rolled.dice),
        "successes": rolled.successes,
        "difficulty": rolled.difficulty,
        "rallied": now.is_in_play and not (now.group and now.group.flees),
    }


def _commander(charisma: int, war: int) -> Combatant:
    return Combatant(
        id="commander", name="commander", side="group", command=charisma + war, turn_open=True, turn_begun=True
    )


def _follower(group: Group) -> Combatant:
    return Combatant(id="group", name="group", side="group", group=group)
