"""Combat actions except attacks, movement and social ones (3E-154 to 3E-185)."""

from rules.battle.play import about, at
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.gambits import loosen
from rules.exalted3e.decide.contests import check_can_hide, contest_stealth, stealth_pool
from rules.exalted3e.decide.effort import Effort, exert
from rules.exalted3e.defense import DRAW_READY, FLURRY, FULL_DEFENSE, MISCELLANEOUS
from rules.exalted3e.state.board import State, distance
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.places import wasted_by
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.turns import check_action, check_in_play, check_movement, check_own_turn
from rules.exalted3e.traits import MOVEMENTS
from rules.pool import Pool, Term
from rules.text import Text, word

COMBAT_ACTIONS = (
    "attack",
    "aim",
    "defend_other",
    "draw",
    "full_defense",
    "misc",
    "social",
    "order",
    "rally",
    *MOVEMENTS,
)
"""The actions that a flurry may name: none that needs a clinch (3E-292), and not slipping out of sight (3E-160)."""
FULL_DEFENSE_COST = 1


def check_full_defense(state: State, actor: Combatant) -> None:
    """Refuse Full Defense in Crash (3E-096)."""
    check_action(state, actor, "full_defense")
    _check_can_fully_defend(actor)


def _check_can_fully_defend(actor: Combatant) -> None:
    if actor.is_crashed:
        sentence = Text("{who} is in Initiative Crash and can’t take Full Defense.", who=actor.name)
        raise IllegalMove("crashed_no_full_defense", sentence)


def full_defense(play: Play, move: mv.FullDefense) -> None:
    """Give +2 Defense until the next turn for 1 Initiative; paying the last point is a Crash (3E-181)."""
    actor = play.state.get(move.actor)
    check_full_defense(play.state, actor)
    play.emit(ev.ActionTaken(**about(actor), action="full_defense", modifier=FULL_DEFENSE))
    change_initiative(play, actor.id, -FULL_DEFENSE_COST, Cause("own", Text("Full Defense"), "3E-181"))


def draw_weapon(play: Play, move: mv.DrawWeapon) -> None:
    """Draw, ready or swap a weapon (3E-180); Quick Draw makes it free (3E-036)."""
    actor = play.state.get(move.actor)
    arm = actor.find_arm(move.weapon)
    if arm is None:
        asked = repr(move.weapon[:40])
        raise IllegalMove("no_such_weapon", Text("{who} does not carry a {w}.", who=actor.name, w=asked))
    if arm.name == actor.weapon and not (arm.is_slow and actor.is_unloaded):
        raise IllegalMove("already_in_hand", Text("The {w} is already in hand.", w=word(arm.name)))
    check_in_play(actor)
    check_own_turn(play.state, actor)
    check_within_reach(actor, arm)
    draw(play, actor, arm.name)


def check_within_reach(actor: Combatant, arm: Arm) -> None:
    """Refuse a weapon that was knocked away to another place (3E-287)."""
    places = dict(actor.dropped)
    if arm.name in places and places[arm.name] != actor.position:
        w = word(arm.name)
        if places[arm.name] > actor.position:
            raise IllegalMove("weapon_lies_elsewhere", Text("The {w} is up the field; move there first.", w=w))
        raise IllegalMove("weapon_lies_elsewhere", Text("The {w} is down the field; move there first.", w=w))


def draw(play: Play, actor: Combatant, weapon: str | None = None) -> None:
    """Take the action of drawing: -1 Defense until the next turn (3E-180)."""
    free = actor.quick_draw
    if not free:
        check_action(play.state, actor, "draw")
    modifier = None if free else DRAW_READY
    play.emit(ev.ActionTaken(**about(actor), action="draw", modifier=modifier, weapon=weapon, free=free))


def miscellaneous(play: Play, move: mv.Miscellaneous | mv.TakeAction) -> None:
    """Take a miscellaneous action: -1 Defense until the next turn (3E-183)."""
    actor = play.state.get(move.actor)
    check_action(play.state, actor, "misc")
    play.emit(ev.ActionTaken(**about(actor), action="misc", modifier=MISCELLANEOUS, note=move.note))


def check_aim(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse an aim after moving (3E-169), or at a target that the weapon cannot reach."""
    check_action(state, actor, "aim")
    check_in_play(target)
    if actor.id == target.id:
        raise IllegalMove("own_target", Text("Choose someone else to aim at."))
    if actor.movement_used:
        raise IllegalMove("cannot_move_and_aim", Text("{who} has moved this round and can’t aim.", who=actor.name))
    waste = wasted_by(actor, target)
    if waste == "out_of_range":
        raise IllegalMove(waste, Text("{who} is out of range.", who=target.name))
    if waste:
        raise IllegalMove(waste, Text("{who} is in full cover.", who=target.name))


def aim(play: Play, move: mv.Aim) -> None:
    """Aim at a target; consecutive turns count (3E-164 to 3E-167)."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    check_aim(play.state, actor, target)
    play.emit(ev.Aimed(**at(actor, target), count=actor.aim_count + 1 if actor.aim_target == target.id else 1))


def check_defend(state: State, actor: Combatant, ward: Combatant) -> None:
    """Refuse a ward that is no ally at close range, and a guardian that cannot parry (3E-171, 3E-179)."""
    check_action(state, actor, "defend_other")
    check_in_play(ward)
    if ward.id == actor.id or ward.side != actor.side:
        raise IllegalMove("not_an_ally", Text("{who} can defend only an ally.", who=actor.name))
    if distance(actor, ward) > 0:
        sentence = Text("{who} is not within close range of {whom}.", who=ward.name, whom=actor.name)
        raise IllegalMove("ward_not_close", sentence)
    if actor.arm.parry is None:
        raise IllegalMove("no_parry", Text("{who} can’t parry with the {w}.", who=actor.name, w=word(actor.arm.name)))


def defend_other(play: Play, move: mv.DefendOther) -> None:
    """Put the guardian's Parry before the ward until the guardian's next turn (3E-171)."""
    actor, ward = play.state.get(move.actor), play.state.get(move.ward)
    check_defend(play.state, actor, ward)
    play.emit(ev.WardTaken(**at(actor, ward)))


def check_flurry(actions: tuple[str, ...], actor: Combatant) -> None:
    """Refuse actions that cannot be in one flurry (3E-155 to 3E-159).

    `actions` are two different combat actions, every attack being "attack": no aim, at most one movement, and Full
    Defense only with a social action.
    """
    if len(actions) != 2:
        raise IllegalMove("flurry_two_actions", Text("A flurry is exactly two combat actions."))
    unknown = [action for action in actions if action not in COMBAT_ACTIONS]
    if unknown:
        sentence = Text("{text} is not a combat action that can be part of a flurry.", text=unknown[0][:30])
        raise IllegalMove("flurry_combat_actions", sentence)
    if "aim" in actions:
        raise IllegalMove("flurry_no_aim", Text("Aim can’t be part of a flurry."))
    if actions[0] == actions[1]:
        sentence = Text("The two actions of a flurry must differ; two attacks are the same action.")
        raise IllegalMove("flurry_same_action", sentence)
    if "full_defense" in actions and not _may_flurry_full_defense(actions, actor):
        sentence = Text("Full Defense can share a flurry only with a social influence action.")
        raise IllegalMove("flurry_full_defense_social_only", sentence)
    if all(action in MOVEMENTS for action in actions):
        raise IllegalMove("one_movement_action", Text("A flurry can include at most one movement action."))


def _may_flurry_full_defense(actions: tuple[str, ...], actor: Combatant) -> bool:
    """Return whether the other action is social, or with a shield no attack (3E-158, 3E-256)."""
    other = actions[1] if actions[0] == "full_defense" else actions[0]
    return other == "social" or ("shield" in actor.arm.tags and other != "attack")


def declare_flurry(play: Play, move: mv.DeclareFlurry) -> None:
    """Announce two actions: -3 dice on both, -1 Defense until the next turn (3E-155)."""
    actor, actions = play.state.get(move.actor), (move.first, move.second)
    check_action(play.state, actor, "flurry")
    check_declared_flurry(actor, actions)
    play.emit(ev.FlurryDeclared(**about(actor), actions=actions), ev.ModifierGained(**about(actor), modifier=FLURRY))


def check_declared_flurry(actor: Combatant, actions: tuple[str, ...]) -> None:
    """Refuse two actions that cannot be announced now."""
    check_flurry(actions, actor)
    if actor.flurry:
        raise IllegalMove("flurry_declared", Text("{who} has already declared this turn’s flurry.", who=actor.name))
    if "full_defense" in actions:
        _check_can_fully_defend(actor)
    for action in actions:
        if action in MOVEMENTS:
            check_movement(actor, action)


def restrain(play: Play, move: mv.Restrain) -> None:
    """Spend two rounds of control; the victim loses its turn (3E-294)."""
    actor = play.state.get(move.actor)
    check_action(play.state, actor, "restrain")
    clinch = actor.clinch
    if clinch is None or not clinch.controls or clinch.rounds < 2:
        raise IllegalMove("no_control", Text("{who} does not have two rounds of control to spend.", who=actor.name))
    victim = play.state.get(clinch.other)
    play.emit(ev.ActionTaken(**about(actor), action="restrain"), ev.Held(**about(victim)))
    loosen(play, actor.id, 2)


def check_hiding(state: State, actor: Combatant) -> None:
    """Refuse to hide a combatant that cannot, or that has no action left (3E-278)."""
    check_action(state, actor, "surprise")
    check_can_hide(actor)


def hiding_pool(actor: Combatant, effort: Effort) -> Pool:
    """Return Dexterity + Stealth at -3. The paid effort may have made the actor's anima glow (3E-343)."""
    return stealth_pool(actor, effort, (Term(Text("hidden again"), -3, "circumstance", "3E-278"),))


def regain_surprise(play: Play, move: mv.RegainSurprise) -> None:
    """Roll Dexterity + Stealth at -3 against every opponent's Perception + Awareness (3E-275, 3E-278)."""
    check_hiding(play.state, play.state.get(move.actor))
    effort = exert(play, move)
    actor = play.state.get(move.actor)
    play.emit(ev.ActionTaken(**about(actor), action="surprise"))
    if contest_stealth(play, actor, hiding_pool(actor, effort)):
        play.battle.vanish(play, play.state.get(actor.id))


def check_perilous(actor: Combatant) -> None:
    """Refuse a Perilous Charm in Crash (3E-095)."""
    if actor.is_crashed:
        sentence = Text("{who} is in Initiative Crash: no Perilous Charm.", who=actor.name)
        raise IllegalMove("crashed_no_perilous", sentence)


def lose_hope(play: Play, id: str) -> None:
    """Hold a Crashed foe for beaten: the next withering hit defeats it (3E-098)."""
    actor = play.state.get(id)
    check_in_play(actor)
    if not actor.is_crashed:
        raise IllegalMove("not_crashed", Text("{who} is not in Initiative Crash.", who=actor.name))
    play.emit(ev.HopeLost(**about(actor)))
