"""One combatant as one seat sees her: others' figures stay theirs."""

from collections.abc import Mapping
from typing import Final, Literal

from rules.battle.board import Sight, draw_fighter
from rules.exalted2e.attack.defenses import build_situation, get_dodge, get_parry, list_parries
from rules.exalted2e.attack.figures import get_hardness, get_soak, lasting_hardness
from rules.exalted2e.defense import compute_dv
from rules.exalted2e.health.track import levels
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Answer, Combatant, Declared, State
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown
from rules.powers import say_active, sum_shares
from rules.view import BoxView, CombatantView, StatView, TrackView

MARKS: Final[Mapping[str, Literal["", "b", "l", "a"]]] = {".": "", "B": "b", "L": "l", "A": "a"}


def view_combatant(sight: Sight[State], one: Combatant, tick: int) -> CombatantView:
    """The combatant for this seat: figures and tracks only of the own side, marks of everybody.

    `tick`: the one that the seat knows of.
    """
    called, is_known = one.id in sight.state.due, sight.seat.storyteller or sight.is_own(one)
    shown = draw_fighter(
        sight,
        one,
        extra=one.sheet.being == "extra",
        being=one.sheet.being if is_known else "",
        acts_now=called,
        acts_at=tick if called else one.clock.next if one.clock is not None and one.is_standing else None,
        out=one.out,
        conditions=_conditions(sight, one, tick),
    )
    shown["health"] = _draw_health(one)
    if is_known:
        shown["stats"], shown["tracks"] = _stats(sight.state.options, one), _tracks(one)
    else:
        shown["character"] = None
    return shown


@cached_by_identity(8192)
def _draw_health(one: Combatant) -> list[BoxView]:
    return [
        {"mark": MARKS[mark], "penalty": "I" if level is None else f"−{level}" if level else "0"}
        for mark, level in zip(one.health.boxes, levels(one.health.track), strict=True)
    ]


def _conditions(sight: Sight[State], one: Combatant, tick: int) -> list[str]:
    found = []
    if one.doing is not None:
        found.append(_busy(sight, one))
    for word in ("prone", "unaware", "inactive"):
        if getattr(one, word):
            found.append(word)
    if one.stunned_by:
        found.append("stunned")
    if one.wavers:
        found.append("will not stand")
    if one.botched:
        found.append("off balance")
    for id, word in ((one.held_by, "held"), (one.holding, "holding")):
        if id and (other := sight.find(id)) is not None:
            found.append(f"{word} by {other.name}" if word == "held" else f"holding {other.name}")
    if one.ground.cover:
        found.append(f"{one.ground.cover}% cover")
    found += [say_active(POWERS, active, tick) for active in one.active]
    if one.health.dying:
        found.append(f"dying, {one.health.dying} of {one.health.dying_levels}")
    return found


def _busy(sight: Sight[State], one: Combatant) -> str:
    doing = one.doing
    if doing is None:
        return ""
    words = {"aim": "aiming", "guard": "on guard", "dash": "dashing", "defend": "defending", "coordinate": "leading"}
    target = sight.find(doing.target)
    if target is None:
        return words.get(doing.kind, doing.kind)
    link = {"aim": "at ", "coordinate": "against "}.get(doing.kind, "")
    return f"{words.get(doing.kind, doing.kind)} {link}{target.name}"


@cached_by_identity(8192)
def _stats(options: Options, one: Combatant) -> list[StatView]:
    dodge, parry = get_dvs_now(State(options=options, combatants=(one,)), one)  # of nobody else's making
    warded = sum_shares(one.standing, "soak")
    bashing, lethal = sum(get_soak(one.sheet, "B")) + warded, sum(get_soak(one.sheet, "L")) + warded
    stats = [
        _stat("Dodge DV", dodge),
        _stat("Parry DV", parry),
        StatView(label="Soak L/B", value=f"{lethal}/{bashing}"),
    ]
    hard = lasting_hardness(one)
    hardness = max((*get_hardness(one.sheet, "L"), *hard)), max((*get_hardness(one.sheet, "B"), *hard))
    if any(hardness):
        stats.append(StatView(label="Hardness L/B", value=f"{hardness[0]}/{hardness[1]}"))
    if one.clock is not None and one.clock.penalty:
        stats.append(StatView(label="DV penalty", value=-one.clock.penalty))
    if one.health.wound:
        stats.append(StatView(label="Wounds", value=-one.health.wound))
    return stats


def _stat(label: str, dv: Breakdown) -> StatView:
    return StatView(label=label, value=dv.total, steps=dv.explain())


def get_dvs_now(state: State, one: Combatant) -> tuple[Breakdown, Breakdown]:
    """Both DVs as they stand against a plain close attack by nobody in particular."""
    plain = Declared("", one.id, one.id, "", "")
    now = build_situation(state, plain, one, Answer("none"))
    dodge = compute_dv("dodge", get_dodge(one), now)
    parries = [compute_dv("parry", get_parry(one, weapon), now) for weapon, _ in list_parries(one)]
    best = max(parries, key=lambda dv: dv.total) if parries else compute_dv("parry", 0, now)
    return dodge, best


@cached_by_identity(8192)
def _tracks(one: Combatant) -> list[TrackView]:
    personal, peripheral = mote_room(one.sheet)
    tracks: list[TrackView] = []
    if personal or peripheral:
        tracks.append({"label": "Peripheral", "current": one.peripheral, "maximum": peripheral})
        tracks.append({"label": "Personal", "current": one.personal, "maximum": personal})
    tracks.append({"label": "Willpower", "current": one.willpower, "maximum": one.sheet.willpower})
    return tracks
