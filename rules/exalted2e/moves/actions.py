"""What a combatant does on her turn."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class DeclareAttack(Move):
    """Step 1: attack a target with a weapon at hand (2E-330).

    `stunt` is proposed by a player and rated by the Storyteller. `willpower` is "success" to buy one, or the Virtue
    to channel instead (2E-160..162). `bonus`, `penalty`, `magic_penalty` (dice) and `external` (successes) are for the
    Storyteller to give.
    `distance` in yards. `maneuver`: "", "sweep" or "tackle" (2E-389).
    `surprise`: "", "roll" (from hiding) or "unaware". The magic is one named effect in figures; `magic_late` holds
    more back until the blow has hit (2E-331). `powers`: keys of those of the sheet that are switched on.
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
    magic_penalty: int = 0
    external: int = 0
    distance: int = 0
    off_hand: bool = False
    maneuver: str = ""
    surprise: str = ""
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    magic_damage: int = 0
    magic_post_damage: int = 0
    magic_reroll: bool = False
    magic_late: bool = False
    unblockable: bool = False
    undodgeable: bool = False
    motes: int = 0
    magic_willpower: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareFlurry(Move):
    """Several actions on one tick, in order (2E-305).

    Each part is "attack:weapon:target", "ready:weapon" or one of dash, jump, rise, misc, act, act2; those of `also`
    come first, those of `then` last. "act" is a plain action with a roll, told in the fields that begin so, as is
    "act2". `specialty` dice aid every attack whose Ability has them.
    `stunts` are the ratings of attacks and rolls in order, shorter lists meaning 0. `willpower` aids the first of
    them, one point being all that an action allows (2E-163); the magic aids all attacks and is paid once.
    """

    actor: str
    parts: tuple[str, ...]
    also: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    specialty: int = 0
    stunts: tuple[str, ...] = ()
    stunt_text: str = ""
    willpower: str = ""
    bonus: int = 0
    penalty: int = 0
    magic_penalty: int = 0
    external: int = 0
    distance: int = 0
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    magic_damage: int = 0
    magic_post_damage: int = 0
    magic_reroll: bool = False
    magic_late: bool = False
    unblockable: bool = False
    undodgeable: bool = False
    motes: int = 0
    magic_willpower: int = 0
    powers: tuple[str, ...] = ()
    act_text: str = ""
    act_attribute: str = ""
    act_ability: str = ""
    act_specialty: int = 0
    act_difficulty: int = 1
    act2_text: str = ""
    act2_attribute: str = ""
    act2_ability: str = ""
    act2_specialty: int = 0
    act2_difficulty: int = 1


@dataclass(frozen=True, slots=True)
class TellStunt(Move):
    """A stunt on an action that is neither an attack nor a defense: no dice, but it counts for the reward (2E-193)."""

    actor: str
    stunt: int
    stunt_text: str = ""


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
    """Dash (2E-298); climbing or swimming one gets less far (2E-299)."""

    actor: str
    climbing: bool = False


@dataclass(frozen=True, slots=True)
class TakeMove(Move):
    """Move a few yards, reflexively; half as far when climbing or swimming (2E-299)."""

    actor: str
    yards: int = 1
    climbing: bool = False


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
    """Any other action, with the Speed and the DV penalty that the Storyteller gives it (2E-290).

    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: str
    text: str = ""
    speed: int = 5
    penalty: int = 1
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class TakeAction(Move):
    """A plain action with a roll: leap, search, shout, climb (2E-290).

    `attribute` may be a Virtue, which is rolled alone. Stunt, Willpower, magic and what the Storyteller gives are as
    for an attack; the Storyteller may set the `difficulty`. `failures`: earlier tries that failed (2E-088).
    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: str
    attribute: str = ""
    ability: str = ""
    text: str = ""
    specialty: int = 0
    difficulty: int = 1
    stunt: int = 0
    stunt_text: str = ""
    willpower: str = ""
    failures: int = 0
    bonus: int = 0
    penalty: int = 0
    magic_penalty: int = 0
    external: int = 0
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    motes: int = 0
    magic_willpower: int = 0
    powers: tuple[str, ...] = ()
    speed: int = 5
    dv_penalty: int = 1
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class UseCharm(Move):
    """A Simple Charm by name, with its cost (2E-291); or as `powers` of the sheet have it.

    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: str
    text: str = ""
    speed: int = 6
    penalty: int = 1
    motes: int = 0
    willpower: int = 0
    powers: tuple[str, ...] = ()
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class SetScale(Move):
    """The Storyteller counts the battle in long ticks from now on, or in ticks again (2E-018)."""

    is_long: bool


@dataclass(frozen=True, slots=True)
class Stabilize(Move):
    """Keep a dying combatant from death: by magic with its cost, or by care where the series allows it (2E-409)."""

    actor: str
    target: str
    text: str = ""
    magical: bool = True
    motes: int = 0
    willpower: int = 0


@dataclass(frozen=True, slots=True)
class CheckValor(Move):
    """The Storyteller calls for a Valor check against this foe; `improved`: things have become better (2E-485)."""

    actor: str
    difficulty: int = 1
    improved: bool = False


@dataclass(frozen=True, slots=True)
class CoordinateAttack(Move):
    """Lead others against one target on the next action tick (2E-300); bonus and penalty are the Storyteller's."""

    actor: str
    target: str
    attackers: tuple[str, ...]
    bonus: int = 0
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class DefendOther(Move):
    """Lend one's Parry DV to an adjacent ward until one's next action (2E-303)."""

    actor: str
    ward: str


@dataclass(frozen=True, slots=True)
class ContestClinch(Move):
    """Hold on to the clinch that one controls: both roll, the winner chooses (2E-392); `times` in a flurry (2E-393).

    `bonus` and `penalty` are dice that the Storyteller gives the controller for the first contest.
    """

    actor: str
    times: int = 1
    bonus: int = 0
    penalty: int = 0
