"""One combatant: body, place on the tick line, current action."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.exalted2e.health.track import Health
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.unit import Unit
from rules.exalted2e.timing import Clock
from rules.powers import Active, PoweredCombatant
from rules.text import EMPTY, Text

OUT: Final[Mapping[str, Text]] = {
    "ok": EMPTY,
    "incapacitated": Text("incapacitated"),
    "dying": Text("dying"),
    "dead": Text("dead"),
}
"""Why a body takes no more actions, by its `Health.state`."""
LEFT: Final = Text("left")
UNCONSCIOUS: Final = Text("unconscious")


@dataclass(frozen=True, slots=True)
class CurrentAction:
    """A combatant's action from tick `since` until the next one: aim, guard, dash, defend, coordinate.

    `wake` is the tick on which the player wants to be asked before it is over (2E-295, 2E-296).
    """

    kind: str
    since: int
    target: str = ""
    wake: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """A combatant's surroundings, set by the Storyteller.

    `cover` in per cent; `height` above the attackers (negative: below), 1 to 3; `terrain` 0 to 4; `cramped`: no room
    to dodge (2E-340); `sight`: dice lost to bad sight (2E-084); `external`: successes lost to the surroundings
    (2E-087, 2E-491); `weather`: 1 in a storm, which is bad sight and takes a success (2E-090).
    """

    cover: int = 0
    height: int = 0
    mounted: bool = False
    terrain: int = 0
    cramped: bool = False
    sight: int = 0
    external: int = 0
    weather: int = 0

    @property
    def dim(self) -> int:
        """Dice lost to bad sight, that of a storm included: the worse one counts (2E-084, 2E-090)."""
        return max(self.sight, STORM_DICE * self.weather)


STORM_DICE: Final = 2
"""Dice that a storm costs (2E-090)."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty that the Storyteller has set for the next plain action, 0 for none; `hidden`: only she knows it
    (2E-066).
    """

    value: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class FailedTry:
    """What failed so far: the traits that were rolled, the player's words, the number of failed tries (2E-088)."""

    attribute: str
    ability: str
    words: str = ""
    failures: int = 1


@dataclass(frozen=True, slots=True)
class Combatant(PoweredCombatant):
    """One combatant. Penalties are positive numbers.

    `clock` is None before Join Battle. `wound_now` is the wound penalty of actions on this tick, which damage of this
    tick does not change (2E-267). `stunt` is the best stunt since the last refresh (2E-195), `stunt_xp` whether it may
    earn an experience point; `spent_effect` whether Willpower was spent for effect since then (2E-164). `stunned_by`
    is the attacker whose next action ends the stun (2E-388). `held_by` is the controller of the clinch (2E-391),
    `holding` the victim. `ready` are the keys of the weapons in hand. `dying_since` is the tick from which Dying levels
    are counted. `experience`: points earned by stunts. `wavers`: the last Valor check failed (2E-485). `active` are
    the powers that are switched on, with the motes committed to them (2E-442); `willpower_lost`: dots of Willpower
    paid in this battle. `named` counts prompts, attacks and rolls, for their ids. `unit` is what the combatant commands
    in a war, None in any other battle (2E-500).
    `drained`: Willpower that resisting influence has cost (2E-515); `given`: what the combatant has given in to;
    `stirred`: the Intimacies that this debate has worked on, each once a scene (2E-516). `difficulty`: that of the next
    plain action, if the Storyteller has set it; `tried`: the plain actions that failed in this battle, by their traits.
    """

    id: str
    name: str
    side: str
    character: str | None
    sheet: Sheet
    health: Health
    hidden: bool = False
    personal: int = 0
    peripheral: int = 0
    willpower: int = 0
    join: int | None = None
    clock: Clock | None = None
    wound_now: int = 0
    doing: CurrentAction | None = None
    has_left: bool = False
    dying_since: int | None = None
    experience: int = 0
    prone: bool = False
    unaware: bool = False
    wavers: bool = False
    inactive: bool = False
    stunned_by: str = ""
    botched: bool = False
    held_by: str = ""
    holding: str = ""
    stunt: int = 0
    stunt_xp: bool = False
    spent_effect: bool = False
    moved: int | None = None
    ready: tuple[str, ...] = ()
    ground: Ground = Ground()
    active: tuple[Active, ...] = ()
    willpower_lost: int = 0
    named: int = 0
    unit: Unit | None = None
    drained: int = 0
    given: tuple[str, ...] = ()
    stirred: tuple[str, ...] = ()
    difficulty: Difficulty = Difficulty()
    tried: tuple[FailedTry, ...] = ()

    @property
    def out(self) -> Text:
        """Why the combatant takes no more actions, or an empty text."""
        if self.has_left:
            return LEFT
        if self.health.unconscious and self.health.state == "ok":
            return UNCONSCIOUS
        return OUT[self.health.state]

    @property
    def worn(self) -> Unit | None:
        """The unit that fights with the combatant; None once its last Magnitude is lost (2E-500, 2E-501)."""
        return self.unit if self.unit is not None and self.unit.magnitude else None

    @property
    def magnitude(self) -> int:
        """The Magnitude: 0 for someone alone (2E-501)."""
        return self.unit.magnitude if self.unit is not None else 0

    @property
    def is_helpless(self) -> bool:
        """Whether the combatant counts as Inactive: both DVs are 0 (2E-293, 2E-403)."""
        return self.inactive or bool(self.held_by) or self.health.is_out

    @property
    def is_standing(self) -> bool:
        """Whether the combatant still takes actions."""
        return self.clock is not None and not self.out and not self.inactive and not self.held_by


def get_order_key(actor: Combatant) -> tuple[int, int, str, str]:
    """Return the sort key within a tick: Join Battle total, then Wits, then name (2E-267)."""
    return (-(actor.join or 0), -actor.sheet.attribute("wits"), actor.name, actor.id)
