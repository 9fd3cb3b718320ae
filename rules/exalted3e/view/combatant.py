"""One combatant as one seat may see it."""

from typing import Literal, cast

from rules.battle.board import Sight, draw_fighter
from rules.exalted3e.attack.rolls import weapon_accuracy
from rules.exalted3e.defense import read_defense, read_hardness, read_soak
from rules.exalted3e.health import INCAPACITATED, read_boxes
from rules.exalted3e.pools import build_pool
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.board import State, is_falling
from rules.exalted3e.state.fighters import Combatant
from rules.exalted3e.timing.initiative import join_battle_pool
from rules.exalted3e.timing.ticks import acts_on
from rules.exalted3e.traits import ACTION_NAMES, ANIMA
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown, Term
from rules.powers import make_terms, say_active
from rules.view import BoxView, CombatantView, StatView, TrackView, signed

Mark = Literal["", "b", "l", "a"]


def view_combatant(sight: Sight[State], combatant: Combatant) -> CombatantView:
    """The others' stats and tracks stay theirs; the Storyteller and whoever plays it see all."""
    state, mine = sight.state, sight.is_mine(combatant)
    shown = draw_fighter(
        sight, combatant, extra=combatant.extra or combatant.group is not None,
        being=combatant.being if mine else "", acts_now=state.current == combatant.id,
        acts_at=acts_on(state, combatant), out=combatant.out, conditions=conditions(state, combatant, mine),
    )  # fmt: skip
    shown["health"] = boxes(combatant)
    if mine:
        shown["stats"] = list(stats(combatant))
        shown["tracks"] = tracks(combatant)
    return shown


@cached_by_identity(8192)
def boxes(combatant: Combatant) -> list[BoxView]:
    """The Health Track; a battle group's is its Magnitude."""
    if combatant.group is not None:
        marked = combatant.group.damage
        return [{"mark": "l" if i < marked else "", "penalty": ""} for i in range(combatant.group.maximum)]
    found: list[BoxView] = []
    for penalty, mark in read_boxes(combatant.health):
        label = "I" if penalty == INCAPACITATED else f"-{penalty}" if penalty else "0"
        found.append({"mark": cast(Mark, mark.strip()), "penalty": label})
    return found


def conditions(state: State, combatant: Combatant, mine: bool) -> list[str]:
    """What everyone can see of its situation, in the book's words."""
    found = []
    if combatant.is_crashed:
        found.append(f"Crash, turn {combatant.crash_turns}")
    if combatant.no_hope and mine:
        found.append("no hope left")
    if is_falling(combatant):
        found.append("falls as the tick ends")
    if combatant.onslaught:
        found.append(f"onslaught −{combatant.onslaught}")
    if combatant.prone:
        found.append("prone")
    if combatant.cover != "none":
        found.append(f"{combatant.cover} cover")
    if combatant.mounted:
        found.append(f"mounted, speed +{combatant.mount_speed}" if combatant.mount_speed and mine else "mounted")
    if combatant.clinch:
        word = "controls a clinch" if combatant.clinch.controls else "held in a clinch"
        found.append(f"{word}, {combatant.clinch.rounds} rounds")
    if combatant.is_delaying:
        found.append("delays" if combatant.delay_tick is None else f"delays to tick {combatant.delay_tick}")
    if combatant.poison is not None:
        found.append(f"poisoned, {combatant.poison.rounds} rounds")
    if combatant.group is not None:
        found.append(f"Size {combatant.group.size}")
    if combatant.anima:
        found.append(f"anima {ANIMA[combatant.anima]}")
    found += [say_active(POWERS, one, state.round) for one in combatant.active]
    return found + (_own_conditions(state, combatant) if mine else [])


def _own_conditions(state: State, combatant: Combatant) -> list[str]:
    found = [f"{m.name} {signed(m.amount)}" for m in combatant.timed]
    if combatant.counters:
        found.append("readies a counterattack")
    for word, id in (
        ("aims at", combatant.aim_target),
        ("defends", combatant.ward),
        ("rushes", combatant.rush_target),
        ("may only attack", combatant.shift_lock),
    ):
        other = state.find(id)
        if other is not None and not other.hidden:
            found.append(f"{word} {other.name}")
    if combatant.flurry:
        found.append(f"flurry: {', '.join(ACTION_NAMES[left] for left in combatant.flurry)}")
    return found


@cached_by_identity(8192)
def stats(combatant: Combatant) -> tuple[StatView, ...]:
    """The figures one looks up in a fight, each with its why; kept, since most combatants change seldom."""
    defended = read_defense(combatant)
    arm = combatant.arm
    wounds = (Term("wounds", -combatant.wound, "wound", "3E-264"),) if combatant.wound else ()
    weighs = (*make_terms(combatant.standing, "dice", "power", "3E-345"), *wounds)
    accuracy = Term("accuracy", weapon_accuracy(arm, 1 if arm.is_ranged else 0), "accuracy", "3E-030")
    value = combatant.initiative
    joined: tuple[StatView, ...] = () if value is None else ({"label": "Initiative", "value": value},)
    return (
        _stat("Defense", defended.explain()),
        {"label": "Parry", "value": "none" if defended.parry is None else defended.parry},
        *joined,
        {"label": "Evasion", "value": defended.evasion},
        _stat("Soak", read_soak(combatant)),
        {"label": "Hardness", "value": read_hardness(combatant)},
        _stat("Withering", build_pool(f"{arm.name}, withering", arm.pool, (accuracy, *weighs))),
        _stat("Decisive", build_pool(f"{arm.name}, decisive", arm.pool, weighs)),
        _stat("Join Battle", join_battle_pool(combatant)),
        {"label": "Resolve", "value": max(0, combatant.resolve - combatant.wound)},
        {"label": "Guile", "value": max(0, combatant.guile - combatant.wound)},
        {"label": "Weapon", "value": arm.name},
    )


def _stat(label: str, value: Breakdown) -> StatView:
    return {"label": label, "value": max(0, value.total), "steps": value.explain()}


def tracks(combatant: Combatant) -> list[TrackView]:
    """Willpower and motes."""
    found: list[TrackView] = [
        {"label": "Willpower", "current": combatant.willpower, "maximum": max(1, combatant.willpower_rating)}
    ]
    if combatant.personal_max or combatant.peripheral_max:
        found.append({"label": "Personal", "current": combatant.personal, "maximum": combatant.personal_max})
        found.append({"label": "Peripheral", "current": combatant.peripheral, "maximum": combatant.peripheral_max})
    return found
