"""One combatant as a seat sees it."""

from collections.abc import Mapping
from typing import Final

from rules.battle.board import Sight, draw_boxes, draw_fighter
from rules.exalted2e.attack.defenses import build_situation, get_dodge, get_parry, list_parries
from rules.exalted2e.attack.figures import get_hardness, get_soak, lasting_hardness
from rules.exalted2e.defense import TITLES, compute_dv
from rules.exalted2e.health.track import levels
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Answer, Combatant, Declared, Doing, State
from rules.exalted2e.traits import Being
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown
from rules.powers import say_active, sum_shares
from rules.text import EMPTY, Text, verbatim
from rules.view import BoxView, CombatantView, StatView, TrackView

BEINGS: Final[Mapping[Being, Text]] = {
    "exalt": Text("exalt"),
    "spirit": Text("spirit"),
    "heroic_mortal": Text("heroic mortal"),
    "mortal": Text("mortal"),
    "extra": Text("extra"),
}
CONDITIONS: Final = (
    ("prone", Text("prone")),
    ("unaware", Text("unaware")),
    ("inactive", Text("inactive")),
    ("stunned_by", Text("stunned")),
    ("wavers", Text("will not stand")),
    ("botched", Text("off balance")),
)
"""The conditions of a combatant by the attributes that say so."""
DOING: Final[Mapping[str, Text]] = {
    "aim": Text("aiming"),
    "guard": Text("on guard"),
    "dash": Text("dashing"),
    "defend": Text("defending"),
    "coordinate": Text("leading"),
}
"""What a combatant does, without its target."""


def view_combatant(sight: Sight[State], one: Combatant, tick: int) -> CombatantView:
    """Return the combatant for this seat: health for all, figures and tracks only for the own side.

    `tick` is the tick that the seat knows.
    """
    called, is_known = one.id in sight.state.due, sight.seat.storyteller or sight.is_own(one)
    shown = draw_fighter(
        sight,
        one,
        extra=one.sheet.being == "extra",
        being=BEINGS[one.sheet.being] if is_known else EMPTY,
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
    penalties = ["I" if level is None else f"−{level}" if level else "0" for level in levels(one.health.track)]
    return draw_boxes(one.health.boxes, penalties)


def _conditions(sight: Sight[State], one: Combatant, tick: int) -> list[Text]:
    found = []
    if one.doing is not None:
        found.append(_say_doing(sight, one.doing))
    for name, text in CONDITIONS:
        if getattr(one, name):
            found.append(text)
    if one.held_by and (other := sight.find(one.held_by)) is not None:
        found.append(Text("held by {who}", who=other.name))
    if one.holding and (other := sight.find(one.holding)) is not None:
        found.append(Text("holding {who}", who=other.name))
    if one.ground.cover:
        found.append(Text("{n}% cover", n=one.ground.cover))
    found += [say_active(POWERS, active, tick) for active in one.active]
    if one.health.dying:
        found.append(Text("dying, {n} of {n2}", n=one.health.dying, n2=one.health.dying_levels))
    return found


def _say_doing(sight: Sight[State], doing: Doing) -> Text:
    target = sight.find(doing.target)
    if target is None:
        return DOING[doing.kind]
    if doing.kind == "aim":
        return Text("aiming at {who}", who=target.name)
    if doing.kind == "coordinate":
        return Text("leading against {who}", who=target.name)
    return Text("defending {who}", who=target.name)


@cached_by_identity(8192)
def _stats(options: Options, one: Combatant) -> list[StatView]:
    dodge, parry = get_dvs_now(State(options=options, combatants=(one,)), one)  # without others in the battle
    warded = sum_shares(one.standing, "soak")
    bashing, lethal = sum(get_soak(one.sheet, "B")) + warded, sum(get_soak(one.sheet, "L")) + warded
    stats = [
        _stat(TITLES["dodge"], dodge),
        _stat(TITLES["parry"], parry),
        StatView(label=Text("Soak L/B"), value=verbatim(f"{lethal}/{bashing}")),
    ]
    hard = lasting_hardness(one)
    hardness = max((*get_hardness(one.sheet, "L"), *hard)), max((*get_hardness(one.sheet, "B"), *hard))
    if any(hardness):
        stats.append(StatView(label=Text("Hardness L/B"), value=verbatim(f"{hardness[0]}/{hardness[1]}")))
    if one.clock is not None and one.clock.penalty:
        stats.append(StatView(label=Text("DV penalty"), value=-one.clock.penalty))
    if one.health.wound:
        stats.append(StatView(label=Text("Wounds"), value=-one.health.wound))
    return stats


def _stat(label: Text, dv: Breakdown) -> StatView:
    return StatView(label=label, value=dv.total, steps=dv.explain())


def get_dvs_now(state: State, one: Combatant) -> tuple[Breakdown, Breakdown]:
    """Return both DVs against a close attack without any further modifiers."""
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
        tracks.append({"label": Text("Peripheral"), "current": one.peripheral, "maximum": peripheral})
        tracks.append({"label": Text("Personal"), "current": one.personal, "maximum": personal})
    tracks.append({"label": Text("Willpower"), "current": one.willpower, "maximum": one.sheet.willpower})
    return tracks
