"""The wheel turns: the next tick on which somebody may act, refreshed DVs, stunt rewards, the dying (2E-266..279)."""

from dataclasses import replace

from rules.exalted2e.actions.stunts import Reward, Stunt, rate_stunt, rewards
from rules.exalted2e.decide.lasting import end_powers
from rules.exalted2e.decide.script import Script, get_audience, get_side_audience, new_id
from rules.exalted2e.events import Acting, DyingMarked, StuntRewarded, TickAdvanced
from rules.exalted2e.health import DYING_TICKS, lose_dying_levels, regain_motes, regain_willpower
from rules.exalted2e.sheet.parse import mote_capacity, mote_room
from rules.exalted2e.state import Combatant, Pending, State, get_order_key


def advance(script: Script) -> bool:
    """Turn to the next tick on which somebody may act; False when nobody ever will."""
    times = [tick for one in script.state.combatants if (tick := get_call(one)) is not None]
    if not times:
        return False
    tick = max(min(times), script.state.tick)
    _bleed(script, tick)
    _call(script, tick, _find_called(script.state, tick))
    return True


def call_newcomers(script: Script) -> bool:
    """Call those whose action came on this very tick after it began: late joiners, or by the Storyteller's word."""
    is_open = script.state.due or script.state.is_resolving
    called = _find_called(script.state, script.state.tick) if is_open else []
    if called:
        _call(script, script.state.tick, called)
    return bool(called)


def _find_called(state: State, tick: int) -> list[Combatant]:
    waiting = [one for one in state.combatants if one.id not in state.due]
    called = [one for one in waiting if (call := get_call(one)) is not None and call <= tick]
    return sorted(called, key=get_order_key)


def _call(script: Script, tick: int, called: list[Combatant]) -> None:
    acting = tuple(Acting(one.id, one.name, is_fresh(one, tick), get_audience(script.state, one.id)) for one in called)
    stunts = {one.id: (one.stunt, one.stunt_xp) for one in called if is_fresh(one, tick) and one.stunt}
    script.emit(TickAdvanced(tick=tick, acting=acting, is_long=script.state.is_long))
    end_powers(script, [one.id for one in acting if one.fresh])
    for id, (rating, experience) in stunts.items():
        _reward(script, script.state.of(id), rating, experience)


def get_call(one: Combatant) -> int | None:
    """The tick on which she is given the word: her next action, or the one on which she may break off."""
    if not one.is_standing or one.clock is None:
        return None
    wake = one.doing.wake if one.doing else None
    return one.clock.next if wake is None else min(wake, one.clock.next)


def is_fresh(one: Combatant, tick: int) -> bool:
    """Whether this is her next action, so that DV refreshes, and no abort (2E-276, 2E-297)."""
    return one.clock is not None and one.clock.next <= tick


def _bleed(script: Script, tick: int) -> None:
    for one in script.state.combatants:
        if one.dying_since is None or one.has_left:
            continue
        passed = (tick - one.dying_since) * script.state.scale
        if passed < DYING_TICKS:
            continue
        dying, dead = lose_dying_levels(one.health.dying_levels, one.health.dying, passed)
        script.emit(
            DyingMarked(
                actor=one.id,
                actor_name=one.name,
                dying=dying,
                dead=dead,
                tick=one.dying_since + passed // DYING_TICKS * DYING_TICKS // script.state.scale,
                audience=get_audience(script.state, one.id),
            )
        )


def _reward(script: Script, one: Combatant, rating: int, experience: bool) -> None:
    """Pay the best stunt since the last refresh, or ask what it shall be (2E-183, 2E-184, 2E-195)."""
    choices = list_rewards(script.state, one, rating, experience)
    if len(choices) > 1:
        words = " or ".join(tell_reward(script.state, one, rating, choice) for choice in choices)
        question = f"Reward for a stunt of {rating}: {words}?"
        script.ask(
            Pending(
                new_id(script.state, "p", one.id),
                "reward",
                one.id,
                question,
                free=True,
                rating=rating,
                experience=experience,
            )
        )
    elif choices:
        script.emit(make_reward(script.state, one, rating, choices[0]))


def _rate(state: State, one: Combatant, rating: int) -> Stunt:
    return rate_stunt(one.sheet.being, rating, has_pool=has_pool(one), options=state.options)


def list_rewards(state: State, one: Combatant, rating: int, experience: bool) -> list[Reward]:
    """What a stunt may be rewarded with; Willpower only where some is missing (2E-184 to 2E-189, 2E-201)."""
    stunt = _rate(state, one, rating)
    known = rewards(replace(stunt, experience=experience))
    return [reward for reward in known if reward != "willpower" or one.willpower < one.sheet.willpower]


def tell_reward(state: State, one: Combatant, rating: int, reward: Reward) -> str:
    """A reward in words."""
    stunt = _rate(state, one, rating)
    return {"motes": f"{stunt.motes} motes", "willpower": "1 Willpower", "experience": "1 experience point"}[reward]


def settle_rewards(script: Script) -> None:
    """Pay at the end of the battle what no refresh will pay any more; what nobody chose is what gains something."""
    for pending in [item for item in script.state.pending if item.kind == "reward"]:
        _settle(script, pending.who, pending.rating, pending.experience, pending.id)
    for one in script.state.combatants:
        if one.stunt and not one.has_left:
            _settle(script, one.id, one.stunt, one.stunt_xp)


def _settle(script: Script, id: str, rating: int, experience: bool, prompt: str = "") -> None:
    one = script.state.of(id)
    made = [
        make_reward(script.state, one, rating, choice, prompt)
        for choice in list_rewards(script.state, one, rating, experience)
    ]
    gained = [event for event in made if event.personal or event.peripheral or event.willpower or event.experience]
    if gained:
        script.emit(gained[0])


def make_reward(state: State, one: Combatant, rating: int, choice: Reward, prompt: str = "") -> StuntRewarded:
    """The reward as a fact; what the pools cannot hold is lost (2E-201)."""
    stunt = _rate(state, one, rating)
    personal = peripheral = willpower = 0
    if choice == "willpower":
        willpower = regain_willpower(one.willpower, one.sheet.willpower, 1) - one.willpower
    elif choice == "motes":
        most = mote_room(one.sheet)
        peripheral = regain_motes(one.peripheral, most[1], stunt.motes) - one.peripheral
        personal = regain_motes(one.personal, most[0], stunt.motes - peripheral) - one.personal
    return StuntRewarded(
        actor=one.id,
        actor_name=one.name,
        rating=rating,
        personal=personal,
        peripheral=peripheral,
        willpower=willpower,
        experience=int(choice == "experience"),
        tick=state.tick,
        prompt=prompt,
        audience=get_side_audience(state, one.id),
    )


def has_pool(one: Combatant) -> bool:
    """Whether she has an Essence pool at all (2E-033)."""
    return any(mote_capacity(one.sheet))
