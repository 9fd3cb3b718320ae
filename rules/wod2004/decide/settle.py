"""What follows a move without a choice: automatic defenses, grapples that end, the order, initiative, the next turn."""

from collections.abc import Iterable, Mapping

from rules.battle.lasting import end_powers
from rules.battle.play import Play, about
from rules.battle.roster import audience_of
from rules.ids import opaque
from rules.powers import list_over, list_turned
from rules.wod2004 import events as ev
from rules.wod2004.decide.acting import no_dodge, no_walk
from rules.wod2004.decide.answers import roll_consciousness
from rules.wod2004.decide.grappling import release
from rules.wod2004.decide.guards import event_fields, open_prompt
from rules.wod2004.decide.powers import USE, can_spend
from rules.wod2004.decide.resolving import bled, denied_defense, hit_target, strike
from rules.wod2004.state.battle import Exchange, Prompt, State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import Contender, Initiative, is_minute_over, roll_initiative


def go_on(play: Play[State]) -> None:
    """Do one step; nothing if someone must choose."""
    state = play.state
    if state.phase != "running" or state.prompt is not None:
        return
    if state.exchange is not None:
        _next_attack_line(play, state.exchange)
    elif held := next((combatant for combatant in state.combatants if combatant.grapple and combatant.out), None):
        play.emit(release(held, state.get(held.grapple)))  # a combatant who is out neither holds nor is held (WD-189)
    else:
        _next_place(play)


def _next_attack_line(play: Play[State], exchange: Exchange) -> None:
    target = hit_target(play.state, exchange)
    if denied_defense(target, exchange):
        strike(play, "none")
    elif is_automatic(play.state, target):
        strike(play, "defense")
    else:
        attacker = play.state.get(exchange.actor)
        prompt = Prompt(opaque(exchange.id, target.id), "defense", target.id, exchange.id)
        open_prompt(play, prompt, audience_of(target, attacker), attacker.name)


def is_automatic(state: State, target: Combatant) -> bool:
    """Return whether Defense applies without a prompt: for extras, and for those who have no choice."""
    if target.extra and state.options.automatic_defense:
        return True
    may_attack, may_dodge = not target.acted, not no_dodge(target)
    return not (may_attack or may_dodge or target.aim or can_spend(target) or USE.can_use(target, "defense"))


def _next_place(play: Play[State]) -> None:
    if play.state.acting:
        acting = play.state.get(play.state.acting)
        if is_finished(acting):
            play.emit(ev.ActingEnded(**about(acting)))
        return
    order = play.state.in_order()
    ready = next((c for c in order if not (c.done or c.out or c.surprised)), None)
    if ready is not None:
        _call(play, ready)
    elif any(not c.out for c in order):  # if all are out, the Storyteller ends the battle
        _next_turn(play)


def is_finished(acting: Combatant) -> bool:
    """Return whether the combatant has nothing left to do in this turn (WD-164)."""
    return bool(acting.out or acting.surprised or (acting.acted and no_walk(acting)))


def _call(play: Play[State], actor: Combatant) -> None:
    """Begin the combatant's turn; with a full track it must stay awake first (WD-175)."""
    play.emit(ev.ActingBegan(**about(actor)))
    if not actor.delayed:  # a delayed place is still the same turn
        end_powers(play, list_turned, actor)
    if actor.condition != "check_stamina":
        return
    if actor.extra or not can_spend(actor):
        roll_consciousness(play, actor)
        return
    exchange = opaque(actor.id, "awake", play.state.turn)
    open_prompt(play, Prompt(exchange, "consciousness", actor.id, exchange), audience_of(actor))


def _next_turn(play: Play[State]) -> None:
    dying = [c for c in play.state.combatants if c.is_dying and is_minute_over(c.dying_turns + 1)]
    turn = play.state.turn + 1
    play.emit(ev.TurnBegan(turn=turn))
    end_powers(play, lambda active: list_over(active, turn))
    play.emit(*(bled(c, 1) for c in dying))


def roll_for(play: Play[State], ids: Iterable[str]) -> None:
    """Roll initiative for these combatants, and break ties also with those who have rolled before (WD-161)."""
    state = play.state
    contenders = [Contender(id, state.get(id).initiative_modifier) for id in ids]
    standing = {c.id: c.initiative for c in state.combatants if c.initiative and not c.delayed and not c.left}
    # Everyone sees the total, but only its own player the die: the rest of the total is on the sheet.
    fallen = roll_initiative(
        contenders, lambda id: play.own_dice(state.get(id)), lambda level: play.dice(*map(state.get, level)), standing
    )
    everyone = {**standing, **fallen}
    play.emit(*[_initiative(state, state.get(id), fallen[id], everyone) for id in fallen])


def _initiative(
    state: State, actor: Combatant, own: Initiative, everyone: Mapping[str, Initiative]
) -> ev.InitiativeRolled:
    level = [
        state.get(id) for id, other in everyone.items() if (other.total, other.modifier) == (own.total, own.modifier)
    ]
    # Tie-break dice with a hidden combatant would reveal it.
    fields = event_fields(actor, audience_of(actor) if actor.initiative is None else audience_of(*level), "")
    return ev.InitiativeRolled(**fields, initiative=own, ties_open=not any(other.hidden for other in level))
