"""An attack in progress: the declaration, the answer, what each step found, the open prompts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.dice import Die
from rules.exalted2e.actions.requests import RollRequest
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.state.debate import Influence
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Term
from rules.powers import NO_PRICE, Price, Share
from rules.text import EMPTY, Text, join, verbatim


@dataclass(frozen=True, slots=True)
class Magic:
    """A named effect in figures: what it adds to an attack or a defense, and its cost (2E-113, 2E-176, 2E-357).

    For a defense `successes` are bought ones and `dice` are rolled in step 5; `third` is the Ability of a Third
    Excellency. `late`: more of it may be activated later: by the attacker once the attack has hit (2E-331), by the
    defender once the damage is rolled (2E-380). `enables` lets a mode of defense be used that only mundane things
    forbid (2E-341). `shares` is how much of all this each power of the sheet brings; the player gave the rest in
    figures. `price`: what those powers cost apart from motes and Willpower.
    """

    name: Text = EMPTY
    dice: int = 0
    successes: int = 0
    reroll: bool = False
    late: bool = False
    damage: int = 0
    post_damage: int = 0
    soak: int = 0
    hardness: int = 0
    third: int = 0
    unblockable: bool = False
    undodgeable: bool = False
    enables: bool = False
    counter: bool = False
    motes: int = 0
    willpower: int = 0
    shares: tuple[Share, ...] = ()
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True)
class DeclaredAttack:
    """An attack as declared in step 1, waiting for its turn; penalties are positive numbers.

    `rated`: whether the Storyteller has settled the stunt; `stunt_xp`: it may earn an experience point. `multi`:
    multiple-action dice; `wound` as of this tick; `maneuver`: "", "sweep" or "tackle". `surprise`: "" (seen), "roll"
    (from hiding, 2E-394) or "unaware" (2E-333). `strays`: the successes, unrolled, of a botched attack that hits a
    bystander (2E-363); 0 for any other attack. `place`: which part of its flurry it is. `edge`: by how much the
    attacker's Magnitude exceeded the target's when the attack was declared, -3 to 3 (2E-504).
    """

    id: str
    actor: str
    target: str
    weapon: str
    ability: str
    stunt: int = 0
    stunt_xp: bool = False
    stunt_text: str = ""
    rated: bool = True
    willpower: bool = False
    virtue: str = ""
    specialty: int = 0
    bonus: int = 0
    penalty: int = 0
    magic_penalty: int = 0
    external: int = 0
    distance: int = 0
    aim: int = 0
    abort: int = 0
    multi: int = 0
    wound: int = 0
    onslaught: int = 0
    off_hand: bool = False
    maneuver: str = ""
    surprise: str = ""
    magic: Magic = Magic()
    flurry: str = ""
    is_counter: bool = False
    strays: int = 0
    place: int = 0
    edge: int = 0


@dataclass(frozen=True, slots=True)
class PlainAction:
    """A plain action with a roll as declared, waiting for its turn (2E-290).

    `text` is what the player wrote. `request` is the roll without the modifiers of the battle. Stunts as in
    `DeclaredAttack`; `wound` as of this tick; `abort`: dice lost by breaking off an Aim (2E-297). `place`: which part
    of its flurry it is. In a debate `influence` says whom it works on, and `study` are the dice of having studied that
    target (2E-511).
    `hidden`: only the Storyteller knows the difficulty (2E-066).
    """

    id: str
    actor: str
    text: str
    request: RollRequest
    stunt: int = 0
    stunt_xp: bool = False
    stunt_text: str = ""
    rated: bool = True
    wound: int = 0
    abort: int = 0
    place: int = 0
    study: int = 0
    influence: Influence | None = None
    hidden: bool = False

    @property
    def name(self) -> Text:
        """The player's words for the action, or the traits that are rolled."""
        return verbatim(self.text) or self.traits

    @property
    def traits(self) -> Text:
        """The traits that are rolled: "Strength + Athletics"."""
        return join(" + ", (label(name) for name in (self.request.attribute, self.request.ability) if name))


Response = Literal["dodge", "parry", "lent", "none"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The defender's response in step 2, with the stunt, Willpower and magic that aid it."""

    mode: Response
    stunt: int = 0
    stunt_xp: bool = False
    stunt_text: str = ""
    rated: bool = True
    willpower: bool = False
    virtue: str = ""
    magic: Magic = Magic()


@dataclass(frozen=True, slots=True)
class LogStep:
    """One of the ten steps as the log describes it. Only the Storyteller and the owners in `sum_for` see the sum.

    `raises`: what stunt, magic and dice added to the DV that the last step of the sum subtracts as one number.
    """

    number: int
    text: Text
    dice: tuple[Die, ...] = ()
    sum: Breakdown | None = None
    sum_for: tuple[str, ...] | None = None
    raises: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack that is being resolved: the last step taken, and what each step found.

    `unaware` is settled in step 2; `noticed`: the roll against surprise has been made. `clinch` is the controller's
    choice. `activated`: the attacker has answered whether to add magic in step 7 (2E-331); `warded`: the defender has
    answered whether to ward damage off (2E-380). `fixed` are the Storyteller's rulings by name. `held` is the attack
    that this one counters: both are applied together (2E-384).
    """

    declared: DeclaredAttack
    step: int = 0
    unaware: bool = False
    noticed: bool = False
    clinch: str = ""
    activated: bool = False
    warded: bool = False
    answer: Answer | None = None
    numbers: Exchange | None = None
    log: tuple[LogStep, ...] = ()
    fixed: Mapping[str, int] = field(default_factory=dict)
    held: "Attack | None" = None


PromptKind = Literal[
    "stunt",
    "defense_stunt",
    "told_stunt",
    "action_stunt",
    "defense",
    "attack_reroll",
    "defense_reroll",
    "late_magic",
    "late_ward",
    "counter",
    "clinch",
    "bystander",
    "reward",
    "leaning",
    "influence",
    "resist",
]


@dataclass(frozen=True, slots=True)
class Pending:
    """A prompt for `who` or the Storyteller; if `storyteller`, for the Storyteller alone. A `free` one blocks nothing.

    `about` is the id of its attack, `weapon` the key of that attack's weapon. `rating` is the rating of a stunt to be
    rewarded (`experience`: also by an experience point), the margin of a clinch, or the number of ones in a botch.
    `contests` are the multiple-action dice of the contests of the clinch that are still to come (2E-393). `former` is
    the id in battle files of 0.1.0.
    """

    id: str
    kind: PromptKind
    who: str
    question: Text
    detail: Text = EMPTY
    about: str = ""
    storyteller: bool = False
    free: bool = False
    weapon: str = ""
    rating: int = 0
    experience: bool = False
    contests: tuple[int, ...] = ()
    former: str = ""
