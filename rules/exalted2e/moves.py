"""What a person may ask for in a 2e battle. `decide` checks every value: moves come from anybody's browser."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Kinds, Move


@dataclass(frozen=True, slots=True)
class AddCombatant(Move):
    """The Storyteller puts somebody into the battle; once it runs she joins late (2E-263)."""

    id: str
    name: str
    side: str
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class StartBattle(Move):
    """Roll Join Battle for all and begin on tick 0 (2E-260, 2E-261)."""


@dataclass(frozen=True, slots=True)
class EndBattle(Move):
    """The Storyteller ends the battle."""


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Leave the battle for good."""

    actor: str


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """The Storyteller shows a hidden combatant to all."""

    actor: str


@dataclass(frozen=True, slots=True)
class Hide(Move):
    """The Storyteller hides a combatant from the other seats."""

    actor: str


@dataclass(frozen=True, slots=True)
class Override(Move):
    """The Storyteller sets a live number; what it was, is and why are kept (2E-003)."""

    actor: str
    what: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class DeclareAttack(Move):
    """Step 1: attack a target with a weapon at hand (2E-330).

    `stunt` is proposed by a player and rated by the Storyteller. `willpower` is "success" to buy one, or the Virtue
    to channel instead (2E-160..162). `bonus`, `penalty` (dice) and `external` (successes) are the Storyteller's.
    `distance` in yards. `surprise`: "", "roll" (from hiding) or "unaware". The magic is one named effect in figures.
    """

    actor: str
    weapon: str
    target: str
    ability: str = ""
    stunt: int = 0
    stunt_text: str = ""
    willpower: str = ""
    specialty: int = 0
    bonus: int = 0
    penalty: int = 0
    external: int = 0
    distance: int = 0
    off_hand: bool = False
    sweep: bool = False
    surprise: str = ""
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    magic_damage: int = 0
    magic_post_damage: int = 0
    magic_reroll: bool = False
    unblockable: bool = False
    undodgeable: bool = False
    motes: int = 0
    magic_willpower: int = 0


@dataclass(frozen=True, slots=True)
class DeclareFlurry(Move):
    """Several actions on one tick, in order (2E-305).

    Each part is "attack:weapon:target", "ready:weapon" or one of dash, jump, rise, misc; those of `also` come first.
    `stunts` are the ratings of the attacks in order, shorter lists meaning 0.
    """

    actor: str
    parts: tuple[str, ...]
    also: tuple[str, ...] = ()
    stunts: tuple[str, ...] = ()
    stunt_text: str = ""
    bonus: int = 0
    penalty: int = 0
    external: int = 0
    distance: int = 0


@dataclass(frozen=True, slots=True)
class TakeGuard(Move):
    """Guard; asked for the word again after `ticks` (2E-295)."""

    actor: str
    ticks: int = 3


@dataclass(frozen=True, slots=True)
class TakeAim(Move):
    """Aim at a target; asked for the word again after `ticks` (2E-296)."""

    actor: str
    target: str
    ticks: int = 3


@dataclass(frozen=True, slots=True)
class KeepOn(Move):
    """Go on with the Aim or Guard that one might break off now."""

    actor: str


@dataclass(frozen=True, slots=True)
class TakeDash(Move):
    """Dash (2E-298)."""

    actor: str


@dataclass(frozen=True, slots=True)
class TakeMove(Move):
    """Move a few yards, reflexively (2E-299)."""

    actor: str
    yards: int = 1


@dataclass(frozen=True, slots=True)
class ReadyWeapon(Move):
    """Take a weapon in hand, or put all away with an empty key (2E-281). `keep` holds on to what is in hand."""

    actor: str
    weapon: str
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Rise(Move):
    """Rise from prone (2E-289)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Jump(Move):
    """Jump (2E-288)."""

    actor: str


@dataclass(frozen=True, slots=True)
class TakeMisc(Move):
    """Any other action, with the Speed and the DV penalty that the Storyteller gives it (2E-290)."""

    actor: str
    text: str = ""
    speed: int = 5
    penalty: int = 1


@dataclass(frozen=True, slots=True)
class UseCharm(Move):
    """A Simple Charm by name, with its cost (2E-291)."""

    actor: str
    text: str = ""
    speed: int = 6
    penalty: int = 1
    motes: int = 0
    willpower: int = 0


@dataclass(frozen=True, slots=True)
class CoordinateAttack(Move):
    """Lead others against one target on the next action tick (2E-300)."""

    actor: str
    target: str
    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DefendOther(Move):
    """Lend one's Parry DV to an adjacent ward until one's next action (2E-303)."""

    actor: str
    ward: str


@dataclass(frozen=True, slots=True)
class ContestClinch(Move):
    """Hold on to the clinch that one controls: both roll, the winner chooses (2E-392)."""

    actor: str


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """Step 2: how to meet the attack (2E-332).

    `mode`: dodge, parry, lent (a guardian's parry) or none. `willpower` as for an attack: the success adds 1 DV; a
    Virtue's and the magic's dice are rolled in step 5, a success adding 1 DV; `third` is a Third Excellency's Ability.
    `enables`: a stunt or magic lifts a mundane bar to this mode (2E-341). `counter` pays for a counterattack.
    """

    prompt: str
    mode: str
    stunt: int = 0
    stunt_text: str = ""
    willpower: str = ""
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    third: int = 0
    soak: int = 0
    hardness: int = 0
    enables: bool = False
    counter: bool = False
    motes: int = 0
    magic_willpower: int = 0


@dataclass(frozen=True, slots=True)
class RateStunt(Move):
    """The Storyteller rates a stunt, 0 to 3 (2E-180)."""

    prompt: str
    rating: int


@dataclass(frozen=True, slots=True)
class AnswerReroll(Move):
    """Use the reroll that was declared, or keep what there is (steps 4 and 6)."""

    prompt: str
    reroll: bool


@dataclass(frozen=True, slots=True)
class AnswerCounter(Move):
    """Step 9: strike back with a weapon at hand, or with an empty key not at all (2E-383)."""

    prompt: str
    weapon: str


@dataclass(frozen=True, slots=True)
class AnswerClinch(Move):
    """Who controls a clinch chooses: crush, hold, release, throw_away or throw_down (2E-391)."""

    prompt: str
    choice: str


@dataclass(frozen=True, slots=True)
class TakeReward(Move):
    """Take a stunt's reward as motes or as Willpower (2E-184)."""

    prompt: str
    reward: str


MOVES: Kinds[Move] = Kinds(
    AddCombatant,
    StartBattle,
    EndBattle,
    Leave,
    Reveal,
    Hide,
    Override,
    DeclareAttack,
    DeclareFlurry,
    TakeGuard,
    TakeAim,
    KeepOn,
    TakeDash,
    TakeMove,
    ReadyWeapon,
    Rise,
    Jump,
    TakeMisc,
    UseCharm,
    CoordinateAttack,
    DefendOther,
    ContestClinch,
    AnswerDefense,
    RateStunt,
    AnswerReroll,
    AnswerCounter,
    AnswerClinch,
    TakeReward,
)
