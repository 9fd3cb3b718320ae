"""Ticks: joining, the action table, Speed and DV refresh, aborts, flurries, Aim, movement (2E-260..312)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rules.exalted2e.health.track import DYING_TICKS
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.pools import multiple_action_penalty
from rules.text import EMPTY, Text, word

LATEST_START: Final = 6
"""The latest first action, in ticks after the fastest combatant's (2E-262, 2E-265)."""
LONG_TICK: Final = 60
"""Ticks, of a second each, in a long tick (2E-017, 2E-019)."""
MAX_AIM: Final = 3
ABORT_DICE: Final = 2
"""Dice lost on the next action by breaking off an Aim for anything but an attack on its target (2E-297)."""


@dataclass(frozen=True, slots=True)
class Action:
    """One row of the action table: its Speed and its DV penalty (a positive number)."""

    name: Text
    speed: int
    penalty: int
    rule: str


ACTIONS: Final[Mapping[str, Action]] = {
    "join": Action(Text("Join Battle"), 0, 0, "2E-280"),
    "ready": Action(Text("Ready weapon"), 5, 1, "2E-281"),
    "attack": Action(Text("Attack"), 5, 1, "2E-282"),
    "coordinate": Action(Text("Coordinate attack"), 5, 2, "2E-283"),
    "aim": Action(Text("Aim"), 3, 1, "2E-284"),
    "guard": Action(Text("Guard"), 3, 0, "2E-285"),
    "move": Action(Text("Move"), 0, 0, "2E-286"),
    "dash": Action(Text("Dash"), 3, 2, "2E-287"),
    "jump": Action(Text("Jump"), 5, 1, "2E-288"),
    "rise": Action(Text("Rise from prone"), 5, 1, "2E-289"),
    "misc": Action(Text("Miscellaneous action"), 5, 1, "2E-290"),
    "charm": Action(Text("Simple Charm"), 6, 1, "2E-291"),
    "defend": Action(Text("Defend other"), 5, 1, "2E-292"),
    "clinch": Action(Text("Control of a clinch"), 6, 1, "2E-392"),
    "order": Action(Text("Change formation"), 5, 1, "2E-505"),
    "rally": Action(Text("Rally the unit"), 5, 1, "2E-505"),
    "inactive": Action(Text("Inactive"), DYING_TICKS, 0, "2E-293"),
}
"""The action table; an attack takes its weapon's Speed (2E-280..293, 2E-392)."""

SOCIAL: Final[Mapping[str, Action]] = {
    "presence": Action(Text("Presence attack"), 4, 2, "2E-511"),
    "investigation": Action(Text("Investigation attack"), 5, 2, "2E-511"),
    "performance": Action(Text("Performance attack"), 6, 2, "2E-511"),
    "aim": Action(Text("Monologue or study"), 3, 2, "2E-511"),
    "guard": Action(Text("Guard"), 3, 0, "2E-511"),
    "coordinate": Action(Text("Coordinate"), 5, 2, "2E-511"),
    "dash": Action(Text("Dash"), 3, 3, "2E-511"),
    "misc": Action(Text("Miscellaneous action"), 5, 2, "2E-511"),
}
"""The rows of a debate; whatever has none keeps that of the action table (2E-511)."""


def get_action(battle: str, kind: str) -> Action:
    """Return the row of an action in this kind of battle."""
    return SOCIAL[kind] if battle == "debate" and kind in SOCIAL else ACTIONS[kind]


ABORTABLE: Final = frozenset({"aim", "guard"})
NEVER_IN_FLURRY: Final = frozenset(
    {"aim", "guard", "inactive", "join", "join_battle", "charm", "simple_charm", "flurry"}
)
REFLEXIVE: Final = frozenset({"move"})
"""Actions that do not count as actions of a flurry (2E-240, 2E-286)."""


def get_first_tick(reaction: int, total: int) -> int:
    """Return when a combatant first acts, in ticks after joining the battle (2E-262, 2E-263)."""
    return min(LATEST_START, max(0, reaction - total))


def get_speed(kind: str, speed: int, options: Options = DEFAULTS) -> int:
    """Return an action's Speed; that of attacks and Charms is at least the series' minimum (2E-269)."""
    return max(options.min_speed, speed) if kind == "attack" or kind.endswith("charm") else speed


@lru_cache(maxsize=256)
def get_speed_text(speed: int, penalty: int) -> Text:
    """Return the cost of an action: "Speed 5, DV −1"."""
    if penalty:
        return Text("Speed {n}, DV −{n2}", n=speed, n2=penalty)
    return Text("Speed {n}, no DV penalty", n=speed)


@dataclass(frozen=True, slots=True)
class Clock:
    """One combatant on the tick line: the ticks of the next and of the last action, and the DV penalty of own actions.

    `acted` is None before the first action. `penalty` is a positive number.
    """

    next: int
    acted: int | None = None
    penalty: int = 0

    def refresh(self) -> "Clock":
        """Return the clock without DV penalty, as on the tick of the next action (2E-276)."""
        return replace(self, penalty=0)

    def act(self, tick: int, speed: int, penalty: int) -> "Clock":
        """Return the clock after an action on `tick`: its DV penalty is added at once (2E-266, 2E-275)."""
        return Clock(tick + speed, tick, self.penalty + penalty)


@dataclass(frozen=True, slots=True)
class Act:
    """One planned action on the tick line. `after`: it breaks off the one before, this many ticks after that began."""

    kind: str
    speed: int
    penalty: int
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Life:
    """A row of actions on the tick line: the tick of each with the DV penalty from then on, and the final clock."""

    history: tuple[tuple[int, int], ...]
    clock: Clock

    @property
    def acted(self) -> frozenset[int]:
        """The ticks with an action."""
        return frozenset(tick for tick, _ in self.history)

    def get_penalty(self, tick: int) -> int:
        """Return the DV penalty of own actions on a tick, including those declared on it (2E-275, 2E-276)."""
        if self.clock.acted is None or (tick >= self.clock.next and tick > self.clock.acted):
            return 0
        return next((penalty for at, penalty in reversed(self.history) if at <= tick), 0)

    def get_next(self, tick: int) -> int:
        """Return the tick of the first action after this tick."""
        return next((at for at, _ in self.history if at > tick), self.clock.next)


def play_out(start: int, acts: Sequence[Act], options: Options = DEFAULTS) -> Life:
    """Play a row of actions on the tick line. Breaking one off does not refresh DV (2E-266, 2E-276, 2E-295..297)."""
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
    """A flurry's Speed, DV penalty and dice penalty per component; `reason` says why it is not allowed."""

    speed: int
    penalty: int
    dice: tuple[int, ...]
    reason: Text = EMPTY


def plan_flurry(parts: Sequence[Component], rates: Mapping[str, int], options: Options = DEFAULTS) -> Flurry:
    """Work out a flurry: highest Speed, sum of the DV penalties, multiple-action penalties (2E-305..310)."""
    return Flurry(
        speed=_flurry_speed(parts, options),
        penalty=sum(part.penalty for part in parts),
        dice=_flurry_dice(parts),
        reason=_flurry_reason(parts, rates, options),
    )


def _flurry_dice(parts: Sequence[Component]) -> tuple[int, ...]:
    """Return the multiple-action penalty of each component; reflexive ones are not counted (2E-230, 2E-240)."""
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


def _flurry_reason(parts: Sequence[Component], rates: Mapping[str, int], options: Options) -> Text:
    kinds = Counter(part.kind for part in parts)
    for kind in kinds:
        if kind in NEVER_IN_FLURRY:
            name = ACTIONS[kind].name if kind in ACTIONS else word(kind)
            return Text("{action} can’t be part of a flurry (2E-311).", action=name)
    if kinds["dash"] and not options.dash_in_flurry:
        return Text("A Dash can’t be part of a flurry in this series (2E-310).")
    if kinds["dash"] > 1:
        return Text("A flurry can include at most one Dash (2E-310).")
    for weapon, count in Counter(part.weapon for part in parts if part.kind == "attack").items():
        if count > rates.get(weapon, count):
            return Text(
                "The Rate of {w} allows {n} attacks in one flurry, not {n2} (2E-308).",
                w=word(weapon.replace("_", " ")),
                n=rates[weapon],
                n2=count,
            )
    return EMPTY


@dataclass(frozen=True, slots=True)
class AimEnd:
    """The effect of an Aim that ends in another action: dice gained or lost, and whether DV refreshes first."""

    bonus: int
    penalty: int
    refresh: bool


def end_aim(ticks: int, attack_target: bool) -> AimEnd:
    """End an Aim after `ticks` in an attack on its target, or in anything else (2E-296, 2E-297)."""
    complete = ticks >= ACTIONS["aim"].speed
    bonus = min(MAX_AIM, ticks) if attack_target else 0
    return AimEnd(bonus, 0 if complete or attack_target else ABORT_DICE, complete)


def get_coordination_difficulty(participants: int) -> int:
    """Return the difficulty of leading these participants: half their number, at least 1 (2E-300)."""
    return max(1, participants // 2)


def get_coordination(successes: int, participants: int) -> int:
    """Return by how much a coordinated attack lowers the target's DVs; 0 if the leader failed (2E-301)."""
    return min(successes, participants) if successes >= get_coordination_difficulty(participants) else 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Distances in yards: of a Move and a Dash per tick, of jumps, and of both when climbing or swimming."""

    move: int
    dash: int
    jump_up: int
    jump_across: int
    climb: int
    climb_dash: int


def get_pace(dexterity: int, strength: int, athletics: int, wound: int, mobility: int) -> Pace:
    """Return how far a combatant gets; the wound and mobility penalties are positive numbers (2E-298, 2E-299)."""
    slowed = wound + mobility
    up = max(0, strength + athletics - slowed)
    move = max(1, dexterity - slowed)
    return Pace(move, max(2, dexterity + 6 - slowed), up, 2 * up, climb=move // 2, climb_dash=dexterity)
