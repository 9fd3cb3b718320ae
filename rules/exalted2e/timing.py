"""Ticks: joining, the action table, Speed and DV refresh, aborts, flurries, Aim, movement (2E-260..312)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.exalted2e.health.track import DYING_TICKS
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.pools import multiple_action_penalty

LATEST_START: Final = 6
"""Nobody starts later than this many ticks after the fastest (2E-262, 2E-265)."""
LONG_TICK: Final = 60
"""Ticks, of a second each, in a long tick (2E-017, 2E-019)."""
MAX_AIM: Final = 3
ABORT_DICE: Final = 2
"""What dropping an Aim for anything but an attack on its target costs those rolls (2E-297)."""


@dataclass(frozen=True, slots=True)
class Action:
    """One row of the action table: its Speed and its DV penalty (a positive number)."""

    name: str
    speed: int
    penalty: int
    rule: str


ACTIONS: Final[Mapping[str, Action]] = {
    "join": Action("Join Battle", 0, 0, "2E-280"),
    "ready": Action("Ready weapon", 5, 1, "2E-281"),
    "attack": Action("Attack", 5, 1, "2E-282"),
    "coordinate": Action("Coordinate attack", 5, 2, "2E-283"),
    "aim": Action("Aim", 3, 1, "2E-284"),
    "guard": Action("Guard", 3, 0, "2E-285"),
    "move": Action("Move", 0, 0, "2E-286"),
    "dash": Action("Dash", 3, 2, "2E-287"),
    "jump": Action("Jump", 5, 1, "2E-288"),
    "rise": Action("Rise from prone", 5, 1, "2E-289"),
    "misc": Action("Miscellaneous action", 5, 1, "2E-290"),
    "charm": Action("Simple Charm", 6, 1, "2E-291"),
    "defend": Action("Defend other", 5, 1, "2E-292"),
    "clinch": Action("Control of a clinch", 6, 1, "2E-392"),
    "inactive": Action("Inactive", DYING_TICKS, 0, "2E-293"),
}
"""The action table; an attack takes its weapon's Speed (2E-280..293, 2E-392)."""

ABORTABLE: Final = frozenset({"aim", "guard"})
NEVER_IN_FLURRY: Final = frozenset(
    {"aim", "guard", "inactive", "join", "join_battle", "charm", "simple_charm", "flurry"}
)
REFLEXIVE: Final = frozenset({"move"})
"""What a flurry may hold without its counting as one of its actions (2E-240, 2E-286)."""


def get_first_tick(reaction: int, total: int) -> int:
    """When a combatant first acts, counted from the tick on which the battle (or she) joined (2E-262, 2E-263)."""
    return min(LATEST_START, max(0, reaction - total))


def get_speed(kind: str, speed: int, options: Options = DEFAULTS) -> int:
    """An action's Speed, attacks and Charms being held to the least that there is (2E-269)."""
    return max(options.min_speed, speed) if kind == "attack" or kind.endswith("charm") else speed


@dataclass(frozen=True, slots=True)
class Clock:
    """One combatant on the tick line: when she acts next, when she last acted, her own actions' DV penalty.

    `acted` is None until her first action. `penalty` is a positive number.
    """

    next: int
    acted: int | None = None
    penalty: int = 0

    def refresh(self) -> "Clock":
        """The tick has come on which she may act: the DV penalties of her own actions vanish (2E-276)."""
        return replace(self, penalty=0)

    def act(self, tick: int, speed: int, penalty: int) -> "Clock":
        """Take an action on `tick`: its DV penalty is added at once, its Speed counts from here (2E-266, 2E-275)."""
        return Clock(tick + speed, tick, self.penalty + penalty)


@dataclass(frozen=True, slots=True)
class Act:
    """One planned action on the tick line; `after`: it breaks the one before off, so many ticks after that began."""

    kind: str
    speed: int
    penalty: int
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Life:
    """A row of actions played out: the tick of each with the DV penalty from then on, and the clock at the end."""

    history: tuple[tuple[int, int], ...]
    clock: Clock

    @property
    def acted(self) -> frozenset[int]:
        """The ticks on which she acts."""
        return frozenset(tick for tick, _ in self.history)

    def get_penalty(self, tick: int) -> int:
        """The DV penalty of her own actions on a tick, after what is declared on it (2E-275, 2E-276)."""
        if self.clock.acted is None or (tick >= self.clock.next and tick > self.clock.acted):
            return 0
        return next((penalty for at, penalty in reversed(self.history) if at <= tick), 0)

    def get_next(self, tick: int) -> int:
        """The tick of her first action after this one."""
        return next((at for at, _ in self.history if at > tick), self.clock.next)


def play_out(start: int, acts: Sequence[Act], options: Options = DEFAULTS) -> Life:
    """Play a row of actions on the tick line; breaking off is no refresh (2E-266, 2E-276, 2E-295..297)."""
    clock, history = Clock(start), []
    for act in acts:
        tick = clock.next
        if act.after is not None and clock.acted is not None and clock.acted + act.after < tick:
            tick = clock.acted + act.after
        elif tick != clock.acted:
            clock = clock.refresh()
        clock = clock.act(tick, get_speed(act.kind, act.speed, options), act.penalty)
        history.append((tick, clock.penalty))
    return Life(tuple(history), clock)


@dataclass(frozen=True, slots=True)
class Component:
    """One action of a flurry; `weapon` matters to attacks and to readying."""

    kind: str
    speed: int
    penalty: int
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Flurry:
    """A flurry's Speed, DV penalty and dice penalty per component; `reason` says why it cannot be done."""

    speed: int
    penalty: int
    dice: tuple[int, ...]
    reason: str = ""


def plan_flurry(parts: Sequence[Component], rates: Mapping[str, int], options: Options = DEFAULTS) -> Flurry:
    """Work out a flurry: highest Speed, sum of the DV penalties, multiple-action penalties (2E-305..310)."""
    return Flurry(
        speed=_flurry_speed(parts, options),
        penalty=sum(part.penalty for part in parts),
        dice=_flurry_dice(parts),
        reason=_flurry_reason(parts, rates, options),
    )


def _flurry_dice(parts: Sequence[Component]) -> tuple[int, ...]:
    """The multiple-action penalty of each component; reflexive ones neither cause nor suffer any (2E-230, 2E-240)."""
    actions = [index for index, part in enumerate(parts) if part.kind not in REFLEXIVE]
    penalties = {at: multiple_action_penalty(len(actions), place) for place, at in enumerate(actions, start=1)}
    return tuple(penalties.get(index, 0) for index in range(len(parts)))


def _flurry_speed(parts: Sequence[Component], options: Options) -> int:
    speeds = [get_speed(part.kind, part.speed, options) for part in parts]
    readied = [part.weapon for part in parts if part.kind == "ready"]
    attacks = [speed for part, speed in zip(parts, speeds, strict=True) if part.kind == "attack"]
    drawn = {part.weapon for part in parts if part.kind == "attack"}
    if len(readied) == 1 and attacks and len(attacks) == len(parts) - 1 and drawn == set(readied):
        return max(attacks)  # draw and strike: the weapon's Speed rules, nothing else being done (2E-309)
    return max(speeds, default=0)


def _flurry_reason(parts: Sequence[Component], rates: Mapping[str, int], options: Options) -> str:
    kinds = Counter(part.kind for part in parts)
    for kind in kinds:
        if kind in NEVER_IN_FLURRY:
            return f"{ACTIONS[kind].name if kind in ACTIONS else kind} cannot be part of a flurry (2E-311)."
    if kinds["dash"] and not options.dash_in_flurry:
        return "A Dash cannot be part of a flurry in this series (2E-310)."
    if kinds["dash"] > 1:
        return "A flurry holds at most one Dash (2E-310)."
    for weapon, count in Counter(part.weapon for part in parts if part.kind == "attack").items():
        if count > rates.get(weapon, count):
            return f"The Rate of {weapon} allows {rates[weapon]} in one flurry, not {count} (2E-308)."
    return ""


@dataclass(frozen=True, slots=True)
class AimEnd:
    """What follows when an Aim ends in another action: dice won or lost, and whether DV refreshes first."""

    bonus: int
    penalty: int
    refresh: bool


def end_aim(ticks: int, attack_target: bool) -> AimEnd:
    """End an Aim after `ticks` in an attack on its target, or in anything else (2E-296, 2E-297)."""
    complete = ticks >= ACTIONS["aim"].speed
    bonus = min(MAX_AIM, ticks) if attack_target else 0
    return AimEnd(bonus, 0 if complete or attack_target else ABORT_DICE, complete)


def get_coordination_difficulty(participants: int) -> int:
    """How hard it is to lead so many: half of them, at least 1 (2E-300)."""
    return max(1, participants // 2)


def get_coordination(successes: int, participants: int) -> int:
    """By how much a coordinated attack lowers the target's DVs (2E-301); 0 if the leader failed."""
    return min(successes, participants) if successes >= get_coordination_difficulty(participants) else 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Yards: moved and dashed per tick, jumped up and across; moved and dashed when climbing or swimming."""

    move: int
    dash: int
    jump_up: int
    jump_across: int
    climb: int
    climb_dash: int


def say_yards(yards: int) -> str:
    """So many yards: 1 yard, 2 yards."""
    return f"{yards} yard{'' if yards == 1 else 's'}"


def get_pace(dexterity: int, strength: int, athletics: int, wound: int, mobility: int) -> Pace:
    """How far one moves, dashes and jumps; the wound and mobility penalties are positive numbers (2E-298, 2E-299)."""
    slowed = wound + mobility
    up = max(0, strength + athletics - slowed)
    move = max(1, dexterity - slowed)
    return Pace(move, max(2, dexterity + 6 - slowed), up, 2 * up, climb=move // 2, climb_dash=dexterity)
