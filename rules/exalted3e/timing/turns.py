"""A turn from its beginning to its end (3E-042, 3E-099 to 3E-102, 3E-137, 3E-198)."""

from rules.battle.lasting import end_powers
from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.initiative import BASE, CRASH_TURNS, Cause, change_initiative, set_initiative
from rules.exalted3e.timing.play import Play
from rules.exalted3e.traits import ACTION_NAMES
from rules.powers import list_turned
from rules.text import Text, list_texts, word

DELAY_COST = 2


def begin_turn(play: Play, id: str) -> None:
    """Begin a turn; after three turns in Crash Initiative first returns to base (3E-099)."""
    actor = play.state.get(id)
    play.emit(ev.TurnBegun(**about(actor)))
    end_powers(play, list_turned, play.state.get(id))
    if actor.is_crashed and actor.crash_turns >= CRASH_TURNS:
        play.emit(ev.CrashReset(**about(actor)))
        set_initiative(play, id, BASE, Cause("other", Text("three turns in Crash are over"), "3E-101"))


def end_turn(play: Play, id: str, *, quiet: bool = False) -> None:
    """End a turn. `quiet`: it ends by itself."""
    play.emit(ev.TurnEnded(**about(play.state.get(id)), quiet=quiet))


def delay_turn(play: Play, id: str, until: int | None) -> None:
    """Delay the turn and pay 2 Initiative at once (3E-198, 3E-200, 3E-201)."""
    actor = play.state.get(id)
    tick = play.state.tick
    if until is not None and tick is not None and until >= tick:
        sentence = Text("A delayed turn must come on a later (lower) tick than {n}.", n=tick)
        raise IllegalMove("delay_not_later", sentence, tick=tick)
    change_initiative(play, id, -DELAY_COST, Cause("own", Text("delays"), "3E-198"))
    lasting = tuple(power.name for power in actor.ended.active)
    play.emit(ev.TurnDelayed(**about(actor), until=until, lasting=lasting))


def resume_turn(play: Play, id: str) -> None:
    """Resume a delayed turn (3E-199); what lasts until the turn ends now (3E-137, 3E-138)."""
    play.emit(ev.TurnResumed(**about(play.state.get(id))))
    end_powers(play, list_turned, play.state.get(id))


def check_own_turn(state: State, actor: Combatant) -> None:
    """Raise `IllegalMove` outside the actor's own turn."""
    if state.current != actor.id or not actor.turn_open:
        raise IllegalMove("not_own_turn", Text("It is not {who}’s turn.", who=actor.name), actor=actor.id)


def check_in_play(actor: Combatant) -> None:
    """Raise `IllegalMove` for a combatant that no longer fights."""
    if not actor.is_in_play:
        sentence = Text("{who} is out of the fight: {state}.", who=actor.name, state=word(actor.out))
        raise IllegalMove("out_of_the_fight", sentence, actor=actor.id)


def check_action(state: State, actor: Combatant, action: str) -> None:
    """Refuse a combat action that the actor cannot take now (3E-154, 3E-155), and a flurry in a clinch (3E-292)."""
    check_in_play(actor)
    check_own_turn(state, actor)
    if action == "flurry" and actor.clinch:
        sentence = Text("{who} is clinched and can’t flurry.", who=actor.name)
        raise IllegalMove("no_flurry_in_clinch", sentence, actor=actor.id)
    if actor.flurry:
        if action not in actor.flurry:
            words = list_texts(ACTION_NAMES[left] for left in actor.flurry)
            sentence = Text("{who} declared a flurry: {actions} left.", who=actor.name, actions=words)
            raise IllegalMove("not_in_flurry", sentence, left=words)
    elif actor.action_used:
        sentence = Text(
            "{who} has used this turn’s combat action; to take two, declare a flurry first.", who=actor.name
        )
        raise IllegalMove("action_already_used", sentence, actor=actor.id)


def check_movement(actor: Combatant, action: str) -> None:
    """Allow one movement action per round; only Rush may follow Move (3E-207, 3E-212)."""
    if actor.movement_used and not (action == "rush" and actor.movement_used == "move"):
        raise IllegalMove(
            "movement_already_used", Text("{who} has already used this round’s movement action.", who=actor.name)
        )
