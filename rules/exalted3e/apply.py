"""The state after each event. Nothing here refuses or rolls."""

from dataclasses import replace

from rules.battle import Event, events
from rules.battle.apply import make_apply
from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State
from rules.exalted3e.state.exchange import Backing
from rules.exalted3e.state.fighters import NOTHING_ENDED, SELF, Combatant, UntilTurn, assign
from rules.exalted3e.state.numbers import NUMBERS
from rules.exalted3e.state.paths import FIGURES
from rules.exalted3e.traits import MOVEMENTS
from rules.lru_cache import cached_by_identity
from rules.powers import list_turned, put_active

# Rounds, ticks and turns


def _begin_round(state: State, event: ev.RoundBegun) -> State:
    """Let everybody act again and end the delays of the last round."""
    fresh = tuple(
        replace(c, acted=False, is_delaying=False, delay_tick=None, turn_begun=False) for c in state.combatants
    )
    return replace(state, round=event.turn, tick=None, combatants=fresh, due=(), ties_settled=True, tie_answers=())


def _begin_turn(state: State, event: ev.TurnBegun) -> State:
    """End onslaught, timed modifiers, Defend Other and the actor's own Rush (3E-137, 3E-138, 3E-215)."""
    actor = _end_until_turn(state.get(event.actor))
    fresh = replace(
        actor, turn_open=True, turn_begun=True, action_used=actor.clashed, clashed=False, movement_used="", flurry=(),
        crashed_at_start=actor.is_crashed, has_aimed=False, has_withdrawn=False, shift_lock=None, is_delaying=False,
        delay_tick=None,
    )  # fmt: skip
    return replace(state.put(fresh), current=event.actor)


def _end_until_turn(actor: Combatant) -> Combatant:
    """End what lasts until the turn, and keep it in case the turn is delayed."""
    ended = UntilTurn(
        actor.onslaught, actor.timed, actor.rush_target, actor.ward, actor.counters, list_turned(actor.active)
    )
    return replace(actor, onslaught=0, timed=(), rush_target=None, ward=None, counters=False, ended=ended)


def _resume_turn(state: State, event: ev.TurnResumed) -> State:
    """Begin the delayed turn (3E-137, 3E-138).

    A clash in the meantime was its attack. A combatant that Crashed itself by the delay has not begun the turn in Crash
    (3E-100).
    """
    actor = _end_until_turn(state.get(event.actor))
    resumed = replace(
        actor, turn_open=True, is_delaying=False, delay_tick=None, action_used=actor.action_used or actor.clashed,
        clashed=False,
        crashed_at_start=actor.is_crashed and (actor.crashed_at_start or actor.crashed_by != SELF),
    )  # fmt: skip
    return replace(state.put(resumed), current=event.actor)


def _end_turn(state: State, event: ev.TurnEnded) -> State:
    """Count a turn in Crash (3E-100), drop an aim that was not renewed (3E-166), and end the lock of a Shift."""
    actor = state.get(event.actor)
    spent = replace(
        actor, acted=True, turn_open=False, flurry=(), crashed_at_start=False, skips=False, shift_lock=None,
        crash_turns=actor.crash_turns + (1 if actor.crashed_at_start and actor.is_crashed else 0),
        aim_target=actor.aim_target if actor.has_aimed else None,
        aim_count=actor.aim_count if actor.has_aimed else 0,
        withdraw_progress=actor.withdraw_progress if actor.has_withdrawn else 0,
        ended=NOTHING_ENDED,
    )  # fmt: skip
    freed = tuple(
        replace(c, retreat_from=tuple(id for id in c.retreat_from if id != event.actor)) if c.retreat_from else c
        for c in state.put(spent).combatants
    )
    return _leave_turn(replace(state, combatants=freed), event.actor)


def _leave_turn(state: State, actor: str) -> State:
    """Close the turn and continue the turn that it interrupted."""
    due, stack = (tuple(id for id in ids if id != actor) for ids in (state.due, state.stack))
    if state.current != actor:
        return replace(state, due=due, stack=stack)
    return replace(state, due=due, current=stack[-1] if stack else None, stack=stack[:-1])


def _delay_turn(state: State, event: ev.TurnDelayed) -> State:
    """Delay the turn, which is still owed (3E-203). What lasts until it continues, together with what came since."""
    actor = state.get(event.actor)
    ended, keys = actor.ended, {one.key for one in actor.active}
    delayed = replace(
        actor, turn_open=False, is_delaying=True, delay_tick=event.until, delayed_at=event.tick,
        onslaught=ended.onslaught + actor.onslaught, timed=(*ended.timed, *actor.timed),
        rush_target=ended.rush_target, ward=ended.ward, counters=ended.counters or actor.counters,
        active=(*(one for one in ended.active if one.key not in keys), *actor.active), ended=NOTHING_ENDED,
    )  # fmt: skip
    return _leave_turn(state.put(delayed), event.actor)


def _refresh_turn(state: State, event: ev.TurnRefreshed) -> State:
    """Give action and movement back; onslaught and timed modifiers stay (3E-126).

    A combatant that was interrupted by a Shift and Shifts back has its own turn again, and no other turn follows it.
    """
    changed = state.change(
        event.actor, turn_open=True, turn_begun=True, action_used=False, clashed=False, movement_used="", flurry=(),
        is_delaying=False, delay_tick=None, has_aimed=False, shift_lock=event.target,
    )  # fmt: skip
    if not event.interrupts:
        return changed
    stack = (*state.stack, state.current) if state.current else state.stack
    return replace(changed, current=event.actor, stack=tuple(id for id in stack if id != event.actor))


# Attacks


def _declare_attack(state: State, event: ev.AttackDeclared) -> State:
    """Begin the exchange. An attack on the actor's turn uses the action and the aim, one by magic only the aim."""
    attack, actor = event.attack, state.get(event.actor)
    actor = replace(actor, named=actor.named + 1)
    if not attack.reflexive:
        arm = actor.find_arm(attack.arm)
        is_used = actor.lent_against == attack.target
        actor = replace(
            _drop_aim(_use_action(actor, "attack")),
            bonus_dice=0,
            is_unloaded=actor.is_unloaded or (arm is not None and arm.is_slow),
            lent=0 if is_used else actor.lent,
            lent_against="" if is_used else actor.lent_against,
        )
    elif any(term.kind == "aim" for term in attack.modifiers):
        actor = _drop_aim(actor)
    if not attack.answers:
        return replace(state.put(actor), exchange=attack)
    return replace(state.put(replace(actor, counters=False)), exchange=attack, interrupted=state.exchange)


def _land_counter(state: State, event: ev.CounterLanded) -> State:
    """Make the counterattack the current exchange again, until it ends."""
    if state.blow is None:
        return state
    return replace(state, exchange=state.blow.exchange, interrupted=state.exchange, blow=None)


def _set_exchange(state: State, event: ev.ExchangeSettled | ev.AttackRolled | ev.ClashRolled) -> State:
    return replace(state, exchange=event.attack)


def _end_attack(state: State, event: ev.AttackEnded) -> State:
    """End the exchange and continue the attack that a counterattack interrupted."""
    return replace(state, exchange=state.interrupted, interrupted=None, blow=state.blow if state.interrupted else None)


def _check_rout(actor: Combatant, event: ev.RoutChecked) -> Combatant:
    """Keep the difficulty of a failed rout check, against which the group is rallied (3E-307)."""
    if event.holds or actor.group is None:
        return actor
    return replace(actor, group=replace(actor.group, rout=event.difficulty))


# Departures, coming and going


def _roll_contest(state: State, event: ev.ContestRolled) -> State:
    """Count the progress of a withdrawal; later events tell all other effects of contests."""
    if event.action == "disengage":
        return replace(state, departure=None)
    if event.progress is None:
        return state
    return state.change(event.actor, withdraw_progress=0 if event.goal else event.progress)


def _answer_contest(state: State, event: ev.ContestAnswered) -> State:
    """Add an opponent that contests the disengage."""
    if state.departure is None or not event.contests:
        return state
    departure = replace(state.departure, contested=(*state.departure.contested, event.actor))
    if event.shares:
        departure = replace(departure, backing=(*departure.backing, Backing(event.actor, event.shares, event.weighs)))
    return replace(state, departure=departure)


def _go_out(state: State, event: ev.WentOut | events.CombatantLeft) -> State:
    """Take the combatant out of fight and queue at once (3E-054), and free whom it held or was held by."""
    why = event.why if isinstance(event, ev.WentOut) else "left"
    gone = state.change(
        event.actor, out=why, falls="", turn_open=False, clinch=None, ward=None, aim_target=None, aim_count=0
    )
    freed = tuple(replace(c, clinch=None) if c.clinch and c.clinch.other == event.actor else c for c in gone.combatants)
    departs = gone.departure is not None and gone.departure.actor != event.actor
    gone = replace(gone, combatants=freed, departure=gone.departure if departs else None)
    return _leave_turn(gone, event.actor)


def _hide(state: State, event: events.CombatantHidden) -> State:
    """End every aim, rush and ward on a combatant that went into hiding."""
    hidden = state.change(event.actor, hidden=True)
    return replace(hidden, combatants=tuple(_forget(c, event.actor) for c in hidden.combatants))


def _forget(combatant: Combatant, gone: str) -> Combatant:
    return replace(
        combatant,
        aim_target=None if combatant.aim_target == gone else combatant.aim_target,
        aim_count=0 if combatant.aim_target == gone else combatant.aim_count,
        rush_target=None if combatant.rush_target == gone else combatant.rush_target,
        retreat_from=tuple(id for id in combatant.retreat_from if id != gone),
        ward=None if combatant.ward == gone else combatant.ward,
    )


def _end_battle(state: State, event: events.BattleEnded) -> State:
    """End the battle, its prompts and attacks."""
    return replace(
        state, phase="ended", pending=(), exchange=None, interrupted=None, blow=None, departure=None, current=None,
        stack=(), due=(),
    )  # fmt: skip


def _raise_prompt(state: State, event: ev.PromptRaised) -> State:
    who = state.find(event.prompt.who)
    named = state if who is None else state.put(replace(who, named=who.named + 1))
    return replace(named, pending=(*state.pending, event.prompt))


def _close_prompt(state: State, event: ev.PromptClosed) -> State:
    return replace(state, pending=tuple(prompt for prompt in state.pending if prompt.id != event.prompt))


def _give_bonus(state: State, event: ev.BonusGiven) -> State:
    """Give bonus dice for the group's next attack (3E-320)."""
    return state.put(_use_action(state.get(event.actor), "order")).change(event.target, bonus_dice=event.bonus)


# What one combatant does


def _use_action(actor: Combatant, action: str) -> Combatant:
    """Use the combat action, or its part of a flurry (3E-154, 3E-155)."""
    if action in actor.flurry:
        rest = list(actor.flurry)
        rest.remove(action)
        return replace(actor, flurry=tuple(rest), action_used=True)
    return replace(actor, action_used=True)


def _drop_aim(actor: Combatant) -> Combatant:
    return replace(actor, aim_target=None, aim_count=0, has_aimed=False)


def _change_initiative(state: State, event: ev.InitiativeChanged) -> State:
    """Set Initiative, and enter or leave Crash (3E-092, 3E-107, 3E-108)."""
    changed = state.change(event.actor, initiative=event.now)
    if event.crashed:
        by = SELF if event.cause == "own" else event.by or None
        return changed.change(event.actor, crashed_by=by, crash_turns=0)
    if not event.recovered:
        return changed
    return changed.change(
        event.actor, crashed_by=None, crash_turns=0, crashed_at_start=False, recovered_round=state.round, no_hope=False
    )


def _take_action(actor: Combatant, event: ev.ActionTaken) -> Combatant:
    """Use the action, and keep its modifier of Defense until the next turn."""
    changed = actor if event.free else _use_action(actor, event.action)
    return replace(
        changed,
        is_unloaded=changed.is_unloaded and event.action != "draw",
        timed=(*changed.timed, event.modifier) if event.modifier else changed.timed,
        weapon=changed.weapon if event.weapon is None else event.weapon,
        dropped=tuple(lost for lost in changed.dropped if lost[0] != event.weapon),
    )


def _aim(actor: Combatant, event: ev.Aimed) -> Combatant:
    """Keep the aim until the next turn (3E-164)."""
    return replace(_use_action(actor, "aim"), aim_target=event.target, aim_count=event.count, has_aimed=True)


def _use_movement(actor: Combatant, event: ev.MovementUsed) -> Combatant:
    """Use the movement action, and the combat action if it is one too."""
    changed = _use_action(actor, event.how) if event.how in MOVEMENTS else actor
    return replace(changed, movement_used=event.how, has_withdrawn=actor.has_withdrawn or event.how == "withdraw")


def _change_stance(actor: Combatant, event: ev.StanceChanged) -> Combatant:
    """Change cover, prone or mounted, or bring the combatant back into the fight."""
    return assign(actor, event.what, event.value if event.what in ("cover", "out") else event.value == "yes")


def _change_resource(actor: Combatant, event: ev.ResourceChanged) -> Combatant:
    """Change Willpower, motes or anima; count lost dots of Willpower."""
    if event.what == "willpower_rating":
        actor = replace(actor, willpower_lost=actor.willpower_lost + event.was - event.now)
    return assign(actor, event.what, event.now)


def _switch_power(actor: Combatant, event: events.PowerSwitched) -> Combatant:
    """Switch a lasting power on or off."""
    acted = _use_action(actor, "charm") if event.is_action else actor
    active = put_active(actor.active, event.active, event.is_on)
    return replace(acted, active=active, spent=(*actor.spent, *event.price.once))


_fold = make_apply(
    {
        ev.BattleStarted: lambda state, e: replace(state, phase="running"),
        events.BattleEnded: _end_battle,
        ev.RoundBegun: _begin_round,
        ev.TickReached: lambda state, e: replace(
            state, tick=e.tick, due=e.actors, ties_settled=e.settled, tie_answers=()
        ),
        ev.TieAnswered: lambda state, e: replace(state, tie_answers=(*state.tie_answers, (e.actor, e.first))),
        ev.TieBroken: lambda state, e: replace(state, due=e.order, ties_settled=True, tie_answers=()),
        ev.TurnBegun: _begin_turn,
        ev.TurnResumed: _resume_turn,
        ev.TurnEnded: _end_turn,
        ev.TurnDelayed: _delay_turn,
        ev.TurnRefreshed: _refresh_turn,
        ev.InitiativeChanged: _change_initiative,
        ev.AttackDeclared: _declare_attack,
        ev.ExchangeSettled: _set_exchange,
        ev.AttackRolled: _set_exchange,
        ev.ClashRolled: _set_exchange,
        ev.CounterHeld: lambda state, e: replace(state, exchange=state.interrupted, interrupted=None, blow=e.blow),
        ev.CounterLanded: _land_counter,
        ev.AttackEnded: _end_attack,
        ev.ContestRolled: _roll_contest,
        ev.DepartureBegun: lambda state, e: replace(state, departure=e.departure),
        ev.ContestAnswered: _answer_contest,
        ev.WentOut: _go_out,
        events.CombatantLeft: _go_out,
        events.CombatantHidden: _hide,
        ev.BonusGiven: _give_bonus,
        ev.TerrainSet: lambda state, e: replace(state, difficult_terrain=e.difficult),
        ev.PromptRaised: _raise_prompt,
        ev.PromptClosed: _close_prompt,
    },
    {
        ev.HopeLost: lambda one, e: replace(one, no_hope=True),
        ev.ActionTaken: _take_action,
        ev.Disarmed: lambda one, e: replace(one, weapon="", dropped=(*one.dropped, (e.weapon, e.at))),
        ev.FlurryDeclared: lambda one, e: replace(one, flurry=e.actions, action_used=True),
        ev.ModifierGained: lambda one, e: replace(one, timed=(*one.timed, e.modifier)),
        ev.Aimed: _aim,
        ev.AimWasted: lambda one, e: _drop_aim(one),
        ev.WardTaken: lambda one, e: replace(_use_action(one, "defend_other"), ward=e.target),
        ev.CounterReadied: lambda one, e: replace(one, counters=True),
        ev.ClashTaken: lambda one, e: replace(one, clashed=True),
        ev.OnslaughtSuffered: lambda one, e: replace(one, onslaught=e.onslaught),
        ev.HealthMarked: lambda one, e: replace(one, health=e.health),
        ev.MagnitudeMarked: lambda one, e: replace(one, group=e.group),
        ev.RoutChecked: _check_rout,
        ev.InitiativeLent: lambda one, e: replace(one, lent=e.amount, lent_against=e.target),
        ev.Poisoned: lambda one, e: replace(one, poison=e.poison),
        ev.Held: lambda one, e: replace(one, skips=True),
        ev.ClinchChanged: lambda one, e: replace(one, clinch=e.clinch),
        ev.CharmUsed: lambda one, e: replace(one, spent=(*one.spent, *e.spent)),
        events.PowerSwitched: _switch_power,
        ev.Moved: lambda one, e: replace(one, position=e.now, half_to=e.half),
        ev.MovementUsed: _use_movement,
        ev.RushWon: lambda one, e: replace(one, rush_target=e.target or None),
        ev.RetreatReady: lambda one, e: replace(one, retreat_from=e.opponents),
        ev.StanceChanged: _change_stance,
        ev.FallDelayed: lambda one, e: replace(one, falls=e.why),
        ev.ResourceChanged: _change_resource,
    },
    NUMBERS,
    FIGURES,
)


@cached_by_identity(256)
def apply(state: State, event: Event) -> State:
    """Return the state after an event. `serial` also counts events that change nothing."""
    after: State = _fold(state, event)
    return replace(after, serial=state.serial + 1)
