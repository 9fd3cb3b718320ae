"""Combatants, with derived numbers and live values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.exalted3e.health import FATES, Health, choose_fate, find_body_fate, is_incapacitated
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.powers import STACKS, WORKS_IN_CRASH
from rules.pool import Term
from rules.powers import Active, Power, PoweredCombatant, Share
from rules.text import EMPTY, Text, word
from rules.wounds import Harm

UNHURT = Health()
WOUNDS = Text("wounds")
SELF = "self"
"""The `crashed_by` of a combatant that Crashed by its own action."""

Applies = Literal["defense", "parry", "evasion", "soak", "hardness"]


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named modifier of Defense, or of Parry, Evasion, soak or Hardness alone (3E-134).

    Of Hardness: `stacks` adds it to the best source, `in_crash` lets it count in Initiative Crash (3E-590, 3E-591).
    """

    name: Text
    amount: int
    rule: str
    applies: Applies = "defense"
    stacks: bool = False
    in_crash: bool = False


GUARDS: tuple[tuple[str, Applies, str], ...] = (
    ("defense", "defense", "3E-134"),
    ("soak", "soak", "3E-147"),
    ("hardness", "hardness", "3E-151"),
)
"""Effects of powers that guard: the kind, what it changes, and the rule."""


def guard_modifiers(shares: Iterable[Share]) -> tuple[Modifier, ...]:
    """Return the modifiers of Defense, soak and Hardness that powers bring (3E-134), with their marks (3E-592)."""
    found = tuple(shares)
    marks = {(share.name, share.kind) for share in found}
    return tuple(
        Modifier(
            word(share.name),
            share.amount,
            rule,
            applies,
            stacks=kind == "hardness" and (share.name, STACKS) in marks,
            in_crash=kind == "hardness" and (share.name, WORKS_IN_CRASH) in marks,
        )
        for kind, applies, rule in GUARDS
        for share in found
        if share.kind == kind
    )


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as its owner wields it, with all derived numbers.

    `pool` is Dexterity + Ability, the decisive pool. `accuracy` is the weapon's own, `bands` a ranged weapon's accuracy
    by range. `damage` is Strength and the weapon's damage; `close_damage` replaces it at close range, if given. `reach`
    is the maximum range. `parry` is None for a weapon that cannot parry.
    """

    name: str
    ability: str = "melee"
    kind: Literal["melee", "archery", "thrown"] = "melee"
    pool: tuple[Term, ...] = ()
    accuracy: int = 0
    bands: tuple[int, ...] = ()
    damage: tuple[Term, ...] = ()
    close_damage: tuple[Term, ...] = ()
    overwhelming: int = 1
    parry: int | None = None
    parry_note: Text = EMPTY
    damage_type: Harm = "lethal"
    reach: int = 0
    tags: tuple[str, ...] = ()
    specialty: str = ""

    @property
    def is_ranged(self) -> bool:
        """Whether attacks with it need aim from medium range on (3E-189)."""
        return self.kind != "melee"

    @property
    def is_slow(self) -> bool:
        """Whether it must be reloaded after each shot (3E-257)."""
        return "slow" in self.tags

    @property
    def is_natural(self) -> bool:
        """Whether it is always ready (3E-061)."""
        return "natural" in self.tags


@dataclass(frozen=True, slots=True)
class Group:
    """A battle group: Size 0 to 5, Might 0 to 3, drill, and its Magnitude track (3E-306 to 3E-309).

    `lost` is the Size lost in this fight, `rout` the difficulty of the rout check that the group failed. `leader` is
    the combatant whose fall makes rout likelier. `flees`: it routed, and runs on each turn until it is rallied.
    """

    size: int
    might: int = 0
    drill: Literal["poor", "average", "elite"] = "average"
    damage: int = 0
    maximum: int = 0
    lost: int = 0
    rout: int = 0
    perfect_morale: bool = False
    leader: str = ""
    flees: bool = False


@dataclass(frozen=True, slots=True)
class Clinch:
    """A grapple: the other combatant, whether this one controls it, and the rounds of control left (3E-290)."""

    other: str
    controls: bool
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Poison:
    """An active poison: the dice it rolls at the end of each round, the rounds left, and the dice it takes from every
    roll.

    `by` is proposed to the Storyteller for the Break (3E-303, 3E-304).
    """

    dice: int
    damage: str
    rounds: int
    penalty: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class EndedEffects:
    """What ended when a turn came up. It returns if the turn is delayed, since that turn has not begun (3E-198)."""

    onslaught: int = 0
    timed: tuple[Modifier, ...] = ()
    rush_target: str | None = None
    ward: str | None = None
    counters: bool = False
    active: tuple[Active, ...] = ()


NOTHING_ENDED = EndedEffects()


@dataclass(frozen=True, slots=True)
class Combatant(PoweredCombatant):
    """A combatant. The first fields come from the sheet when it joins; those from `initiative` on are live.

    `mount_speed` is what its mount adds to movement rolls (3E-301). `dropped` are weapons that lie on the field, and
    where (3E-287). `counters`: its magic allows it to answer the next attack with a counterattack (3E-297).
    `rout_penalty` is what the Storyteller adds to the difficulty of rout checks: a leader down, a supernatural attack
    on an area (3E-318). `active` are the powers that are switched on, `spent` the keys of those that are used up for
    the scene, `willpower_lost` the dots of Willpower paid in this fight. `ended` is what the open turn has ended.
    `falls` is why it goes out as the tick ends, `tick_wound` the wound penalty that it had when its tick started.
    `cover_open` are those against whom its cover does not help, `circled` the Moves that it has spent on getting behind
    the cover of `circling` (3E-230). `aloft`: it cannot be followed, as someone who flies (3E-216).
    `is_leaving_turn`: its turn ends with the action that it has taken. `npc`: the Storyteller plays it, though it has a
    character. `sheet` is None in battles that were stored without it. `named` counts its prompts and attacks, for their
    ids.
    """

    id: str
    name: str
    side: str
    character: str | None = None
    hidden: bool = False
    being: str = ""
    extra: bool = False
    arms: tuple[Arm, ...] = ()
    evasion: int = 0
    evasion_note: Text = EMPTY
    soak: int = 0
    armor_soak: int = 0
    hardness: int = 0
    hardness_in_crash: int = 0
    mobility: int = 0
    join_battle: int = 0
    athletics: int = 0
    dodge: int = 0
    fleet: int = 0
    control: int = 0
    strength: int = 0
    resistance: int = 0
    ride: int = 0
    stealth: int = 0
    awareness: int = 0
    command: int = 0
    influence: int = 0
    appearance: int = 0
    resolve: int = 0
    guile: int = 0
    defense_cap: int = 0
    pain_tolerance: bool = False
    quick_draw: bool = False
    willpower_rating: int = 0
    personal_max: int = 0
    peripheral_max: int = 0
    initiative: int | None = None
    health: Health = UNHURT
    group: Group | None = None
    willpower: int = 0
    personal: int = 0
    peripheral: int = 0
    anima: int = 0
    weapon: str = ""
    dropped: tuple[tuple[str, int], ...] = ()
    out: str = ""
    acted: bool = False
    turn_open: bool = False
    turn_begun: bool = False
    action_used: bool = False
    movement_used: str = ""
    is_leaving_turn: bool = False
    flurry: tuple[str, ...] = ()
    is_delaying: bool = False
    delay_tick: int | None = None
    delayed_at: int | None = None
    onslaught: int = 0
    timed: tuple[Modifier, ...] = ()
    crashed_by: str | None = None
    crash_turns: int = 0
    crashed_at_start: bool = False
    recovered_round: int | None = None
    no_hope: bool = False
    hope_asked: bool = False
    aim_target: str | None = None
    aim_count: int = 0
    has_aimed: bool = False
    rush_target: str | None = None
    retreat_from: tuple[str, ...] = ()
    ward: str | None = None
    withdraw_progress: int = 0
    has_withdrawn: bool = False
    shift_lock: str | None = None
    position: int = 0
    half_to: int | None = None
    prone: bool = False
    cover: str = "none"
    cover_open: tuple[str, ...] = ()
    circling: str = ""
    circled: int = 0
    aloft: bool = False
    mounted: bool = False
    mount_speed: int = 0
    bonus_dice: int = 0
    clinch: Clinch | None = None
    clashed: bool = False
    counters: bool = False
    skips: bool = False
    is_unloaded: bool = False
    lent: int = 0
    lent_against: str = ""
    rout_penalty: int = 0
    poison: Poison | None = None
    powers: tuple[Power, ...] = ()
    active: tuple[Active, ...] = ()
    spent: tuple[str, ...] = ()
    willpower_lost: int = 0
    ended: EndedEffects = NOTHING_ENDED
    falls: str = ""
    tick_wound: int | None = None
    npc: bool = False
    sheet: Sheet | None = None
    named: int = 0

    @property
    def is_crashed(self) -> bool:
        """Whether it is in Initiative Crash: at 0 or lower (3E-092). Battle groups never are (3E-321)."""
        return self.group is None and self.initiative is not None and self.initiative <= 0

    @property
    def is_played(self) -> bool:
        """Whether a player plays it, and not the Storyteller."""
        return self.character is not None and not self.npc

    @property
    def has_motes(self) -> bool:
        """Whether it has pools of motes."""
        return self.personal_max + self.peripheral_max > 0

    @property
    def in_force(self) -> tuple[Modifier, ...]:
        """The modifiers of Defense, soak and Hardness that last until its next turn or longer (3E-134)."""
        return (*self.timed, *guard_modifiers(self.standing)) if self.active else self.timed

    @property
    def is_in_play(self) -> bool:
        """Whether it still fights."""
        return not self.out

    @property
    def fate(self) -> str:
        """What outlasts the fight: "dead", "dying", "unconscious", or an empty text."""
        said = "" if self.group else find_body_fate(self.health)
        return choose_fate(self.out if self.out in FATES else "", said)

    @property
    def wound(self) -> int:
        """Its wound penalty as a positive number; battle groups have none.

        Who is felled on the tick that it shares acts with the penalty from before (3E-580).
        """
        if self.tick_wound is not None and self.falls and (self.falls == "defeated" or is_incapacitated(self.health)):
            return self.tick_wound
        return 0 if self.group else self.health.wound_penalty(self.pain_tolerance)

    @property
    def wound_terms(self) -> tuple[Term, ...]:
        """The wound penalty as a term of a roll; empty for an unhurt combatant (3E-264)."""
        return (Term(WOUNDS, -self.wound, "wound", "3E-264"),) if self.wound else ()

    @property
    def arm(self) -> Arm:
        """The weapon in hand, else the first natural weapon, else bare hands."""
        return self.find_arm(self.weapon) or next((a for a in self.arms if a.is_natural), BARE)

    def find_arm(self, name: str) -> Arm | None:
        """Return the weapon of this name, or None."""
        return next((arm for arm in self.arms if arm.name == name), None)


def assign(actor: Combatant, name: str, value: Any) -> Combatant:
    """Return the combatant with one field replaced."""
    changes: dict[str, Any] = {name: value}
    return replace(actor, **changes)


BARE = Arm("bare hands", "brawl", damage_type="bashing", tags=("natural",))
