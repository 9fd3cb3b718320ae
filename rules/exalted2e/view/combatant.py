"""One combatant as a seat sees it."""

from collections.abc import Mapping
from typing import Final

from rules.battle.board import Sight, draw_boxes, draw_fighter
from rules.exalted2e.attack.defenses import build_situation, get_dodge, get_parry, list_parries
from rules.exalted2e.attack.figures import get_hardness, get_soak, lasting_hardness
from rules.exalted2e.attack.minds import get_mdvs_now
from rules.exalted2e.defense import TITLES, compute_dv
from rules.exalted2e.health.track import Health, levels
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Answer, Combatant, CurrentAction, DeclaredAttack, Ground, State
from rules.exalted2e.state.ground import say_features
from rules.exalted2e.traits import Being
from rules.exalted2e.view.plain import say_next_difficulties
from rules.exalted2e.view.war import draw_unit, list_figures
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
    ("wavers", Text("refuses to fight")),
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
FREE: Final = Ground()


def draw_combatant(sight: Sight[State], actor: Combatant, tick: int) -> CombatantView:
    """Return the combatant for this seat: health for all, figures and tracks only for the own side.

    `tick` is the tick that the seat knows.
    """
    called, is_known = actor.id in sight.state.due, sight.seat.storyteller or sight.is_own(actor)
    at = tick if called else actor.clock.next if actor.clock is not None and actor.is_standing else None
    debates = sight.state.kind == "debate"
    shown = _draw(sight.state.options, actor, called, at, sight.is_home(actor), sight.is_mine(actor), is_known, debates)
    return shown if _is_calm(actor) else _with_conditions(shown, _find_conditions(sight, actor, tick))


@cached_by_identity(8192)
def _with_conditions(shown: CombatantView, conditions: list[Text]) -> CombatantView:
    return {**shown, "conditions": conditions} if conditions else shown


@cached_by_identity(8192)
def _draw(
    options: Options,
    actor: Combatant,
    called: bool,
    at: int | None,
    own: bool,
    mine: bool,
    is_known: bool,
    debates: bool,
) -> CombatantView:
    """Return the part of a combatant's view that depends on no other; all seats that know as much share it."""
    shown = draw_fighter(
        actor,
        own=own,
        mine=mine,
        extra=actor.sheet.being == "extra",
        being=BEINGS[actor.sheet.being] if is_known else EMPTY,
        acts_now=called,
        acts_at=at,
        out=actor.out,
        conditions=[],
    )
    shown["health"] = draw_track(actor.health, actor.health.boxes)
    if (unit := draw_unit(options, actor)) is not None:
        shown["unit"] = unit
    if is_known:
        stats = _mind_stats if debates else _stats
        shown["stats"], shown["tracks"] = stats(options, actor), _tracks(actor)
    else:
        shown["character"] = None
    return shown


@cached_by_identity(8192)
def draw_track(health: Health, marks: str) -> list[BoxView]:
    """Return the boxes of a body with these marks, now or as they were."""
    penalties = ["I" if level is None else f"−{level}" if level else "0" for level in levels(health.track)]
    return draw_boxes(marks, penalties)


def _find_conditions(sight: Sight[State], actor: Combatant, tick: int) -> list[Text]:
    """Return the conditions of a combatant: they depend on it, on who is seen, and on the tick."""
    target = sight.find(actor.doing.target) if actor.doing is not None else None
    holder, held = sight.find(actor.held_by), sight.find(actor.holding)
    return _list_conditions(
        actor,
        target and target.name,
        holder and holder.name,
        held and held.name,
        actor.unaware and _may_see_unaware(sight, actor),
        sight.seat.storyteller,
        tick if actor.active else 0,
    )


@cached_by_identity(8192)
def _list_conditions(
    actor: Combatant,
    target: str | None,
    holder: str | None,
    held: str | None,
    is_seen_unaware: bool,
    is_storyteller: bool,
    tick: int,
) -> list[Text]:
    """Return what is said of a combatant: what it does, at whom, who holds it and whom it holds, and the rest."""
    found = []
    if actor.doing is not None:
        found.append(_say_doing(actor.doing, target))
    for name, text in CONDITIONS:
        if getattr(actor, name) and (name != "unaware" or is_seen_unaware):
            found.append(text)
    if difficulties := say_next_difficulties(actor.difficulty, is_storyteller=is_storyteller):
        found.append(difficulties)
    if holder is not None:
        found.append(Text("held by {who}", who=holder))
    if held is not None:
        found.append(Text("holding {who}", who=held))
    if actor.ground.mounted:
        found.append(Text("mounted"))
    found += say_features(actor.ground)
    found += [say_active(POWERS, active, tick) for active in actor.active]
    found += [Text("gave in: “{text}”", text=text) for text in actor.given]
    if actor.health.dying:
        found.append(Text("dying, {n} of {n2}", n=actor.health.dying, n2=actor.health.dying_levels))
    return found


def _may_see_unaware(sight: Sight[State], actor: Combatant) -> bool:
    """Return whether the seat may know that the combatant is unaware: not the combatant's own side (2E-665)."""
    return sight.seat.may_see(() if actor.hidden else sight.state.get_opposing(actor.id))


@cached_by_identity(8192)
def _is_calm(actor: Combatant) -> bool:
    """Return whether there is nothing to say of the combatant, as of most."""
    linked = (
        actor.given
        or actor.doing
        or actor.held_by
        or actor.holding
        or actor.ground != FREE
        or actor.active
        or actor.health.dying
        or actor.difficulty.value
    )
    return not (linked or any(getattr(actor, name) for name, _ in CONDITIONS))


def _say_doing(doing: CurrentAction, target: str | None) -> Text:
    if target is None:
        return DOING[doing.kind]
    if doing.kind == "aim":
        return Text("aiming at {who}", who=target)
    if doing.kind == "coordinate":
        return Text("leading against {who}", who=target)
    return Text("defending {who}", who=target)


@cached_by_identity(8192)
def _stats(options: Options, actor: Combatant) -> list[StatView]:
    dodge, parry = get_dvs_now(State(options=options, combatants=(actor,)), actor)  # without others in the battle
    warded = sum_shares(actor.standing, "soak")
    bashing, lethal = sum(get_soak(actor.sheet, "B")) + warded, sum(get_soak(actor.sheet, "L")) + warded
    stats = [
        _stat(TITLES["dodge"], dodge),
        _stat(TITLES["parry"], parry),
        StatView(label=Text("Soak L/B"), value=verbatim(f"{lethal}/{bashing}")),
    ]
    hard = lasting_hardness(actor)
    hardness = max((*get_hardness(actor.sheet, "L"), *hard)), max((*get_hardness(actor.sheet, "B"), *hard))
    if any(hardness):
        stats.append(StatView(label=Text("Hardness L/B"), value=verbatim(f"{hardness[0]}/{hardness[1]}")))
    if actor.clock is not None and actor.clock.penalty:
        stats.append(StatView(label=Text("DV penalty"), value=-actor.clock.penalty))
    if actor.health.wound:
        stats.append(StatView(label=Text("Wounds"), value=-actor.health.wound))
    if actor.unit is not None:
        stats += list_figures(actor, actor.unit)
    return stats


@cached_by_identity(8192)
def _mind_stats(options: Options, actor: Combatant) -> list[StatView]:
    """Return the MDVs against words of someone as fair, and what lowers them (2E-512)."""
    dodge, parry = get_mdvs_now(options, actor)
    stats = [_stat(dodge.title, dodge), _stat(parry.title, parry)]
    if actor.clock is not None and actor.clock.penalty:
        stats.append(StatView(label=Text("MDV penalty"), value=-actor.clock.penalty))
    stats.append(StatView(label=Text("Willpower drained"), value=actor.drained))
    return stats


def _stat(label: Text, dv: Breakdown) -> StatView:
    return StatView(label=label, value=dv.total, steps=dv.explain())


def get_dvs_now(state: State, actor: Combatant) -> tuple[Breakdown, Breakdown]:
    """Return both DVs against a close attack without any further modifiers."""
    plain = DeclaredAttack("", actor.id, actor.id, "", "")
    now = build_situation(state, plain, actor, Answer("none"))
    dodge = compute_dv("dodge", get_dodge(actor), now)
    parries = [compute_dv("parry", get_parry(actor, weapon), now) for weapon, _ in list_parries(actor)]
    best = max(parries, key=lambda dv: dv.total) if parries else compute_dv("parry", 0, now)
    return dodge, best


@cached_by_identity(8192)
def _tracks(actor: Combatant) -> list[TrackView]:
    personal, peripheral = mote_room(actor.sheet)
    tracks: list[TrackView] = []
    if personal or peripheral:
        tracks.append({"label": Text("Peripheral"), "current": actor.peripheral, "maximum": peripheral})
        tracks.append({"label": Text("Personal"), "current": actor.personal, "maximum": personal})
    tracks.append({"label": Text("Willpower"), "current": actor.willpower, "maximum": actor.sheet.willpower})
    return tracks
