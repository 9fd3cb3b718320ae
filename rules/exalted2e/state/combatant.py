"""One fighter in the battle: body, tick line, and what she is busy with."""

from dataclasses import dataclass

from rules.exalted2e.health.track import Health
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.timing import Clock
from rules.powers import Active, Share, list_shares


@dataclass(frozen=True, slots=True)
class Doing:
    """What a combatant is busy with from tick `since` until her next action: aim, guard, dash, defend, coordinate.

    `wake` is the tick on which she asked to be given the word before it is over (2E-295, 2E-296).
    """

    kind: str
    since: int
    target: str = ""
    wake: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a combatant stands, as the Storyteller says; it stays until changed.

    `cover` in per cent; `height` above (below, if negative) those who attack her, 1 to 3; `terrain` 0 to 4;
    `cramped`: she cannot give ground (2E-340); `sight` dice lost to bad sight (2E-084); `external` successes lost
    to the surroundings (2E-087, 2E-491).
    """

    cover: int = 0
    height: int = 0
    mounted: bool = False
    terrain: int = 0
    cramped: bool = False
    sight: int = 0
    external: int = 0


@dataclass(frozen=True, slots=True)
class Combatant:
    """One fighter. Penalties are positive numbers.

    `clock` is None until she has joined. `wound_now` is the wound penalty of her own actions on this tick: damage
    of the same tick does not touch them (2E-267). `stunt` is the best stunt since the last refresh (2E-195),
    `stunt_xp` whether it may earn an experience point; `spent_effect` whether Willpower was spent for effect since
    then (2E-164). `stunned_by` is the attacker whose next action ends the stun (2E-388). `held_by` is who controls
    the clinch that she is in (2E-391), `holding` whom she controls. `ready` are the weapons in hand.
    `dying_since` is the tick from which her Dying levels are counted. `experience`: points that stunts have earned.
    `wavers`: her last Valor check failed (2E-485). `active` are the powers that are switched on, with
    the motes that they hold (2E-442); `willpower_lost`: dots of Willpower paid in this battle.
    `named` counts her prompts, attacks and rolls, for their ids.
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
    doing: Doing | None = None
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

    @property
    def standing(self) -> tuple[Share, ...]:
        """What her lasting powers bring."""
        return list_shares(self.active)

    @property
    def out(self) -> str:
        """Why she takes no more actions, or an empty string."""
        if self.has_left:
            return "left"
        if self.health.state != "ok":
            return self.health.state
        return "unconscious" if self.health.unconscious else ""

    @property
    def is_helpless(self) -> bool:
        """Whether she is Inactive: both DVs are 0 (2E-293, 2E-403)."""
        return self.inactive or bool(self.held_by) or self.health.is_out

    @property
    def is_standing(self) -> bool:
        """Whether she still takes actions as her ticks come."""
        return self.clock is not None and not self.out and not self.inactive and not self.held_by


def get_order_key(one: Combatant) -> tuple[int, int, str, str]:
    """Display order within a tick: Join Battle total, then Wits, then name (2E-267)."""
    return (-(one.join or 0), -one.sheet.attribute("wits"), one.name, one.id)
