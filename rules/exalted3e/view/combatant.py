"""One combatant as one seat may see it."""

from collections.abc import Callable, Iterator, Mapping

from rules.battle.board import Sight, draw_boxes, draw_fighter
from rules.exalted3e.attack.rolls import weapon_accuracy
from rules.exalted3e.defense import compute_defense, compute_hardness, compute_soak
from rules.exalted3e.health import INCAPACITATED, Health, say_boxes
from rules.exalted3e.pools import build_pool
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.board import State, is_falling
from rules.exalted3e.state.combatant import Clinch, Combatant, Group
from rules.exalted3e.timing.initiative import join_battle_pool
from rules.exalted3e.timing.ticks import acts_on
from rules.exalted3e.traits import ACTION_NAMES, ANIMA
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown, Term
from rules.powers import make_terms, say_active
from rules.text import EMPTY, Text, join, word
from rules.view import MAGNITUDE, BoxView, CombatantView, StatView, TrackView, signed

COVERS = {"light": Text("light cover"), "heavy": Text("heavy cover"), "full": Text("full cover")}
TOWARDS: Mapping[str, Callable[[str], Text]] = {
    "aim_target": lambda whom: Text("aims at {whom}", whom=whom),
    "ward": lambda whom: Text("defends {whom}", whom=whom),
    "rush_target": lambda whom: Text("rushes {whom}", whom=whom),
    "shift_lock": lambda whom: Text("can attack only {whom}", whom=whom),
}
"""What someone has to do with another, by the field that names the other."""


def draw_combatant(sight: Sight[State], actor: Combatant) -> CombatantView:
    """Return what the seat may see: stats and tracks only of a combatant for which it may act."""
    state, mine = sight.state, sight.is_mine(actor)
    shown = draw_fighter(
        actor,
        own=sight.is_home(actor),
        mine=mine,
        extra=actor.extra or actor.group is not None,
        being=word(actor.being) if mine else EMPTY,
        acts_now=state.current == actor.id,
        acts_at=acts_on(state, actor),
        out=word(actor.out),
        conditions=conditions(state, actor, mine),
    )
    shown["health"] = boxes(actor)
    if actor.group is not None:
        shown["ranks"] = actor.group.size
    if mine:
        shown["stats"] = list(stats(actor))
        shown["tracks"] = tracks(actor)
    return shown


@cached_by_identity(8192)
def boxes(actor: Combatant) -> list[BoxView]:
    """Return the Health Track; a battle group's is its Magnitude."""
    return draw_track(actor.health) if actor.group is None else draw_magnitude(actor.group)


def draw_track(health: Health) -> list[BoxView]:
    """Return the boxes of a Health Track."""
    levels = health.levels
    penalties = ["I" if penalty == INCAPACITATED else f"-{penalty}" if penalty else "0" for penalty in levels]
    return draw_boxes(say_boxes(health)[: len(levels)], penalties)


def draw_magnitude(group: Group) -> list[BoxView]:
    """Return the boxes of a battle group's Magnitude."""
    return [{"mark": "l" if i < group.damage else "", "penalty": MAGNITUDE} for i in range(group.maximum)]


def conditions(state: State, actor: Combatant, mine: bool) -> list[Text]:
    """Return what everyone can see of its situation, in the book's words; `mine`: and what only its player sees."""
    found = _list_stance(actor, mine)
    if actor.clinch:
        found.append(name_clinch(actor.clinch))
    if actor.is_delaying and actor.delay_tick is not None:
        found.append(Text("delays to tick {n}", n=actor.delay_tick))
    elif actor.is_delaying:
        found.append(Text("delays"))
    if actor.poison is not None:
        found.append(Text("poisoned, {n} round", "poisoned, {n} rounds", n=actor.poison.rounds))
    if actor.group is not None:
        found.append(Text("Size {n}", n=actor.group.size))
        if actor.group.flees:
            found.append(Text("flees"))
    if actor.anima:
        found.append(Text("anima {what}", what=word(ANIMA[actor.anima])))
    found += [say_active(POWERS, power, state.round) for power in actor.active]
    return found + (_own_conditions(state, actor) if mine else [])


def _list_stance(actor: Combatant, mine: bool) -> list[Text]:
    """Return how it stands against attacks: Crash, onslaught, prone, cover, in the saddle."""
    found = []
    if actor.is_crashed:
        found.append(Text("Crash, turn {n}", n=actor.crash_turns))
    if actor.no_hope and mine:
        found.append(Text("beyond recovery"))
    if is_falling(actor):
        found.append(Text("is defeated as the tick ends"))
    if actor.onslaught:
        found.append(Text("onslaught −{n}", n=actor.onslaught))
    if actor.prone:
        found.append(Text("prone"))
    if actor.cover != "none":
        found.append(COVERS[actor.cover])
    if actor.aloft:
        found.append(Text("can’t be followed"))
    if actor.mounted and actor.mount_speed and mine:
        found.append(Text("mounted, speed +{n}", n=actor.mount_speed))
    elif actor.mounted:
        found.append(Text("mounted"))
    return found


def name_clinch(clinch: Clinch) -> Text:
    """Return in words what a clinch is for the one in it."""
    if clinch.controls:
        return Text("controls a clinch, {n} round", "controls a clinch, {n} rounds", n=clinch.rounds)
    return Text("held in a clinch, {n} round", "held in a clinch, {n} rounds", n=clinch.rounds)


def _own_conditions(state: State, actor: Combatant) -> list[Text]:
    found = [Text("{what} {amount}", what=m.name, amount=signed(m.amount)) for m in actor.timed]
    if actor.counters:
        found.append(Text("readies a counterattack"))
    for name, say in TOWARDS.items():
        other = state.find(getattr(actor, name))
        if other is not None and not other.hidden:
            found.append(say(other.name))
    leader = state.find(actor.group.leader) if actor.group else None
    if leader is not None and not leader.hidden:
        found.append(Text("led by {whom}", whom=leader.name))
    if actor.flurry:
        found.append(Text("flurry: {what}", what=join(", ", (ACTION_NAMES[left] for left in actor.flurry))))
    return found


@cached_by_identity(8192)
def stats(actor: Combatant) -> tuple[StatView, ...]:
    """Return the figures that people look up in a fight, each with its why."""
    defended = compute_defense(actor)
    arm = actor.arm
    weapon = word(arm.name)
    weighs = (*make_terms(actor.standing, "dice", "power", "3E-345"), *actor.wound_terms)
    accuracy = Term(Text("accuracy"), weapon_accuracy(arm, 1 if arm.is_ranged else 0), "accuracy", "3E-030")
    value = actor.initiative
    joined: tuple[StatView, ...] = ()
    if value is not None:
        joined = ({"label": Text("Initiative"), "value": value, "large": True},)
    return (
        _stat(Text("Defense"), defended.explain()),
        {"label": Text("Parry"), "value": Text("none") if defended.parry is None else defended.parry},
        *joined,
        {"label": Text("Evasion"), "value": defended.evasion},
        _stat(Text("Soak"), compute_soak(actor)),
        *_list_hardness(actor),
        _stat(Text("Withering"), build_pool(Text("{w}, withering", w=weapon), arm.pool, (accuracy, *weighs))),
        _stat(Text("Decisive"), build_pool(Text("{w}, decisive", w=weapon), arm.pool, weighs)),
        _stat(Text("Join Battle"), join_battle_pool(actor)),
        {"label": Text("Resolve"), "value": max(0, actor.resolve - actor.wound)},
        {"label": Text("Guile"), "value": max(0, actor.guile - actor.wound)},
        {"label": Text("Weapon"), "value": weapon},
    )


def _list_hardness(actor: Combatant) -> Iterator[StatView]:
    """Return Hardness as it is now, and what is left of it in Crash, if anything is (3E-591)."""
    yield {"label": Text("Hardness"), "value": compute_hardness(actor)}
    in_crash = compute_hardness(actor, crashed=True)
    if in_crash and not actor.is_crashed:
        yield {"label": Text("Hardness in Crash"), "value": in_crash}


def _stat(label: Text, value: Breakdown) -> StatView:
    return {"label": label, "value": max(0, value.total), "steps": value.explain()}


def tracks(actor: Combatant) -> list[TrackView]:
    """Return Willpower and motes."""
    tracks = [(Text("Willpower"), actor.willpower, max(1, actor.willpower_rating))]
    if actor.has_motes:
        tracks.append((Text("Personal"), actor.personal, actor.personal_max))
        tracks.append((Text("Peripheral"), actor.peripheral, actor.peripheral_max))
    return [{"label": label, "current": current, "maximum": maximum} for label, current, maximum in tracks]
