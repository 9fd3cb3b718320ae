"""Turning to the next tick on which someone may act: DV refresh, stunt rewards, the dying (2E-266..279).

Also the length of a tick, and the end of the battle.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from rules.battle import setup
from rules.battle.moves import EndBattle
from rules.battle.play import Play, about
from rules.battle.roster import audience_of
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import Reward, Stunt, rate_stunt, rewards
from rules.exalted2e.decide.acting import is_fresh
from rules.exalted2e.decide.common import for_side, put_prompt
from rules.exalted2e.decide.powers import end_powers
from rules.exalted2e.events.table import Acting, DyingMarked, ScaleSet, StuntRewarded, TickAdvanced
from rules.exalted2e.health.recovery import regain, regain_motes
from rules.exalted2e.health.track import DYING_TICKS, lose_dying_levels
from rules.exalted2e.moves.acts import SetScale
from rules.exalted2e.sheet.parse import mote_capacity, mote_room
from rules.exalted2e.state import Combatant, State, get_order_key
from rules.text import Text


def advance(play: Play[State]) -> bool:
    """Turn to the next tick on which someone may act. Returns False if there is none."""
    times = [tick for combatant in play.state.combatants if (tick := get_call(combatant)) is not None]
    if not times:
        return False
    tick = max(min(times), play.state.tick)
    _bleed(play, tick)
    _call(play, tick, _find_called(play.state, tick))
    return True


def call_newcomers(play: Play[State]) -> bool:
    """Call those whose action was moved to this tick after it began, such as late joiners. Returns whether any were."""
    is_open = play.state.due or play.state.is_resolving
    called = _find_called(play.state, play.state.tick) if is_open else []
    if called:
        _call(play, play.state.tick, called)
    return bool(called)


def _find_called(state: State, tick: int) -> list[Combatant]:
    waiting = [combatant for combatant in state.combatants if combatant.id not in state.due]
    called = [combatant for combatant in waiting if (call := get_call(combatant)) is not None and call <= tick]
    return sorted(called, key=get_order_key)


def _call(play: Play[State], tick: int, called: list[Combatant]) -> None:
    acting = tuple(
        Acting(combatant.id, combatant.name, is_fresh(combatant, tick), audience_of(combatant)) for combatant in called
    )
    stunts = {
        combatant.id: (combatant.stunt, combatant.stunt_xp)
        for combatant in called
        if is_fresh(combatant, tick) and combatant.stunt
    }
    play.emit(TickAdvanced(tick=tick, acting=acting, is_long=play.state.is_long))
    end_powers(play, [entry.id for entry in acting if entry.fresh])
    for id, (rating, experience) in stunts.items():
        _reward(play, play.state.get(id), rating, experience)


def get_call(actor: Combatant) -> int | None:
    """Return the tick on which the combatant may declare: of the next action, or the one to break off on."""
    if not actor.is_standing or actor.clock is None:
        return None
    wake = actor.doing.wake if actor.doing else None
    return actor.clock.next if wake is None else min(wake, actor.clock.next)


def _bleed(play: Play[State], tick: int) -> None:
    for combatant in play.state.combatants:
        if combatant.dying_since is None or combatant.has_left:
            continue
        passed = (tick - combatant.dying_since) * play.state.scale
        if passed < DYING_TICKS:
            continue
        dying, dead = lose_dying_levels(combatant.health.dying_levels, combatant.health.dying, passed)
        marked = combatant.dying_since + passed // DYING_TICKS * DYING_TICKS // play.state.scale
        play.emit(DyingMarked(**about(combatant), dying=dying, dead=dead, tick=marked))


def _reward(play: Play[State], actor: Combatant, rating: int, experience: bool) -> None:
    """Pay the best stunt since the last refresh, or ask for the choice of its reward (2E-183, 2E-184, 2E-195)."""
    choices = list_rewards(play.state, actor, rating, experience)
    if len(choices) > 1:
        words = describe_rewards(play.state, actor, rating, choices)
        question = Text("Reward for the {n}-die stunt: {what}?", n=rating, what=words)
        put_prompt(play, "reward", actor, question, rating=rating, experience=experience)
    elif choices:
        play.emit(make_reward(play.state, actor, rating, choices[0]))


def _rate(state: State, actor: Combatant, rating: int) -> Stunt:
    return rate_stunt(actor.sheet.being, rating, has_pool=has_pool(actor), options=state.options)


def list_rewards(state: State, actor: Combatant, rating: int, experience: bool) -> list[Reward]:
    """Return the rewards to choose from; Willpower only where some is missing (2E-184 to 2E-189, 2E-201)."""
    stunt = _rate(state, actor, rating)
    known = rewards(replace(stunt, experience=experience))
    return [reward for reward in known if reward != "willpower" or actor.willpower < actor.sheet.willpower]


def describe_reward(state: State, actor: Combatant, rating: int, reward: Reward) -> Text:
    """Return a reward in words: "4 motes"."""
    if reward == "motes":
        return Text("{n} mote", "{n} motes", n=_rate(state, actor, rating).motes)
    return Text("1 Willpower") if reward == "willpower" else Text("1 experience point")


def describe_rewards(state: State, actor: Combatant, rating: int, rewards: Iterable[Reward]) -> Text:
    """Return one or more rewards in words: "4 motes or 1 Willpower"."""
    texts = (describe_reward(state, actor, rating, reward) for reward in rewards)
    return reduce(lambda actor, other: Text("{one} or {other}", one=actor, other=other), texts)


def settle_rewards(play: Play[State]) -> None:
    """Pay all stunts at the end of the battle; an open choice becomes the first reward that gains something."""
    for pending in [item for item in play.state.pending if item.kind == "reward"]:
        _settle(play, pending.who, pending.rating, pending.experience, pending.id)
    for combatant in play.state.combatants:
        if combatant.stunt and not combatant.has_left:
            _settle(play, combatant.id, combatant.stunt, combatant.stunt_xp)


def _settle(play: Play[State], id: str, rating: int, experience: bool, prompt: str = "") -> None:
    actor = play.state.get(id)
    made = [
        make_reward(play.state, actor, rating, choice, prompt)
        for choice in list_rewards(play.state, actor, rating, experience)
    ]
    gained = [event for event in made if event.personal or event.peripheral or event.willpower or event.experience]
    if gained:
        play.emit(gained[0])


def make_reward(state: State, actor: Combatant, rating: int, choice: Reward, prompt: str = "") -> StuntRewarded:
    """Return the event of a reward; what the pools cannot hold is lost (2E-201)."""
    stunt = _rate(state, actor, rating)
    personal = peripheral = willpower = 0
    if choice == "willpower":
        willpower = regain(actor.willpower, actor.sheet.willpower, 1) - actor.willpower
    elif choice == "motes":
        full = regain_motes(actor.personal, actor.peripheral, mote_room(actor.sheet), stunt.motes)
        personal, peripheral = full[0] - actor.personal, full[1] - actor.peripheral
    return StuntRewarded(
        **for_side(state, actor),
        rating=rating,
        personal=personal,
        peripheral=peripheral,
        willpower=willpower,
        experience=int(choice == "experience"),
        prompt=prompt,
    )


def has_pool(actor: Combatant) -> bool:
    """Return whether the combatant has an Essence pool (2E-033)."""
    return any(mote_capacity(actor.sheet))


def set_scale(play: Play[State], move: SetScale) -> None:
    """Count in long ticks, as units do, or in ticks again (2E-018)."""
    if move.is_long == play.state.is_long:
        raise IllegalMove("no_change", Text("The battle already uses these ticks."))
    play.emit(ScaleSet(is_long=move.is_long, tick=play.state.tick))


def end_battle(play: Play[State], move: EndBattle) -> None:
    """End the battle, after paying the stunts that still wait for a refresh."""
    settle_rewards(play)
    setup.end_battle(play, move)
