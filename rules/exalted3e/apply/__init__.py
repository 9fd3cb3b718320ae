"""The state after each event. Nothing here refuses or rolls."""

from dataclasses import replace

from rules.battle import Event, events
from rules.battle.apply import make_apply
from rules.exalted3e import events as ev
from rules.exalted3e.apply import fighters, turns
from rules.exalted3e.state.board import PlaceCover, State
from rules.exalted3e.state.combatant import SELF, Combatant
from rules.exalted3e.state.exchange import Backing
from rules.exalted3e.state.numbers import NUMBERS
from rules.exalted3e.state.paths import FIGURES
from rules.lru_cache import cached_by_identity


def _declare_attack(state: State, event: ev.AttackDeclared) -> State:
    """Begin the exchange. An attack on the actor's turn uses the action and the aim, one by magic only the aim."""
    attack, actor = event.attack, state.get(event.actor)
    actor = replace(actor, named=actor.named + 1)
    if not attack.reflexive:
        arm = actor.find_arm(attack.arm)
        is_used = actor.lent_against == attack.target
        actor = replace(
            fighters.drop_aim(fighters.use_action(actor, "attack")),
            bonus_dice=0,
            is_unloaded=actor.is_unloaded or (arm is not None and arm.is_slow),
            lent=0 if is_used else actor.lent,
            lent_against="" if is_used else actor.lent_against,
        )
    elif any(term.kind == "aim" for term in attack.modifiers):
        actor = fighters.drop_aim(actor)
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


def _roll_contest(state: State, event: ev.ContestRolled) -> State:
    """Count the progress of a withdrawal; later events have all other effects of contests."""
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
    return turns.leave_turn(gone, event.actor)


def _hide(state: State, event: events.CombatantHidden) -> State:
    """End every aim, rush and ward on a combatant that went into hiding."""
    hidden = state.change(event.actor, hidden=True)
    return replace(hidden, combatants=tuple(_forget(c, event.actor) for c in hidden.combatants))


def _forget(actor: Combatant, gone: str) -> Combatant:
    return replace(
        actor,
        aim_target=None if actor.aim_target == gone else actor.aim_target,
        aim_count=0 if actor.aim_target == gone else actor.aim_count,
        rush_target=None if actor.rush_target == gone else actor.rush_target,
        retreat_from=tuple(id for id in actor.retreat_from if id != gone),
        ward=None if actor.ward == gone else actor.ward,
    )


def _end_battle(state: State, event: events.BattleEnded) -> State:
    """End the battle, its prompts and attacks."""
    return replace(
        state,
        phase="ended",
        pending=(),
        exchange=None,
        interrupted=None,
        blow=None,
        departure=None,
        current=None,
        told=None,
        stack=(),
        due=(),
    )


def _raise_prompt(state: State, event: ev.PromptRaised) -> State:
    who = state.find(event.prompt.who)
    named = state if who is None else state.put(replace(who, named=who.named + 1))
    return replace(named, pending=(*state.pending, event.prompt))


def _close_prompt(state: State, event: ev.PromptClosed) -> State:
    stunt = None if state.told is not None and state.told.prompt == event.prompt else state.told
    return replace(state, pending=tuple(prompt for prompt in state.pending if prompt.id != event.prompt), told=stunt)


def _await_rating(state: State, event: ev.StuntTold) -> State:
    """Ask for the rating; the prompt that the stunt's move answers is closed until then."""
    answered, teller = event.told.answers, state.get(event.actor)
    rest = tuple(prompt for prompt in state.pending if answered is None or prompt.id != answered.id)
    teller = replace(teller, named=teller.named + 1)
    return replace(state.put(teller), pending=(*rest, event.prompt), told=event.told)


def _rate_stunt(state: State, event: ev.StuntRated) -> State:
    """Close the question; the prompt that the stunt's move answers is open again."""
    stunt = state.told
    if not event.prompt or stunt is None:
        return state
    rest = tuple(prompt for prompt in state.pending if prompt.id != event.prompt)
    return replace(state, pending=(*rest, stunt.answers) if stunt.answers else rest, told=None)


def _give_bonus(state: State, event: ev.BonusGiven) -> State:
    """Give bonus dice for the group's next attack (3E-320)."""
    return state.put(fighters.use_action(state.get(event.actor), "order")).change(event.target, bonus_dice=event.bonus)


def _set_ground(state: State, event: ev.GroundSet) -> State:
    """Make stretches difficult, or clear them (3E-239)."""
    rough = {*state.rough, *event.stretches} if event.difficult else {*state.rough}.difference(event.stretches)
    return replace(state, rough=tuple(sorted(rough)))


def _rule_cover(state: State, event: ev.CoverRuled) -> State:
    """Keep what cover a place has (3E-226)."""
    others = (cover for cover in state.covers if (cover.at, cover.level) != (event.at, event.level))
    return replace(state, covers=(*others, PlaceCover(event.at, event.level, event.difficulty)))


def _change_initiative(state: State, event: ev.InitiativeChanged) -> State:
    """Set Initiative, and enter or leave Crash (3E-092, 3E-107, 3E-108)."""
    changed = state.change(event.actor, initiative=event.now)
    if event.crashed:
        by = SELF if event.cause == "own" else event.by or None
        return changed.change(event.actor, crashed_by=by, crash_turns=0)
    if not event.recovered:
        return changed
    return changed.change(
        event.actor,
        crashed_by=None,
        crash_turns=0,
        crashed_at_start=False,
        recovered_round=state.round,
        no_hope=False,
        hope_asked=False,
    )


_fold = make_apply(
    {
        events.BattleEnded: _end_battle,
        ev.RoundBegun: turns.begin_round,
        ev.TickReached: turns.reach_tick,
        ev.TieAnswered: lambda state, e: replace(state, tie_answers=(*state.tie_answers, (e.actor, e.first))),
        ev.TieBroken: turns.break_tie,
        ev.TurnBegun: turns.begin_turn,
        ev.TurnResumed: turns.resume_turn,
        ev.TurnEnded: turns.end_turn,
        ev.TurnDelayed: turns.delay_turn,
        ev.TurnRefreshed: turns.refresh_turn,
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
        ev.StuntTold: _await_rating,
        ev.StuntRated: _rate_stunt,
        ev.GroundSet: _set_ground,
        ev.CoverRuled: _rule_cover,
        ev.TerrainSet: lambda state, e: replace(state, difficult_terrain=e.difficult),
        ev.PromptRaised: _raise_prompt,
        ev.PromptClosed: _close_prompt,
    },
    {
        ev.EndAnnounced: lambda actor, e: replace(actor, is_leaving_turn=True),
        ev.HopeDoubted: lambda actor, e: replace(actor, hope_asked=True),
        ev.HopeLost: lambda actor, e: replace(actor, no_hope=True),
        ev.ActionTaken: fighters.take_action,
        ev.Disarmed: lambda actor, e: replace(actor, weapon="", dropped=(*actor.dropped, (e.weapon, e.at))),
        ev.FlurryDeclared: lambda actor, e: replace(actor, flurry=e.actions, action_used=True),
        ev.ModifierGained: lambda actor, e: replace(actor, timed=(*actor.timed, e.modifier)),
        ev.Aimed: fighters.aim,
        ev.AimWasted: lambda actor, e: fighters.drop_aim(actor),
        ev.WardTaken: lambda actor, e: replace(fighters.use_action(actor, "defend_other"), ward=e.target),
        ev.CounterReadied: lambda actor, e: replace(actor, counters=True),
        ev.ClashTaken: lambda actor, e: replace(actor, clashed=True),
        ev.OnslaughtSuffered: lambda actor, e: replace(actor, onslaught=e.onslaught),
        ev.HealthMarked: lambda actor, e: replace(actor, health=e.health),
        ev.MagnitudeMarked: lambda actor, e: replace(actor, group=e.group),
        ev.RoutChecked: fighters.check_rout,
        ev.LeaderNamed: fighters.name_leader,
        ev.FlightChanged: fighters.change_flight,
        ev.InitiativeLent: lambda actor, e: replace(actor, lent=e.amount, lent_against=e.target),
        ev.Poisoned: lambda actor, e: replace(actor, poison=e.poison),
        ev.Held: lambda actor, e: replace(actor, skips=True),
        ev.ClinchChanged: lambda actor, e: replace(actor, clinch=e.clinch),
        ev.CharmUsed: lambda actor, e: replace(actor, spent=(*actor.spent, *e.spent)),
        events.PowerSwitched: fighters.switch_power,
        ev.Moved: lambda actor, e: replace(actor, position=e.now, half_to=e.half, circling="", circled=0),
        ev.Circled: lambda actor, e: replace(actor, circling=e.target, circled=e.moves),
        ev.MovementUsed: fighters.use_movement,
        ev.RushWon: lambda actor, e: replace(actor, rush_target=e.target or None),
        ev.RetreatReady: lambda actor, e: replace(actor, retreat_from=e.opponents),
        ev.StanceChanged: fighters.change_stance,
        ev.FallDelayed: lambda actor, e: replace(actor, falls=e.why),
        ev.ResourceChanged: fighters.change_resource,
    },
    NUMBERS,
    FIGURES,
)


@cached_by_identity(256)
def apply(state: State, event: Event) -> State:
    """Return the state after an event. `serial` also counts events that change nothing."""
    after: State = _fold(state, event)
    return replace(after, serial=state.serial + 1)
