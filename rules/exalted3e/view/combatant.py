"""One combatant as one seat may see it."""

from collections.abc import Callable, Mapping

from rules.battle.board import Sight, draw_boxes, draw_fighter
from rules.exalted3e.attack.rolls import weapon_accuracy
from rules.exalted3e.defense import read_defense, read_hardness, read_soak
from rules.exalted3e.health import INCAPACITATED, say_boxes
from rules.exalted3e.pools import build_pool
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.board import State, is_falling
from rules.exalted3e.state.fighters import Clinch, Combatant
from rules.exalted3e.timing.initiative import join_battle_pool
from rules.exalted3e.timing.ticks import acts_on
from rules.exalted3e.traits import ACTION_NAMES, ANIMA
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown, Term
from rules.powers import make_terms, say_active
from rules.text import EMPTY, Text, join, word
from rules.view import BoxView, CombatantView, StatView, TrackView, signed

COVERS = {"light": Text("light cover"), "heavy": Text("heavy cover"), "full": Text("full cover")}
TOWARDS: Mapping[str, Callable[[str], Text]] = {
    "aim_target": lambda whom: Text("aims at {whom}", whom=whom),
    "ward": lambda whom: Text("defends {whom}", whom=whom),
    "rush_target": lambda whom: Text("rushes {whom}", whom=whom),
    "shift_lock": lambda whom: Text("may only attack {whom}", whom=whom),
}
"""What somebody has to do with another, by the field that names the other."""


def view_combatant(sight: Sight[State], combatant: Combatant) -> CombatantView:
    """Return what the seat may see: stats and tracks only of a combatant for which it may act."""
    state, mine = sight.state, sight.is_mine(combatant)
    shown = draw_fighter(
        sight, combatant, extra=combatant.extra or combatant.group is not None,
        being=word(combatant.being) if mine else EMPTY, acts_now=state.current == combatant.id,
        acts_at=acts_on(state, combatant), out=word(combatant.out), conditions=conditions(state, combatant, mine),
    )  # fmt: skip
    shown["health"] = boxes(combatant)
    if mine:
        shown["stats"] = list(stats(combatant))
        shown["tracks"] = tracks(combatant)
    return shown


@cached_by_identity(8192)
def boxes(combatant: Combatant) -> list[BoxView]:
    """Return the Health Track; a battle group's is its Magnitude."""
    if combatant.group is not None:
        marked = combatant.group.damage
        return [{"mark": "l" if i < marked else "", "penalty": ""} for i in range(combatant.group.maximum)]
    levels = combatant.health.levels
    penalties = ["I" if penalty == INCAPACITATED else f"-{penalty}" if penalty else "0" for penalty in levels]
    return draw_boxes(say_boxes(combatant.health)[: len(levels)], penalties)


def conditions(state: State, combatant: Combatant, mine: bool) -> list[Text]:
    """Return what everyone can see of its situation, in the book's words; `mine`: and what only its player sees."""
    found = []
    if combatant.is_crashed:
        found.append(Text("Crash, turn {n}", n=combatant.crash_turns))
    if combatant.no_hope and mine:
        found.append(Text("no hope left"))
    if is_falling(combatant):
        found.append(Text("falls as the tick ends"))
    if combatant.onslaught:
        found.append(Text("onslaught −{n}", n=combatant.onslaught))
    if combatant.prone:
        found.append(Text("prone"))
    if combatant.cover != "none":
        found.append(COVERS[combatant.cover])
    if combatant.mounted and combatant.mount_speed and mine:
        found.append(Text("mounted, speed +{n}", n=combatant.mount_speed))
    elif combatant.mounted:
        found.append(Text("mounted"))
    if combatant.clinch:
        found.append(_name_clinch(combatant.clinch))
    if combatant.is_delaying and combatant.delay_tick is not None:
        found.append(Text("delays to tick {n}", n=combatant.delay_tick))
    elif combatant.is_delaying:
        found.append(Text("delays"))
    if combatant.poison is not None:
        found.append(Text("poisoned, {n} round", "poisoned, {n} rounds", n=combatant.poison.rounds))
    if combatant.group is not None:
        found.append(Text("Size {n}", n=combatant.group.size))
    if combatant.anima:
        found.append(Text("anima {what}", what=word(ANIMA[combatant.anima])))
    found += [say_active(POWERS, one, state.round) for one in combatant.active]
    return found + (_own_conditions(state, combatant) if mine else [])


def _name_clinch(clinch: Clinch) -> Text:
    if clinch.controls:
        return Text("controls a clinch, {n} round", "controls a clinch, {n} rounds", n=clinch.rounds)
    return Text("held in a clinch, {n} round", "held in a clinch, {n} rounds", n=clinch.rounds)


def _own_conditions(state: State, combatant: Combatant) -> list[Text]:
    found = [Text("{what} {amount}", what=m.name, amount=signed(m.amount)) for m in combatant.timed]
    if combatant.counters:
        found.append(Text("readies a counterattack"))
    for name, say in TOWARDS.items():
        other = state.find(getattr(combatant, name))
        if other is not None and not other.hidden:
            found.append(say(other.name))
    if combatant.flurry:
        found.append(Text("flurry: {what}", what=join(", ", (ACTION_NAMES[left] for left in combatant.flurry))))
    return found


@cached_by_identity(8192)
def stats(combatant: Combatant) -> tuple[StatView, ...]:
    """Return the figures that people look up in a fight, each with its why."""
    defended = read_defense(combatant)
    arm = combatant.arm
    weapon = word(arm.name)
    weighs = (*make_terms(combatant.standing, "dice", "power", "3E-345"), *combatant.wound_terms)
    accuracy = Term(Text("accuracy"), weapon_accuracy(arm, 1 if arm.is_ranged else 0), "accuracy", "3E-030")
    value = combatant.initiative
    joined: tuple[StatView, ...] = () if value is None else ({"label": Text("Initiative"), "value": value},)
    return (
        _stat(Text("Defense"), defended.explain()),
        {"label": Text("Parry"), "value": Text("none") if defended.parry is None else defended.parry},
        *joined,
        {"label": Text("Evasion"), "value": defended.evasion},
        _stat(Text("Soak"), read_soak(combatant)),
        {"label": Text("Hardness"), "value": read_hardness(combatant)},
        _stat(Text("Withering"), build_pool(Text("{w}, withering", w=weapon), arm.pool, (accuracy, *weighs))),
        _stat(Text("Decisive"), build_pool(Text("{w}, decisive", w=weapon), arm.pool, weighs)),
        _stat(Text("Join Battle"), join_battle_pool(combatant)),
        {"label": Text("Resolve"), "value": max(0, combatant.resolve - combatant.wound)},
        {"label": Text("Guile"), "value": max(0, combatant.guile - combatant.wound)},
        {"label": Text("Weapon"), "value": weapon},
    )


def _stat(label: Text, value: Breakdown) -> StatView:
    return {"label": label, "value": max(0, value.total), "steps": value.explain()}


def tracks(combatant: Combatant) -> list[TrackView]:
    """Return Willpower and motes."""
    tracks = [(Text("Willpower"), combatant.willpower, max(1, combatant.willpower_rating))]
    if combatant.personal_max or combatant.peripheral_max:
        tracks.append((Text("Personal"), combatant.personal, combatant.personal_max))
        tracks.append((Text("Peripheral"), combatant.peripheral, combatant.peripheral_max))
    return [{"label": label, "current": current, "maximum": maximum} for label, current, maximum in tracks]
