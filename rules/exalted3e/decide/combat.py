"""The combat actions besides attacks and movement (3E-154 to 3E-185)."""

from rules.errors import IllegalMove

from .. import events as ev
from ..apply.places import wasted_by
from ..apply.play import Play
from ..defense import DRAW_READY, FLURRY, FULL_DEFENSE, MISCELLANEOUS
from ..state import Arm, Combatant, State, distance
from ..timing.initiative import Cause, change_initiative
from ..timing.turns import check_action, check_in_play, check_movement

MOVEMENTS = ("rush", "disengage", "rise", "cover", "withdraw")
"""Combat actions that are movement actions."""
COMBAT_ACTIONS = (
    "attack", "aim", "defend_other", "draw", "full_defense", "misc", "social", "order", "rally",
    *MOVEMENTS,
)  # fmt: skip
"""What a flurry may name; what needs a clinch cannot be in one (3E-292), nor can slipping out of sight (3E-160)."""
FULL_DEFENSE_COST = 1


def check_full_defense(state: State, actor: Combatant) -> None:
    """Not while Crashed (3E-096)."""
    check_action(state, actor, "full_defense")
    _check_can_fully_defend(actor)


def _check_can_fully_defend(actor: Combatant) -> None:
    if actor.is_crashed:
        sentence = f"{actor.name} is in Initiative Crash and cannot take Full Defense."
        raise IllegalMove("crashed_no_full_defense", sentence)


def full_defense(play: Play, id: str) -> None:
    """+2 Defense until the next turn for 1 Initiative; with the last point a Crash, and the bonus stands (3E-181)."""
    actor = play.get(id)
    check_full_defense(play.state, actor)
    play.emit(ev.ActionTaken(**play.about(actor), action="full_defense", modifier=FULL_DEFENSE))
    change_initiative(play, id, -FULL_DEFENSE_COST, Cause("own", "Full Defense", "3E-181"))


def check_within_reach(actor: Combatant, arm: Arm) -> None:
    """A weapon that was knocked away is taken up where it lies (3E-287)."""
    places = dict(actor.dropped)
    if arm.name in places and places[arm.name] != actor.position:
        way = "up" if places[arm.name] > actor.position else "down"
        raise IllegalMove("weapon_lies_elsewhere", f"The {arm.name} lies {way} the field; go there first.")


def draw(play: Play, id: str, weapon: str | None = None, free: bool = False) -> None:
    """Draw, ready or swap a weapon: -1 Defense until the next turn (3E-180)."""
    actor = play.get(id)
    if not free:
        check_action(play.state, actor, "draw")
    modifier = None if free else DRAW_READY
    play.emit(ev.ActionTaken(**play.about(actor), action="draw", modifier=modifier, weapon=weapon, free=free))


def miscellaneous(play: Play, id: str, note: str = "") -> None:
    """Anything doable in seconds: -1 Defense until the next turn (3E-183)."""
    actor = play.get(id)
    check_action(play.state, actor, "misc")
    play.emit(ev.ActionTaken(**play.about(actor), action="misc", modifier=MISCELLANEOUS, note=note))


def influence(play: Play, id: str, note: str = "") -> None:
    """A social influence action; its roll is made apart (3E-184)."""
    actor = play.get(id)
    check_action(play.state, actor, "social")
    play.emit(ev.ActionTaken(**play.about(actor), action="social", note=note))


def check_aim(state: State, actor: Combatant, target: Combatant) -> None:
    """Not after moving (3E-169), and only at whom the weapon could reach."""
    check_action(state, actor, "aim")
    check_in_play(target)
    if actor.id == target.id:
        raise IllegalMove("own_target", "Choose somebody else to aim at.")
    if actor.movement_used:
        raise IllegalMove("cannot_move_and_aim", f"{actor.name} has moved this round and cannot aim.")
    waste = wasted_by(actor, target)
    if waste:
        raise IllegalMove(waste, f"{target.name} is {'out of range' if waste == 'out_of_range' else 'in full cover'}.")


def aim(play: Play, id: str, target_id: str) -> None:
    """Aim at a target; consecutive turns count (3E-164 to 3E-167)."""
    actor, target = play.get(id), play.get(target_id)
    check_aim(play.state, actor, target)
    count = actor.aim_count + 1 if actor.aim_target == target.id else 1
    play.emit(ev.Aimed(**play.about(actor, target), target=target.id, target_name=target.name, count=count))


def check_defend(state: State, actor: Combatant, ward: Combatant) -> None:
    """A ward is an ally at close range, the guardian can parry (3E-171, 3E-179)."""
    check_action(state, actor, "defend_other")
    check_in_play(ward)
    if ward.id == actor.id or ward.side != actor.side:
        raise IllegalMove("not_an_ally", f"{actor.name} can only defend somebody else of its own side.")
    if distance(actor, ward) > 0:
        raise IllegalMove("ward_not_close", f"{ward.name} is not within close range of {actor.name}.")
    if actor.arm.parry is None:
        raise IllegalMove("no_parry", f"{actor.name} has no Parry with the {actor.arm.name}.")


def defend_other(play: Play, id: str, ward_id: str) -> None:
    """The guardian's Parry stands before the ward until its next turn (3E-171)."""
    actor, ward = play.get(id), play.get(ward_id)
    check_defend(play.state, actor, ward)
    play.emit(ev.WardTaken(**play.about(actor, ward), target=ward.id, target_name=ward.name))


def check_flurry(actions: tuple[str, ...], actor: Combatant) -> None:
    """Two different combat actions, without aim; Full Defense only with a social one; one movement (3E-155 on).

    `actions` name combat actions, every attack being "attack".
    """
    if len(actions) != 2:
        raise IllegalMove("flurry_two_actions", "A flurry is exactly two combat actions.")
    unknown = [action for action in actions if action not in COMBAT_ACTIONS]
    if unknown:
        raise IllegalMove("flurry_combat_actions", f"{unknown[0][:30]} is no combat action that can be in a flurry.")
    if "aim" in actions:
        raise IllegalMove("flurry_no_aim", "Aim can never be in a flurry.")
    if actions[0] == actions[1]:
        raise IllegalMove("flurry_same_action", "The two actions of a flurry must differ; two attacks are the same.")
    if "full_defense" in actions and not _may_flurry_full_defense(actions, actor):
        sentence = "Full Defense can only be in a flurry with a social influence action."
        raise IllegalMove("flurry_full_defense_social_only", sentence)
    if all(action in MOVEMENTS for action in actions):
        raise IllegalMove("one_movement_action", "A flurry holds one movement action at most.")


def _may_flurry_full_defense(actions: tuple[str, ...], actor: Combatant) -> bool:
    """With a social action, or behind a shield with anything but an attack (3E-158, 3E-256)."""
    other = actions[1] if actions[0] == "full_defense" else actions[0]
    return other == "social" or ("shield" in actor.arm.tags and other != "attack")


def declare_flurry(play: Play, id: str, actions: tuple[str, ...]) -> None:
    """Announce two actions: -3 dice on both, -1 Defense until the next turn (3E-155)."""
    actor = play.get(id)
    check_action(play.state, actor, "flurry")
    check_declared_flurry(actor, actions)
    play.emit(ev.FlurryDeclared(**play.about(actor), actions=actions))
    play.emit(ev.ModifierGained(**play.about(actor), modifier=FLURRY))


def check_declared_flurry(actor: Combatant, actions: tuple[str, ...]) -> None:
    """Whether the two actions may be announced now."""
    check_flurry(actions, actor)
    if actor.flurry:
        raise IllegalMove("flurry_declared", f"{actor.name} has declared this turn's flurry.")
    if "full_defense" in actions:
        _check_can_fully_defend(actor)
    for action in actions:
        if action in MOVEMENTS:
            check_movement(actor, action)


def check_perilous(actor: Combatant) -> None:
    """No Perilous Charm in Crash (3E-095)."""
    if actor.is_crashed:
        raise IllegalMove("crashed_no_perilous", f"{actor.name} is in Initiative Crash: no Perilous Charm.")


def spend_initiative(play: Play, id: str, amount: int, reason: str) -> None:
    """Pay Initiative for something of one's own (3E-105)."""
    change_initiative(play, id, -amount, Cause("own", reason, "3E-105"))


def lose_hope(play: Play, id: str) -> None:
    """The Storyteller holds a Crashed foe for beaten: the next withering hit defeats it (3E-098)."""
    actor = play.get(id)
    check_in_play(actor)
    if not actor.is_crashed:
        raise IllegalMove("not_crashed", f"{actor.name} is not in Initiative Crash.")
    play.emit(ev.HopeLost(**play.about(actor)))
