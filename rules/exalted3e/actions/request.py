"""Rolls outside combat as a form asks for them: traits, specialty, stunt, Willpower, motes (3E-010 to 3E-024)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Choice, Field
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions.count import (
    TENS_DOUBLE,
    TENS_SINGLE,
    Thrown,
    is_botch,
    is_success,
    threshold_over,
    throw_pool,
)
from rules.exalted3e.actions.powers import ROLL_POWERS
from rules.exalted3e.health import wound_penalty
from rules.exalted3e.options import Options
from rules.exalted3e.pools import build_pool, stunt_successes, stunt_terms
from rules.exalted3e.sheet.derived import term
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import ABILITIES, ATTRIBUTES, label
from rules.odds import Odds, odds
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.roll import Roll
from rules.system import RollRules

MAX_BONUS = 30
MAX_DIFFICULTY = 20
SUCCESS_DICE = 2
"""A bought success counts as so many dice (3E-345)."""


@dataclass(frozen=True, slots=True)
class Request:
    """A roll of Attribute + Ability. `bonus` are dice of any kind (may be negative), `successes` automatic ones,
    `targets` several whom one influence addresses (3E-333), `difficulty` the Storyteller's or a static value; `powers`:
    keys of those of the sheet that are switched on; `conditions`: what weighs on it in a battle, for
    which no form asks.
    """

    attribute: str = "dexterity"
    ability: str = "athletics"
    specialty: bool = False
    stunt: int = 0
    willpower: bool = False
    motes: int = 0
    bonus: int = 0
    successes: int = 0
    difficulty: int = 1
    group: bool = False
    double_tens: bool = True
    can_botch: bool = True
    powers: tuple[str, ...] = ()
    conditions: tuple[Term, ...] = ()


def roll_fields(sheet: Sheet) -> tuple[Field, ...]:
    """The form of a roll for this sheet."""
    return (
        _trait("attribute", "Attribute", {key: sheet.attribute(key) for key in ATTRIBUTES}, "dexterity"),
        _trait("ability", "Ability", {key: sheet.ability(key) for key in ABILITIES}, "athletics"),
        *ROLL_POWERS.fields(sheet),
        *_specialty_field(sheet),
        Field("stunt", "Stunt", "number", low=0, high=3, initial=0, required=False, help="+2 dice, more from two on"),
        Field("willpower", "Spend Willpower", "flag", initial=False, required=False, help="+1 success"),
        Field("motes", "Motes", "number", low=0, high=MAX_BONUS, initial=0, required=False, help="a die each"),
        Field("bonus", "Bonus dice", "number", low=-MAX_BONUS, high=MAX_BONUS, initial=0, required=False),
        Field("difficulty", "Difficulty", "number", low=0, high=MAX_DIFFICULTY, initial=1, required=False),
        Field("group", "Several targets", "flag", initial=False, required=False, help="−3 dice"),
    )


def _trait(name: str, title: str, ratings: Mapping[str, int], initial: str) -> Field:
    choices = tuple(Choice(key, label(key), dots=rating) for key, rating in ratings.items())
    return Field(name, title, "choice", choices, initial=initial)


def _specialty_field(sheet: Sheet) -> tuple[Field, ...]:
    """Whether a specialty fits, for a sheet that has any: which of them, the Ability decides."""
    owned = ", ".join(f"{one.name or 'specialty'} ({label(one.ability)})" for one in sheet.specialties if one.ability)
    help = f"+1 die: {owned}"
    return (Field("specialty", "Specialty", "flag", initial=False, required=False, help=help),) if owned else ()


def name_specialties(sheet: Sheet, request: Request) -> str:
    """The specialties of the Ability that is rolled (3E-011)."""
    return ", ".join(one.name or "specialty" for one in sheet.specialties if one.ability == request.ability)


def check_request(request: Request) -> None:
    """Refuse what no roll can be."""
    if request.attribute not in ATTRIBUTES or request.ability not in ABILITIES:
        raise BadInput("unknown_trait", "Choose one of the nine Attributes and one of the Abilities.")
    for name, title, low, high in (
        ("stunt", "Stunt", 0, 3),
        ("motes", "Motes", 0, MAX_BONUS),
        ("bonus", "Bonus dice", -MAX_BONUS, MAX_BONUS),
        ("successes", "Bonus successes", 0, MAX_BONUS),
        ("difficulty", "Difficulty", 0, MAX_DIFFICULTY),
    ):
        if not low <= (value := getattr(request, name)) <= high:
            raise BadInput("out_of_bounds", f"{title} is {low} to {high}, not {value}.", key=name)


def sheet_wound(sheet: Sheet) -> int:
    """The wound penalty of the sheet's marks (3E-264)."""
    return wound_penalty(sheet.track, bool(sheet.has_merit("pain_tolerance")))


def request_pool(sheet: Sheet, request: Request, options: Options) -> Pool:
    """The pool with everything in the book's order. Raises what the sheet cannot pay."""
    check_request(request)
    if request.willpower and sheet.willpower.current < 1:
        raise IllegalMove("no_willpower", "There is no Willpower left.")
    cap = sheet.attribute(request.attribute) + sheet.ability(request.ability)
    if request.motes and request.motes > min(cap, sheet.motes.personal + sheet.motes.peripheral):
        raise IllegalMove("too_many_motes", f"An excellency adds {cap} dice at most, a mote each.", most=cap)
    on = ROLL_POWERS.read(sheet, request.powers)
    ROLL_POWERS.check(sheet, on, motes=request.motes, willpower=int(request.willpower))
    magic = request.motes + on.total("dice") + SUCCESS_DICE * on.total("successes")
    if on.names and magic > cap:
        raise IllegalMove("too_many_dice", f"Magic adds {cap} dice at most here, not {magic}.", most=cap)
    traits = [term(sheet, request.attribute, "3E-010"), term(sheet, request.ability, "3E-010")]
    if request.specialty:
        name = sheet.specialty(request.ability)
        if not name:
            sentence = f"The sheet has no specialty of {label(request.ability)}. Roll without it."
            raise BadInput("no_specialty", sentence, key="specialty", rule="3E-011")
        traits.append(Term(name, 1, "specialty", "3E-011"))
    modifiers = [*stunt_terms(request.stunt), *make_terms(on.shares, "dice", "power", "3E-345"), *request.conditions]
    for title, amount, kind, rule in (
        ("excellency", request.motes, "excellency", "3E-345"),
        ("bonus", request.bonus, "bonus", "3E-024"),
        ("several targets", -3 if request.group else 0, "circumstance", "3E-333"),
        ("wounds", -sheet_wound(sheet), "wound", "3E-264"),
    ):
        if amount:
            modifiers.append(Term(title, amount, kind, rule))
    auto = request.successes + stunt_successes(request.stunt) + (1 if request.willpower else 0)
    auto += on.total("successes")
    title = f"{label(request.attribute)} + {label(request.ability)}"
    return build_pool(title, traits, modifiers, auto)


def pool_odds(pool: Pool, difficulty: int, double_tens: bool = True, can_botch: bool = True) -> Odds:
    """The exact chances of a pool; an automatic success prevents a botch (3E-008)."""
    rule = TENS_DOUBLE if double_tens else TENS_SINGLE
    may = can_botch and not pool.bonus_successes and difficulty > 0
    bonus = pool.bonus_successes
    return odds(rule, pool.dice, difficulty=difficulty, bonus=bonus, botch="ones" if may else "none")


def read_roll(
    pool: Pool, thrown: Thrown, difficulty: int, options: Options, can_botch: bool = True, notes: tuple[str, ...] = ()
) -> Roll:
    """What a throw means in the book's words."""
    works = is_success(thrown.total, difficulty)
    botch = can_botch and is_botch(thrown, difficulty, options.botch_at_difficulty_zero)
    outcome = "botch" if botch else "success" if works else "failure"
    return Roll(
        system="exalted3e", title=pool.title, pool=pool, dice=thrown.dice, successes=thrown.successes,
        total=thrown.total, difficulty=difficulty,
        threshold=threshold_over(thrown.total, difficulty) if works else None, outcome=outcome, verdict=outcome,
        notes=notes, options=encode(options),
    )  # fmt: skip


def roll_request(sheet: Sheet, request: Request, roller: Roller, options: Options) -> Roll:
    """Throw the dice of a request."""
    pool = request_pool(sheet, request, options)
    thrown = throw_pool(pool, roller, doubles=request.double_tens)
    notes = []
    if request.stunt > 1:
        notes.append(f"The stunt gives {request.stunt - 1} Willpower back.")
    return read_roll(pool, thrown, request.difficulty, options, request.can_botch, tuple(notes))


def request_odds(sheet: Sheet, request: Request, options: Options) -> Odds:
    """The chances of a request."""
    pool = request_pool(sheet, request, options)
    return pool_odds(pool, request.difficulty, request.double_tens, request.can_botch)


ROLLS = RollRules(
    request=Request, fields=roll_fields, pool=request_pool, odds=request_odds, roll=roll_request,
    specialty=name_specialties,
)  # fmt: skip
