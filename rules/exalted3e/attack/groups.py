"""Battle groups: bonuses of Size and Might, lost Magnitude, rout (3E-306 to 3E-321)."""

from dataclasses import replace

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.combatant import Combatant, Group
from rules.exalted3e.timing.initiative import BREAK, Cause, change_initiative
from rules.exalted3e.timing.play import Play, rolled, throw
from rules.exalted3e.traits import TABLES
from rules.pool import Term, change
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


def damage_group(play: Play, target: Combatant, damage: int, attacker: Combatant) -> None:
    """Mark Magnitude, give the attacker a Break for each point of Size lost (3E-316), and check for rout (3E-318)."""
    if target.group is None:
        return
    group, lost = lose_magnitude(target.group, damage)
    marked = ev.MagnitudeMarked(**about(target), damage=damage, group=group, size_lost=lost, before=target.group)
    play.emit(marked)
    if lost and attacker.group is None:
        change_initiative(play, attacker.id, BREAK * lost, Cause("other", Text("the group loses Size"), "3E-316"))
    if lost and play.asks and not group.perfect_morale:
        check_rout(play, play.state.get(target.id), group, lost)


def check_rout(play: Play, target: Combatant, group: Group, lost: int) -> None:
    """Roll Willpower against 1, or more for poor drill, earlier losses and the like; a failure dissolves the group
    (3E-318).
    """
    earlier = group.lost - lost
    dissolved = any(c.out == "dissolved" and c.side == target.side for c in play.state.combatants)
    difficulty = 1 + earlier + (1 if group.drill == "poor" else 0) + (1 if dissolved else 0) + target.rout_penalty
    pool = build_pool(Text("Rout check"), (Term(Text("Willpower"), target.willpower_rating, "willpower", "3E-318"),))
    thrown = throw(play, pool, target)
    holds = thrown.total >= difficulty
    play.emit(ev.RoutChecked(**about(target), **rolled(pool, thrown), difficulty=difficulty, holds=holds))
    if not holds:
        play.emit(ev.WentOut(**about(target), why="dissolved"))
