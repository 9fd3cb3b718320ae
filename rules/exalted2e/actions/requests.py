"""A roll outside combat: what is asked for, its pool, its odds and the roll itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.automatic import required_pool, succeed_automatically
from rules.exalted2e.actions.environment import FOOTING, SIGHT, hindrances, sight_dice
from rules.exalted2e.actions.hidden import verdict
from rules.exalted2e.actions.powers import check_cost, read_powers
from rules.exalted2e.actions.retries import retry_terms
from rules.exalted2e.actions.rolling import HIGHEST_TARGET, LOWEST_TARGET, TARGET, Count, face_rule
from rules.exalted2e.actions.rolling import roll as roll_dice
from rules.exalted2e.actions.stunts import MAX_STUNT, Stunt, rate_stunt, rewards
from rules.exalted2e.actions.willpower import check_willpower, virtue_dice, willpower_success
from rules.exalted2e.options import Options
from rules.exalted2e.pools import (
    bonus,
    most_charm_dice,
    multiple_action,
    penalty,
    specialty_dice,
    stunt_dice,
    trait_pool,
    virtue_pool,
)
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_capacity, specialty_dots
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.traits import ABILITIES, ATTRIBUTES, VIRTUES, label
from rules.odds import Odds, odds
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.roll import Roll

MAX_MODIFIER = 30
MAX_DIFFICULTY = 30
MAX_POOLED = 200
"""Successes that others may bring to a pooled effort."""
MODIFIERS = {
    "bonus": "Bonus dice",
    "penalty": "Penalty dice",
    "magic_bonus": "Dice from Charms",
    "magic_penalty": "Dice that magic takes",
    "charm_successes": "Successes from Charms",
    "external": "External penalty",
    "failures": "Failed tries before",
    "multiple": "Multiple actions",
}
"""What may be any number up to the most, as the form calls it."""
WILLPOWER = "willpower"


@dataclass(frozen=True, slots=True)
class RollRequest:
    """What a player asks to roll.

    `attribute` may be a Virtue, then `ability` is empty. `specialty`: its dots that apply. `stunt`: its natural
    rating, `motivation` whether it riskily furthers the Motivation. `effort`: empty, "willpower" for a success, or
    the Virtue to channel. `bonus` and `penalty` are plain dice, the `magic_` ones those of Charms, `charm_successes`
    bought ones; `multiple` are the dice that this one of several actions at once loses; `external` takes successes,
    `failures` counts earlier tries. `automatic`: take a success, do not roll.
    `sight` is impaired or blind, `footing` ankles or waist deep, `mounted` whether she rides. `powers`: keys of those
    of the sheet that are switched on. `interrupted`: dice that a roll for a part of an interval loses (2E-222).
    `conditions`: what weighs on it in a battle, which no form asks for; `pooled`: successes of those who put in their
    effort too; `helped`: dice of those who assist, as many as count (2E-252).
    """

    attribute: str
    ability: str = ""
    specialty: int = 0
    stunt: int = 0
    motivation: bool = False
    effort: str = ""
    bonus: int = 0
    penalty: int = 0
    multiple: int = 0
    magic_bonus: int = 0
    magic_penalty: int = 0
    charm_successes: int = 0
    external: int = 0
    failures: int = 0
    sight: str = ""
    footing: str = ""
    mounted: bool = False
    difficulty: int = 1
    target: int = TARGET
    automatic: bool = False
    powers: tuple[str, ...] = ()
    interrupted: int = 0
    conditions: tuple[Term, ...] = ()
    pooled: int = 0
    helped: int = 0


def build_pool(sheet: Sheet, request: RollRequest, options: Options, wound: int | None = None) -> Pool:
    """The dice of a request, in the six steps. Raises `BadInput` for what no sheet could roll.

    `wound` replaces the wound penalty of the sheet, where a battle says that later wounds do not count yet (2E-267).
    """
    check_request(sheet, request)
    shares = read_powers(sheet, request.powers).shares
    virtue = request.effort if request.effort in VIRTUES else ""
    dice = _rate(sheet, request, options).dice
    bonuses = (
        *stunt_dice(dice),
        *specialty_dice(request.specialty),
        *((virtue_dice(sheet, virtue),) if virtue else ()),
        *((bonus("Helpers", request.helped, "teamwork", "2E-251"),) if request.helped else ()),
        *((bonus("Other bonus", request.bonus, "other"),) if request.bonus else ()),
    )
    other = (
        *((penalty("Other penalty", request.penalty),) if request.penalty else ()),
        *((penalty("Interrupted", request.interrupted, rule="2E-224"),) if request.interrupted else ()),
    )
    penalties = (*multiple_action(request.multiple), *sight_dice(request.sight, options), *other)
    penalties += tuple(term for term in request.conditions if term.kind != "external")
    added = make_terms(shares, "dice", "magic bonus", "2E-102")
    added += (bonus("Charms", request.magic_bonus, "magic bonus", "2E-102"),) if request.magic_bonus else ()
    taken = (penalty("Magic", request.magic_penalty, "magic penalty", "2E-103"),) if request.magic_penalty else ()
    successes = (
        *((willpower_success(),) if request.effort == WILLPOWER else ()),
        *make_terms(shares, "successes", "magic bonus", "2E-109"),
        *((Term("Charms", request.charm_successes, "magic bonus", "2E-109"),) if request.charm_successes else ()),
        *((Term("The others", request.pooled, "teamwork", "2E-250"),) if request.pooled else ()),
    )
    hindered = (Term("External", -request.external, "external", "2E-087"),) if request.external else ()
    surroundings = hindrances(sheet, request.sight, request.footing, request.mounted, options)
    around = (term for term in request.conditions if term.kind == "external")
    external = (*surroundings, *around, *hindered, *retry_terms(request.failures))
    make = (
        partial(virtue_pool, sheet, request.attribute)
        if request.attribute in VIRTUES
        else partial(trait_pool, sheet, request.attribute, request.ability)
    )
    return make(
        wound=wound,
        bonuses=bonuses,
        penalties=penalties,
        magic_bonuses=added,
        magic_penalties=taken,
        successes=successes,
        external=external,
    )


def find_odds(sheet: Sheet, request: RollRequest, options: Options, wound: int | None = None) -> Odds:
    """The chances of a request before it is rolled."""
    pool = build_pool(sheet, request, options, wound)
    saved = pool.bonus_successes - (_charmed(sheet, request) if options.botch_ignores_charm_successes else 0)
    return odds(
        face_rule(sheet.being, request.target),
        pool.dice,
        difficulty=request.difficulty,
        bonus=pool.bonus_successes,
        external=pool.external,
        botch="none" if saved > 0 else "ones",
    )


def make_roll(sheet: Sheet, request: RollRequest, roller: Roller, options: Options) -> Roll:
    """Roll a request. Raises `IllegalMove` for Willpower that is not there and automatic successes out of reach."""
    pool = build_pool(sheet, request, options)
    check_cost(sheet, read_powers(sheet, request.powers), bool(request.effort))
    if request.effort:
        check_willpower(sheet, request.effort if request.effort != WILLPOWER else "")
    if request.automatic:
        return _succeed(pool, sheet, request, options)
    counted = count_roll(sheet, request, pool, roller, options)
    notes = [*_stunt_notes(_rate(sheet, request, options)), *([f"{counted.ones} ones"] if counted.is_botch else [])]
    return Roll(
        "exalted2e",
        pool.title,
        pool,
        counted.dice,
        counted.successes,
        counted.total,
        counted.difficulty,
        counted.threshold,
        counted.outcome,
        verdict(counted.outcome, counted.threshold),
        tuple(notes),
        encode(options),
    )


def count_roll(sheet: Sheet, request: RollRequest, pool: Pool, roller: Roller, options: Options) -> Count:
    """Throw the dice of a request's pool and count them."""
    return roll_dice(
        pool.total,
        face_rule(sheet.being, request.target),
        roller,
        difficulty=request.difficulty,
        bonus=pool.bonus_successes,
        charm_bonus=_charmed(sheet, request),
        external=pool.external,
        options=options,
    )


def name_specialties(sheet: Sheet, request: RollRequest) -> str:
    """The specialties of the Ability that is rolled, with their dots (2E-170)."""
    rows = [row for row in list_specialties(sheet.specialties) if row.ability == request.ability]
    return ", ".join(f"{row.name} {row.dots}" for row in rows)


def check_request(sheet: Sheet, request: RollRequest) -> None:
    """Refuse a request that names what is not there, or numbers out of range. Raises `BadInput`."""
    if request.attribute in VIRTUES:
        _one_of("ability", request.ability, ("",))
    else:
        _one_of("attribute", request.attribute, [name for group in ATTRIBUTES.values() for name in group])
        _one_of("ability", request.ability, [name for group in ABILITIES.values() for name in group])
    _one_of("effort", request.effort, ("", WILLPOWER, *VIRTUES))
    _one_of("sight", request.sight, ("", *SIGHT))
    _one_of("footing", request.footing, ("", *FOOTING))
    owned = specialty_dots(sheet, request.ability)
    if not 0 <= request.specialty <= owned:
        raise BadInput("no_specialty", f"{label(request.ability)} has {owned} specialty dice to add.", key="specialty")
    _in_range("Stunt", request.stunt, 0, MAX_STUNT)
    for name, title in MODIFIERS.items():
        _in_range(title, getattr(request, name), 0, MAX_MODIFIER)
    _in_range("Interrupted", request.interrupted, 0, MAX_MODIFIER)
    _in_range("Successes of the others", request.pooled, 0, MAX_POOLED)
    _in_range("Helpers", request.helped, 0, MAX_MODIFIER)
    _in_range("Difficulty", request.difficulty, 0, MAX_DIFFICULTY)
    _in_range("Target number", request.target, LOWEST_TARGET, HIGHEST_TARGET)
    _check_charms(sheet, request)


def _check_charms(sheet: Sheet, request: RollRequest) -> None:
    """A Solar's Charms add at most Attribute + Ability dice to one roll (2E-113)."""
    if request.attribute in VIRTUES:
        base = sheet.virtue(request.attribute)
    else:
        base = sheet.attribute(request.attribute) + sheet.ability(request.ability)
    most, added = most_charm_dice(sheet, base), request.magic_bonus + read_powers(sheet, request.powers).total("dice")
    if most is not None and added > most:
        sentence = f"A Solar's Charms add at most {most} dice to this roll, not {added}."
        raise BadInput("too_many_charm_dice", sentence, key="magic_bonus", high=most)


def _charmed(sheet: Sheet, request: RollRequest) -> int:
    """Bonus successes of Charms."""
    return request.charm_successes + read_powers(sheet, request.powers).total("successes")


def _rate(sheet: Sheet, request: RollRequest, options: Options) -> Stunt:
    has_pool = any(mote_capacity(sheet))
    return rate_stunt(sheet.being, request.stunt, motivation=request.motivation, has_pool=has_pool, options=options)


def _succeed(pool: Pool, sheet: Sheet, request: RollRequest, options: Options) -> Roll:
    found = succeed_automatically(pool.total, request.difficulty, request.target, pool.external)
    if not found.applies:
        needed = required_pool(request.difficulty, request.target, pool.external)
        raise IllegalMove("no_automatic", f"An automatic success needs {needed} dice, and the pool has {pool.dice}.")
    notes = ("Automatic success (2E-210)", *_stunt_notes(_rate(sheet, request, options)))
    total = request.difficulty
    word = verdict("success", 0)
    return Roll(
        "exalted2e", pool.title, pool, (), 0, total, request.difficulty, 0, "success", word, notes, encode(options)
    )


def _stunt_notes(stunt: Stunt) -> Iterator[str]:
    words = {"motes": f"{stunt.motes} motes", "willpower": "1 Willpower", "experience": "1 experience point"}
    choices = [words[reward] for reward in rewards(stunt)]
    if choices:
        yield f"The stunt earns {' or '.join(choices)}"


def _one_of(key: str, value: str, known: list[str] | tuple[str, ...]) -> None:
    if value not in known:
        raise BadInput("unknown_value", f"{value[:40]!r} is no {key} to roll.", key=key)


def _in_range(title: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{title} is {low} to {high}, not {value}.", low=low, high=high)
