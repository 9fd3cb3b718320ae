"""Rolls outside combat: the form, its pool, its odds, the roll."""

from dataclasses import dataclass, replace
from typing import Literal

from rules.battle import Choice, Field
from rules.battle.declare import ask, list_fields, ruled
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.odds import Odds
from rules.pool import Breakdown, Pool, Term
from rules.roll import Roll
from rules.text import EMPTY, Text, join
from rules.v20da.actions.automatic import suggests_automatic
from rules.v20da.actions.chances import chances
from rules.v20da.actions.difficulty import (
    DEFAULT,
    HIGHEST,
    LOWEST,
    build_difficulty,
    check_difficulty,
    is_nearly_certain,
    untrained_terms,
)
from rules.v20da.actions.powers import ROLL_POWERS, dice_terms, difficulty_terms
from rules.v20da.actions.resisted import roll_resisted
from rules.v20da.actions.rolling import check_pool, report, roll_dice
from rules.v20da.health.levels import parse_track
from rules.v20da.options import Options
from rules.v20da.pools import action_pool, rating
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import ABILITIES, ATTRIBUTES, VIRTUES

SINGLES = ("willpower", "road", *VIRTUES)
"""Traits that are rolled alone (V20-021)."""

UNTRAINED = Text("A Knowledge at 0 dots can’t be rolled.")
ASK_FOR_IT = Text(
    "The difficulty of a resisted roll is the other side’s dice pool. Ask for a “Resisted” "
    "task, or enter the difficulty."
)
STAKES = (
    Choice("plain", Text("Normal")),
    Choice("contested", Text("Against a named character")),
    Choice("dangerous", Text("Injury is possible")),
)


@dataclass(frozen=True, slots=True)
class Request:
    """One roll outside combat.

    `first`: an Attribute, Willpower, Road or a Virtue; `second`: an Ability, another Attribute or nothing.
    `difficulty`: None for 6, except in a contest, where it comes from the other side. `modifier`: dice. `attempt`: the
    number of the attempt at a task, from 1 (V20-070); `retry`: the table counts it. `place`: in a multiple action of
    `actions`, 0 for none (V20-051). `kind`: a
    contested or dangerous roll has no automatic success (V20-082). `powers`: keys of the powers that are switched on.
    `conditions`: dice and `obstacles`: difficulty that a battle adds; no form asks for them.
    """

    first: str = ask("Trait", default="dexterity")
    second: str = ask("and", default="")
    difficulty: int | None = ruled(
        "Difficulty",
        LOWEST,
        HIGHEST,
        default=None,
        usual=DEFAULT,
        worse="more",
        small="difficulty",
        help="Empty: 6, the standard. 10 is for the rarest actions.",
    )
    modifier: int = ruled("Dice modifier", -10, 10, worse="less", small="dice")
    specialty: bool = ask("Specialty applies", default=False)
    willpower: bool = ask("Spend Willpower for a success", default=False)
    attempt: int = ask("Attempt", 1, 9, default=1, help="+1 difficulty for each after the first.")
    place: int = ask("Position in the set", 0, 7, default=0)
    kind: Literal["plain", "contested", "dangerous"] = ask("Type of roll", choices=STAKES, default="plain")
    powers: tuple[str, ...] = ()
    actions: int = ask("Actions in this turn", 1, 7, default=1, help="All are declared before the first.")
    retry: bool = ask(
        "Trying again", default=False, help="+1 difficulty for each failed attempt; the table counts them."
    )
    conditions: tuple[Term, ...] = ()
    obstacles: tuple[Term, ...] = ()

    @property
    def is_resisted(self) -> bool:
        """Whether it is one side of a contest, which may be left without dice (V20-346)."""
        return self.kind == "contested"


def fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the form of a roll."""
    traits = {
        "first": {"choices": _choices(sheet, (*ATTRIBUTES, *SINGLES))},
        "second": {"choices": (Choice("", Text("nothing")), *_choices(sheet, _seconds(sheet)))},
    }
    return (
        *list_fields(Request, traits, *traits),
        *ROLL_POWERS.fields(sheet),
        *list_fields(Request, None, "difficulty", "modifier"),
        *_specialty_field(sheet),
        *list_fields(Request, None, "willpower", "retry", "actions", "place", "kind"),
    )


def _seconds(sheet: Sheet) -> tuple[str, ...]:
    return (*ABILITIES, *sheet.custom_abilities, *ATTRIBUTES)


def _choices(sheet: Sheet, traits: tuple[str, ...]) -> tuple[Choice, ...]:
    dots = {trait: rating(sheet, trait) for trait in traits}
    return tuple(
        Choice(trait, sheet.label(trait), reason=_untrained(sheet, trait), dots=n) for trait, n in dots.items()
    )


def _untrained(sheet: Sheet, trait: str) -> Text:
    if trait in ATTRIBUTES or trait in SINGLES or sheet.dots(trait) or sheet.category(trait) != "knowledge":
        return EMPTY
    return UNTRAINED


def _specialty_field(sheet: Sheet) -> tuple[Field, ...]:
    """Return the question whether a specialty fits, if the sheet has any that counts. The traits decide which."""
    owned = [name_specialty(sheet, key) for key in sheet.specialties if sheet.specialty(key)]
    return list_fields(Request, {"specialty": {"help": join(", ", owned)}}, "specialty") if owned else ()


def name_specialty(sheet: Sheet, trait: str) -> Text:
    """Return a specialty with its trait: "broadswords (Melee)"."""
    return Text("{name} ({trait})", name=sheet.specialty(trait), trait=sheet.label(trait))


def name_specialties(sheet: Sheet, request: Request) -> str:
    """Return the specialties of the traits that are rolled, if they have four dots (V20-060)."""
    found = (sheet.specialty(trait) for trait in (request.second, request.first) if trait)
    return ", ".join(filter(None, found))


def check_traits(sheet: Sheet, first: str, second: str) -> tuple[str, ...]:
    """Return the traits rolled. Raises `BadInput` for one that the sheet does not have."""
    if first not in (*ATTRIBUTES, *SINGLES):
        raise BadInput(
            "unknown_trait", Text("There is no trait {name} to roll first.", name=repr(first[:40])), key="first"
        )
    if second and second not in _seconds(sheet):
        raise BadInput("unknown_trait", Text("There is no trait {name} to add.", name=repr(second[:40])), key="second")
    return (first, second) if second else (first,)


def make_pool(sheet: Sheet, request: Request, options: Options) -> Pool:
    """Return the dice (V20-020 to 022, 183). Raises `IllegalMove` if wounds or a missing Knowledge forbid the roll."""
    traits = check_traits(sheet, request.first, request.second)
    if request.specialty and not name_specialties(sheet, request):
        names = [sheet.label(trait) for trait in reversed(traits)]
        named = Text("{name} or {name2}", name=names[0], name2=names[1]) if len(names) > 1 else names[0]
        sentence = Text(
            "No specialty in {named} counts: the sheet must list one, and the trait needs 4 dots.", named=named
        )
        raise IllegalMove("no_specialty", sentence, key="specialty", rule="V20-060")
    wounds = parse_track(sheet.being, sheet.health).penalty
    if wounds is None and request.first not in VIRTUES:
        raise IllegalMove("incapacitated", Text("Incapacitated: no actions possible."), rule="V20-180")
    _check_place(request)
    on = ROLL_POWERS.choose(sheet, request.powers)
    more = (*request.conditions, *dice_terms(on.shares))
    if request.modifier:
        more = (Term(Text("Circumstances"), request.modifier, "modifier", "V20-022"), *more)
    hurt = 0 if request.first in VIRTUES else wounds or 0
    pool = action_pool(sheet, join(" + ", map(sheet.label, traits)), traits, more, wounds=hurt, place=request.place)
    return replace(pool, bonus_successes=request.willpower + on.total("successes"))


def _check_place(request: Request) -> None:
    """Raise `IllegalMove` for one of several actions without its place among them (V20-050)."""
    if request.actions > 1 and not 1 <= request.place <= request.actions:
        sentence = Text("Enter which of the {n} actions this is: 1 to {n}.", n=request.actions)
        raise IllegalMove("no_place", sentence, key="place", rule="V20-050")


def make_difficulty(sheet: Sheet, request: Request) -> Breakdown:
    """Return the checked difficulty. Raises `IllegalMove` (V20-011, 026, 039, 053, 071, 345)."""
    if request.is_resisted and request.difficulty is None:
        raise IllegalMove("no_difficulty", ASK_FOR_IT, rule="V20-345")
    trait = request.second
    mods = untrained_terms(sheet, trait) if trait and trait not in ATTRIBUTES else ()
    mods += (*request.obstacles, *difficulty_terms(ROLL_POWERS.choose(sheet, request.powers).shares))
    total = build_difficulty(request.difficulty, mods, request.attempt, request.place)
    check_difficulty(total.total, request.attempt, request.place)
    return total


def make_odds(sheet: Sheet, request: Request, options: Options) -> Odds:
    """Return the exact odds before the roll."""
    pool, difficulty = make_pool(sheet, request, options), make_difficulty(sheet, request)
    if request.is_resisted and pool.total <= 0:
        return chances(0, difficulty.total)
    check_pool(pool.total)
    bought = ROLL_POWERS.choose(sheet, request.powers).total("successes")
    return chances(pool.dice, difficulty.total, request.specialty, request.willpower, options.botch_mode, bought)


def make_roll(sheet: Sheet, request: Request, roller: Roller, options: Options) -> Roll:
    """Roll the dice. Raises `IllegalMove` before a die falls."""
    pool, difficulty = make_pool(sheet, request, options), make_difficulty(sheet, request).total
    on = ROLL_POWERS.choose(sheet, request.powers)
    ROLL_POWERS.check(sheet, on, willpower=request.willpower)
    throw = roll_resisted if request.is_resisted else roll_dice
    result = throw(
        pool.total, difficulty, roller, request.specialty, request.willpower, options.botch_mode, on.total("successes")
    )
    standard = DEFAULT if request.difficulty is None else None
    return replace(report(pool, result, options, _notes(request, pool.total, difficulty)), standard=standard)


def _notes(request: Request, pool: int, difficulty: int) -> tuple[Text, ...]:
    notes: tuple[Text, ...] = (Text("Attempt {n}", n=request.attempt),) if request.attempt > 1 else ()
    notes += (Text("Nearly certain: was the roll necessary?"),) if is_nearly_certain(difficulty) else ()
    contested, injury = request.kind == "contested", request.kind == "dangerous"
    if suggests_automatic(pool, difficulty, contested, injury, request.first == "road"):
        return (
            *notes,
            Text("The pool equals or exceeds the difficulty: the Storyteller could have granted a success."),
        )
    return notes
