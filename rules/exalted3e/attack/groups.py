"""Battle groups: bonuses of Size and Might, lost Magnitude, rout (3E-306 to 3E-321)."""

from dataclasses import replace

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.pools import build_pool, build_value
from rules.exalted3e.state.board import State, is_defeated
from rules.exalted3e.state.combatant import Combatant, Group
from rules.exalted3e.timing.initiative import BREAK, Cause, change_initiative
from rules.exalted3e.timing.play import Play, rolled, throw
from rules.exalted3e.traits import TABLES
from rules.pool import Breakdown, Term, change
from rules.text import Text


def group_terms(attacker: Combatant) -> tuple[Term, ...]:
    """Return Size and Might as terms of the attack pool and of raw damage (3E-306, 3E-308, 3E-310)."""
    if attacker.group is None:
        return ()
    might = TABLES["might"]["attack"][attacker.group.might]
    size = change(Text("Size"), attacker.group.size, "group", "3E-306")
    return (*size, *change(Text("Might"), might, "group", "3E-308"))


def lose_magnitude(group: Group, damage: int) -> tuple[Group, int]:
    """Mark damage. A full track costs a point of Size and restarts one smaller, with the surplus marked (3E-317).

    Return the group and the Size lost.
    """
    total, size, maximum = group.damage + damage, group.size, group.maximum
    while size > 0 and total >= maximum:
        total, size, maximum = total - maximum, size - 1, max(1, maximum - 1)
    lost = group.size - size
    total = min(total, maximum)
    return replace(group, damage=total, size=size, maximum=maximum, lost=group.lost + lost), lost


def damage_group(play: Play, target: Combatant, damage: int, attacker: Combatant, *, area: bool = False) -> None:
    """Mark Magnitude, give the attacker a Break for each point of Size lost (3E-316), and check for rout (3E-318).

    `area`: the damage is that of a supernatural attack on an area.
    """
    if target.group is None:
        return
    group, lost = lose_magnitude(target.group, damage)
    marked = ev.MagnitudeMarked(**about(target), damage=damage, group=group, size_lost=lost, before=target.group)
    play.emit(marked)
    if lost and attacker.group is None:
        change_initiative(play, attacker.id, BREAK * lost, Cause("other", Text("the group loses Size"), "3E-316"))
    if lost and play.asks and not group.perfect_morale:
        check_rout(play, play.state.get(target.id), rout_difficulty(play.state, target.id, lost, area=area))


def rout_difficulty(state: State, id: str, lost: int, *, area: bool = False) -> Breakdown:
    """Return the difficulty of the rout check after `lost` points of Size: 1, and 1 for each thing that weighs on the
    group (3E-318).
    """
    target = state.get(id)
    group = target.group or Group(0)
    leader = state.find(group.leader)
    dissolved = any(c.out == "dissolved" and c.side == target.side and c.id != id for c in state.combatants)
    weighs = (
        *change(Text("poor drill"), int(group.drill == "poor"), "group", "3E-307"),
        *change(Text("Size lost earlier"), group.lost - lost, "group", "3E-318"),
        *change(Text("an allied group has dissolved"), int(dissolved), "group", "3E-318"),
        *change(Text("the leader is down"), int(leader is not None and not leader.is_in_play), "group", "3E-318"),
        *change(Text("supernatural attack on an area"), int(area), "group", "3E-318"),
        *change(Text("the Storyteller’s ruling"), target.rout_penalty, "bonus", "ST"),
    )
    base = (Term(Text("loss of Size"), 1, "difficulty", "3E-318"),)
    return build_value(Text("Difficulty of the rout check"), base, weighs, "3E-318")


def check_rout(play: Play, target: Combatant, difficulty: Breakdown) -> None:
    """Roll Willpower against the difficulty; a group that fails dissolves, or by the option flees (3E-318).

    One that flees already has nowhere left to hold, and dissolves.
    """
    pool = build_pool(Text("Rout check"), (Term(Text("Willpower"), target.willpower_rating, "willpower", "3E-318"),))
    thrown = throw(play, pool, target)
    holds = thrown.total >= difficulty.total
    checked = ev.RoutChecked(
        **about(target), **rolled(pool, thrown), difficulty=difficulty.total, holds=holds, against=difficulty
    )
    play.emit(checked)
    if holds:
        return
    flees = play.state.options.routed_groups_flee and target.group is not None and not target.group.flees
    runs = flees and not is_defeated(target)
    play.emit(ev.FlightChanged(**about(target), flees=True) if runs else ev.WentOut(**about(target), why="dissolved"))
