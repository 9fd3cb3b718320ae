"""Rolls outside combat as a form asks for them: traits, specialty, stunt, Willpower, motes (3E-010 to 3E-024)."""

from dataclasses import dataclass

from rules.battle import Choice, Field
from rules.battle.declare import ask, check_numbers, list_fields, ruled
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove, check_range
from rules.exalted3e.actions.count import (
    TENS_DOUBLE,
    TENS_SINGLE,
    ThrownDice,
    is_botch,
    is_success,
    threshold_over,
    throw_pool,
)
from rules.exalted3e.actions.powers import ROLL_POWERS
from rules.exalted3e.actions.social import GROUP_PENALTY
from rules.exalted3e.options import Options
from rules.exalted3e.pools import build_pool, stunt_successes, stunt_terms
from rules.exalted3e.sheet.derived import term
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import ABILITIES, ATTRIBUTES, label
from rules.odds import Odds, odds
from rules.pool import Pool, Term, change
from rules.powers import PowerTotals, make_terms
from rules.roll import Roll
from rules.text import Text, join, word

MAX_BONUS = 30
MAX_DIFFICULTY = 20
READY = ("influence", "senses")
"""The ready numbers of a quick character that a task may ask for."""
SUCCESS_DICE = 2
"""The dice as which a bought success counts (3E-345)."""


@dataclass(frozen=True, slots=True)
class Request:
    """A roll of Attribute + Ability.

    `bonus` are dice of any kind (may be negative), `successes` automatic ones; `group`: one influence addresses several
    targets (3E-333); `difficulty` is the Storyteller's or a static value; `powers`: keys of those of the sheet that are
    switched on; `conditions`: what weighs on it in a battle, for which no form asks. The last are set by a task of
    influence: `looks`, the dice of Appearance; `overturns`, one more point of Willpower is paid (3E-336); `ready`, the
    ready number of a quick character that is rolled in place of traits.
    """

    attribute: str = ask("Attribute", default="dexterity")
    ability: str = ask("Ability", default="athletics")
    specialty: bool = ask("Specialty", default=False, required=False)
    stunt: int = ruled("Stunt", 0, 3, help="+2 dice; more from 2 points", small="stunt")
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 success")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, help="one die each", source="power")
    bonus: int = ruled("Bonus dice", -MAX_BONUS, MAX_BONUS, worse="less", small="dice")
    successes: int = ruled("Bonus successes", 0, MAX_BONUS)
    difficulty: int = ask("Difficulty", 0, MAX_DIFFICULTY, default=1, required=False)
    group: bool = ask("Several targets", default=False, required=False, help="−3 dice")
    double_tens: bool = True
    can_botch: bool = True
    powers: tuple[str, ...] = ()
    conditions: tuple[Term, ...] = ()
    looks: int = 0
    overturns: bool = False
    ready: str = ""


def roll_fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the form of a roll for this sheet."""
    traits = {
        "attribute": {"choices": tuple(Choice(key, label(key), dots=sheet.attribute(key)) for key in ATTRIBUTES)},
        "ability": {"choices": tuple(Choice(key, label(key), dots=sheet.ability(key)) for key in ABILITIES)},
    }
    return (
        *list_fields(Request, traits, *traits),
        *ROLL_POWERS.fields(sheet),
        *_specialty_field(sheet),
        *list_fields(Request, None, "stunt", "willpower", "motes", "bonus", "difficulty", "group"),
    )


def _specialty_field(sheet: Sheet) -> tuple[Field, ...]:
    """Return the field that asks whether a specialty fits; nothing for a sheet that has none.

    The Ability decides which of them counts.
    """
    owned = [
        Text("{name} ({ability})", name=specialty.name or Text("specialty"), ability=word(label(specialty.ability)))
        for specialty in sheet.specialties
        if specialty.ability
    ]
    help = Text("+1 die: {what}", what=join(", ", owned))
    return list_fields(Request, {"specialty": {"help": help}}, "specialty") if owned else ()


def name_specialties(sheet: Sheet, request: Request) -> str:
    """Return the names of the specialties of the Ability that is rolled (3E-011)."""
    return join(
        ", ",
        (
            specialty.name or Text("specialty")
            for specialty in sheet.specialties
            if specialty.ability == request.ability
        ),
    )


def check_request(request: Request) -> None:
    """Raise `BadInput` for unknown traits and for numbers out of their bounds."""
    if request.attribute not in ATTRIBUTES or request.ability not in ABILITIES:
        raise BadInput("unknown_trait", Text("Choose one of the nine Attributes and one of the Abilities."))
    check_numbers(request)
    check_range(Text("Appearance"), request.looks, 0, MAX_BONUS, "looks")


def request_pool(sheet: Sheet, request: Request, options: Options) -> Pool:
    """Return the pool with everything in the book's order. Raises what the sheet cannot pay."""
    check_request(request)
    on = ROLL_POWERS.choose(sheet, request.powers)
    _check_payment(sheet, request, on)
    traits = _find_traits(sheet, request)
    title = join(" + ", (trait.name for trait in traits))
    if request.specialty:
        traits.append(_find_specialty(sheet, request))
    wound = sheet.track.wound_penalty(bool(sheet.has_merit("pain_tolerance")))
    modifiers = (
        *stunt_terms(request.stunt),
        *make_terms(on.shares, "dice", "power", "3E-345"),
        *request.conditions,
        *change(Text("excellency"), request.motes, "excellency", "3E-345"),
        *change(Text("bonus"), request.bonus, "bonus", "3E-024"),
        *change(Text("Appearance"), request.looks, "bonus", "3E-327"),
        *change(Text("several targets"), -GROUP_PENALTY * request.group, "circumstance", "3E-333"),
        *change(Text("wounds"), -wound, "wound", "3E-264"),
    )
    auto = request.successes + stunt_successes(request.stunt) + (1 if request.willpower else 0)
    return build_pool(title, traits, modifiers, auto + on.total("successes"))


def _find_traits(sheet: Sheet, request: Request) -> list[Term]:
    """Return the Attribute and the Ability, or the ready number that stands for them."""
    if request.ready:
        if request.ready not in READY or not sheet.is_quick:
            raise BadInput("unknown_trait", Text("Only a quick character can roll preset pools."), key="ready")
        return [Term(word(label(request.ready)), int(getattr(sheet.quick, request.ready)), "pool", "3E-010")]
    return [term(sheet, request.attribute, "3E-010"), term(sheet, request.ability, "3E-010")]


def _check_payment(sheet: Sheet, request: Request, on: PowerTotals) -> None:
    """Raise `IllegalMove` for what the sheet cannot pay, and for more dice than magic may add (3E-345)."""
    if request.willpower + request.overturns > sheet.willpower.current:
        raise IllegalMove("no_willpower", Text("There is no Willpower left."))
    cap = sheet.attribute(request.attribute) + sheet.ability(request.ability)
    if request.motes and request.motes > min(cap, sheet.motes.personal + sheet.motes.peripheral):
        sentence = Text(
            "An Excellency adds up to {n} die for 1 mote each.",
            "An Excellency adds up to {n} dice for 1 mote each.",
            n=cap,
        )
        raise IllegalMove("too_many_motes", sentence, most=cap)
    ROLL_POWERS.check(sheet, on, motes=request.motes, willpower=request.willpower + request.overturns)
    magic = request.motes + on.total("dice") + SUCCESS_DICE * on.total("successes")
    if on.names and magic > cap:
        sentence = Text(
            "Magic adds {n} die at most here, not {n2}.", "Magic adds {n} dice at most here, not {n2}.", n=cap, n2=magic
        )
        raise IllegalMove("too_many_dice", sentence, most=cap)


def _find_specialty(sheet: Sheet, request: Request) -> Term:
    """Return the specialty of the Ability that is rolled (3E-011). Raises `BadInput`."""
    name = sheet.specialty(request.ability)
    if not name:
        ability = word(label(request.ability))
        sentence = Text("The sheet has no specialty in {ability}. Roll without it.", ability=ability)
        raise IllegalMove("no_specialty", sentence, key="specialty", rule="3E-011")
    return Term(word(name), 1, "specialty", "3E-011")


def pool_odds(pool: Pool, difficulty: int, double_tens: bool = True, can_botch: bool = True) -> Odds:
    """Return the exact chances of a pool; an automatic success prevents a botch (3E-008)."""
    rule = TENS_DOUBLE if double_tens else TENS_SINGLE
    may = can_botch and not pool.bonus_successes and difficulty > 0
    bonus = pool.bonus_successes
    return odds(rule, pool.dice, difficulty=difficulty, bonus=bonus, botch="ones" if may else "none")


def interpret_roll(
    pool: Pool,
    thrown: ThrownDice,
    difficulty: int,
    options: Options,
    can_botch: bool = True,
    notes: tuple[Text, ...] = (),
) -> Roll:
    """Return what a throw means in the book's words."""
    works = is_success(thrown.total, difficulty)
    botch = can_botch and is_botch(thrown, difficulty, options.botch_at_difficulty_zero)
    outcome = "botch" if botch else "success" if works else "failure"
    return Roll(
        system="exalted3e",
        title=pool.title,
        pool=pool,
        dice=thrown.dice,
        successes=thrown.successes,
        total=thrown.total,
        difficulty=difficulty,
        threshold=threshold_over(thrown.total, difficulty) if works else None,
        outcome=outcome,
        verdict=word(outcome),
        notes=notes,
        options=encode(options),
    )


def roll_request(sheet: Sheet, request: Request, roller: Roller, options: Options) -> Roll:
    """Roll the dice of a request."""
    pool = request_pool(sheet, request, options)
    thrown = throw_pool(pool, roller, doubles=request.double_tens)
    notes: tuple[Text, ...] = ()
    if request.stunt > 1:
        notes = (Text("The stunt restores {n} Willpower.", n=stunt_successes(request.stunt)),)
    return interpret_roll(pool, thrown, request.difficulty, options, request.can_botch, notes)


def request_odds(sheet: Sheet, request: Request, options: Options) -> Odds:
    """Return the chances of a request."""
    pool = request_pool(sheet, request, options)
    return pool_odds(pool, request.difficulty, request.double_tens, request.can_botch)
