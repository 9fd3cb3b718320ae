"""A roll outside combat: the request, its pool, its odds and the roll itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import Final

from rules.battle import Choice
from rules.battle.declare import ask, check_numbers, powered, ruled
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.automatic import succeed_automatically
from rules.exalted2e.actions.environment import FOOTING, SIGHT, STORM, hindrances, see_through, sight_dice
from rules.exalted2e.actions.hidden import finish, verdict
from rules.exalted2e.actions.powers import ROLL_POWERS
from rules.exalted2e.actions.rolling import HIGHEST_TARGET, LOWEST_TARGET, TARGET, Count, face_rule
from rules.exalted2e.actions.rolling import roll as roll_dice
from rules.exalted2e.actions.stunts import MAX_STUNT, Stunt, name_rewards, rate_stunt, rewards
from rules.exalted2e.actions.willpower import check_willpower
from rules.exalted2e.options import Options
from rules.exalted2e.pools import (
    most_charm_dice,
    multiple_action,
    multiple_action_penalty,
    specialty_dice,
    stunt_dice,
    trait_pool,
    virtue_pool,
)
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_capacity, specialty_dots
from rules.exalted2e.sheet.rows import Specialty
from rules.exalted2e.sheet.specialties import check_specialties, count_specialties, find_specialties
from rules.exalted2e.traits import ABILITIES, ATTRIBUTES, MAX_SPECIALTIES, VIRTUES, Being, is_unskilled, label
from rules.odds import Odds, odds
from rules.pool import Pool, Term, change
from rules.powers import make_terms
from rules.roll import Roll
from rules.text import Text

MAX_MODIFIER = 30
MAX_DIFFICULTY = 30
MAX_POOLED = 200
"""Successes that others may bring to a pooled effort."""
MAX_ACTIONS = 10
"""The most actions at once outside a fight; no source gives a number."""
TOOL_DICE: Final[Mapping[str, int]] = {"": 0, "lacking": -2, "fine": 1, "exceptional": 2, "perfect": 3}
"""What tools add to a pool, by their quality, or take from it (2E-081, 2E-175)."""
TOOLS = (
    Choice("", Text("Ordinary")),
    Choice("lacking", Text("Lacking"), Text("−2 dice")),
    Choice("fine", Text("Fine"), Text("+1 die")),
    Choice("exceptional", Text("Exceptional"), Text("+2 dice")),
    Choice("perfect", Text("Perfect"), Text("+3 dice")),
)
WILLPOWER = "willpower"
SIGHTS = (Choice("", Text("Clear")), *(Choice(name, label(name)) for name in SIGHT))
WEATHERS = (Choice("", Text("Fair")), Choice(STORM, Text("Storm"), Text("−2 dice and −1 success")))
DEPTHS = {"": Text("Firm"), "ankles": Text("Above the ankles"), "waist": Text("Above the waist")}


@dataclass(frozen=True, slots=True)
class RollRequest:
    """A roll that a player asks for.

    `attribute` may be a Virtue, then `ability` is empty. `specialties`: keys of those of the sheet that apply;
    `specialty`: dice of one in their place, as older requests and typed rolls have it. `stunt`: its natural rating,
    `motivation` whether it riskily furthers the Motivation. `effort`: empty, "willpower" for a success, or the Virtue
    to channel. `bonus` and `penalty` are plain dice, the `magic_` ones those of Charms, `charm_successes` bought ones.
    Of several `actions` at once this is the one of this `place` (2E-230); `multiple`: their penalty in dice, as older
    requests and flurries have it. `external` takes successes, `failures` counts earlier tries; with `retry` the table
    counts them. `automatic`: take a success, do not roll. `sight` is impaired or blind, `footing` ankles or waist deep,
    `weather`: "storm" is bad sight and takes a success (2E-090), `tools` of a quality. `powers`: keys of the powers
    that are switched on. `interrupted`: the dice lost by an interruption (2E-222). `conditions`: modifiers of a battle,
    which no form asks for. `pooled`: successes of others in a pooled effort. `helped`: dice of assistants, as many as
    count (2E-252).
    """

    attribute: str = ask("Attribute")
    ability: str = ask("Ability", default="")
    specialty: int = ask("Specialty dice", 0, MAX_SPECIALTIES, default=0)
    stunt: int = ruled("Stunt", 0, MAX_STUNT, help="Rating", small="stunt")
    motivation: bool = ruled("Advances the Motivation at risk", default=False)
    effort: str = ask("Willpower", default="")
    bonus: int = ruled("Bonus dice", 0, MAX_MODIFIER, small="dice")
    penalty: int = ask("Penalty dice", 0, MAX_MODIFIER, default=0)
    multiple: int = ask("Multiple actions", 0, MAX_MODIFIER, default=0)
    magic_bonus: int = powered("Dice from Charms", 0, MAX_MODIFIER)
    magic_penalty: int = ask("Dice removed by magic", 0, MAX_MODIFIER, default=0)
    charm_successes: int = powered("Successes from Charms", 0, MAX_MODIFIER)
    external: int = ask("External penalty", 0, MAX_MODIFIER, default=0)
    failures: int = ask("Earlier failed attempts", 0, MAX_MODIFIER, default=0)
    sight: str = ask("Sight", choices=SIGHTS, default="")
    footing: str = ask("Water or mud", choices=tuple(starmap(Choice, DEPTHS.items())), default="")
    mounted: bool = ask("Mounted", default=False)
    difficulty: int = ask("Difficulty", 0, MAX_DIFFICULTY, default=1)
    target: int = ruled("Target number", LOWEST_TARGET, HIGHEST_TARGET, default=TARGET, worse="more")
    automatic: bool = ask("Take automatic success", default=False)
    powers: tuple[str, ...] = ()
    interrupted: int = ask("Interrupted", 0, MAX_MODIFIER, default=0)
    conditions: tuple[Term, ...] = ()
    pooled: int = ruled("Successes of the others", 0, MAX_POOLED)
    helped: int = ruled("Helpers", 0, MAX_MODIFIER)
    specialties: tuple[str, ...] = ask("Specialties", default=(), required=False)
    actions: int = ask("Actions at once", 1, MAX_ACTIONS, default=1, help="All of these actions lose dice.")
    place: int = ask(
        "Action number",
        1,
        MAX_ACTIONS,
        default=1,
        help="The first action loses as many dice as there are actions; each later one loses 1 more.",
    )
    retry: bool = ask("Trying again", default=False, help="−1 success for each failed attempt; the table counts them.")
    weather: str = ask("Weather", choices=WEATHERS, default="")
    tools: str = ruled("Tools", choices=TOOLS, default="", worse=("lacking",))


def build_pool(sheet: Sheet, request: RollRequest, options: Options, wound: int | None = None) -> Pool:
    """Return the pool of a request. Raise `BadInput` for a request that fits no sheet.

    `wound` replaces the wound penalty of the sheet: in a battle later wounds may not count yet (2E-267).
    """
    check_request(sheet, request)
    shares = ROLL_POWERS.choose(sheet, request.powers).shares
    channel: tuple[Term, ...] = ()
    if request.effort in VIRTUES:
        channel = (Term(label(request.effort), sheet.virtue(request.effort), "virtue", "2E-161"),)
    make = (
        partial(virtue_pool, sheet, request.attribute)
        if request.attribute in VIRTUES
        else partial(trait_pool, sheet, request.attribute, request.ability)
    )
    return make(
        wound=wound,
        bonuses=(
            *stunt_dice(_rate(sheet, request, options).dice),
            *specialty_dice(count_specialties(sheet, request.ability, request.specialties) or request.specialty),
            *channel,
            *change(Text("Helpers"), request.helped, "teamwork", "2E-251"),
            *change(Text("Tools"), max(0, TOOL_DICE[request.tools]), "equipment", "2E-175"),
            *change(Text("Other bonus"), request.bonus, "other", "2E-100"),
            *(term for term in request.conditions if term.amount > 0),
        ),
        penalties=(
            *multiple_action(multiple_action_penalty(request.actions, request.place) or request.multiple),
            *change(Text("Tools"), min(0, TOOL_DICE[request.tools]), "other internal", "2E-081"),
            *sight_dice(see_through(request.sight, request.weather), options),
            *change(Text("Other penalty"), -request.penalty, "other internal", "2E-081"),
            *change(Text("Interrupted"), -request.interrupted, "other internal", "2E-224"),
            *(term for term in request.conditions if term.kind != "external" and term.amount <= 0),
        ),
        magic_bonuses=(
            *make_terms(shares, "dice", "magic bonus", "2E-102"),
            *change(Text("Charms"), request.magic_bonus, "magic bonus", "2E-102"),
        ),
        magic_penalties=change(Text("Magic"), -request.magic_penalty, "magic penalty", "2E-103"),
        successes=(
            *change(Text("Willpower"), int(request.effort == WILLPOWER), "willpower", "2E-160"),
            *make_terms(shares, "successes", "magic bonus", "2E-109"),
            *change(Text("Charms"), request.charm_successes, "magic bonus", "2E-109"),
            *change(Text("Others"), request.pooled, "teamwork", "2E-250"),
        ),
        external=(
            *_hinder(sheet, request, options),
            *(term for term in request.conditions if term.kind == "external"),
            *change(Text("External"), -request.external, "external", "2E-087"),
            *change(Text("Retry"), -request.failures, "external", "2E-088"),
        ),
    )


def _hinder(sheet: Sheet, request: RollRequest, options: Options) -> tuple[Term, ...]:
    sight = see_through(request.sight, request.weather)
    return tuple(hindrances(sheet, sight, request.footing, request.weather, request.mounted, options))


def find_odds(sheet: Sheet, request: RollRequest, options: Options, wound: int | None = None) -> Odds:
    """Return the odds of a request before it is rolled."""
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
    """Roll a request. Raise `IllegalMove` for missing Willpower and automatic successes out of reach."""
    pool = build_pool(sheet, request, options)
    ROLL_POWERS.check(sheet, ROLL_POWERS.choose(sheet, request.powers), willpower=bool(request.effort))
    if request.effort:
        check_willpower(sheet, request.effort if request.effort != WILLPOWER else "")
    if request.automatic:
        return _succeed(pool, sheet, request, options)
    counted = count_roll(sheet, request, pool, roller, options)
    ones = (Text("{n} one", "{n} ones", n=counted.ones),) if counted.is_botch else ()
    worse = (UNSKILLED_BOTCH,) if counted.is_botch and is_worse(sheet, request, options) else ()
    notes = (*_stunt_notes(_rate(sheet, request, options)), *ones, *worse)
    return finish(pool, counted, options, notes)


def count_roll(sheet: Sheet, request: RollRequest, pool: Pool, roller: Roller, options: Options) -> Count:
    """Roll the dice of a request's pool and count them."""
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


UNSKILLED_BOTCH = Text("Unskilled: the botch is worse (2E-048)")
WORSE_BOTCH = Text("Unskilled: the botch is worse.")
"""What the log of a fight says. It names the rule next to it."""


def is_worse(sheet: Sheet, request: RollRequest, options: Options) -> bool:
    """Return whether a botch of this roll is worse, because no one has taught the character (2E-048)."""
    dots = 1 if request.attribute in VIRTUES else sheet.ability(request.ability)
    return is_botch_worse(sheet.being, dots, options)


def is_botch_worse(being: Being, dots: int, options: Options) -> bool:
    """Return whether a botch is worse with an Ability that has this rating (2E-048)."""
    return options.unskilled_botch and is_unskilled(being, dots)


def name_specialties(sheet: Sheet, request: RollRequest) -> str:
    """Return the specialties of the Ability that is rolled, with their dots (2E-170)."""
    return ", ".join(f"{row.name} {row.dots}" for row in _fitting(sheet, request))


def list_fitting(sheet: Sheet, request: RollRequest) -> tuple[str, ...]:
    """Return the keys of the specialties of the Ability that is rolled."""
    return tuple(row.key for row in _fitting(sheet, request))


def _fitting(sheet: Sheet, request: RollRequest) -> tuple[Specialty, ...]:
    return find_specialties(sheet, request.ability) if request.ability else ()


def check_request(sheet: Sheet, request: RollRequest) -> None:
    """Raise `BadInput` for unknown names and numbers out of range."""
    if request.attribute in VIRTUES:
        _one_of("ability", request.ability, ("",))
    else:
        _one_of("attribute", request.attribute, ATTRIBUTES)
        _one_of("ability", request.ability, [name for group in ABILITIES.values() for name in group])
    _one_of("effort", request.effort, ("", WILLPOWER, *VIRTUES))
    _one_of("sight", request.sight, ("", *SIGHT))
    _one_of("footing", request.footing, ("", *FOOTING))
    _one_of("weather", request.weather, ("", STORM))
    _one_of("tools", request.tools, tuple(TOOL_DICE))
    if request.place > request.actions:
        sentence = Text(
            "There is no action {place} among {n}. Say how many actions there are.",
            n=request.actions,
            place=request.place,
        )
        raise IllegalMove("no_such_action", sentence, key="place")
    owned = specialty_dots(sheet, request.ability)
    if not 0 <= request.specialty <= owned:
        values = {"trait": label(request.ability), "n": owned}
        sentence = Text("{trait} has {n} specialty die to add.", "{trait} has {n} specialty dice to add.", **values)
        raise IllegalMove("no_specialty", sentence, key="specialty")
    if request.specialties:
        check_specialties(sheet, request.specialties, *filter(None, (request.ability,)))
    check_numbers(request)
    _check_charms(sheet, request)


def _check_charms(sheet: Sheet, request: RollRequest) -> None:
    """Raise `IllegalMove` for more Charm dice than a Solar may add: Attribute + Ability (2E-113)."""
    if request.attribute in VIRTUES:
        base = sheet.virtue(request.attribute)
    else:
        base = sheet.attribute(request.attribute) + sheet.ability(request.ability)
    most = most_charm_dice(sheet, base)
    added = request.magic_bonus + ROLL_POWERS.choose(sheet, request.powers).total("dice")
    if most is not None and added > most:
        sentence = Text(
            "A Solar’s Charms add at most {n} die to this roll, not {added}.",
            "A Solar’s Charms add at most {n} dice to this roll, not {added}.",
            n=most,
            added=added,
        )
        raise IllegalMove("too_many_charm_dice", sentence, key="magic_bonus", high=most)


def _charmed(sheet: Sheet, request: RollRequest) -> int:
    """Return the bonus successes of Charms."""
    return request.charm_successes + ROLL_POWERS.choose(sheet, request.powers).total("successes")


def _rate(sheet: Sheet, request: RollRequest, options: Options) -> Stunt:
    has_pool = any(mote_capacity(sheet))
    return rate_stunt(sheet.being, request.stunt, motivation=request.motivation, has_pool=has_pool, options=options)


def _succeed(pool: Pool, sheet: Sheet, request: RollRequest, options: Options) -> Roll:
    found = succeed_automatically(pool.total, request.difficulty, request.target, pool.external)
    if not found.applies:
        values = {"n": found.required, "dice": pool.dice}
        sentence = Text("An automatic success needs {n} dice; the pool has {dice}.", **values)
        raise IllegalMove("no_automatic", sentence)
    notes = (Text("Automatic success (2E-210)"), *_stunt_notes(_rate(sheet, request, options)))
    total, said = request.difficulty, verdict("success", 0)
    return Roll("exalted2e", pool.title, pool, (), 0, total, total, 0, "success", said, notes, encode(options))


def _stunt_notes(stunt: Stunt) -> Iterator[Text]:
    if rewards(stunt):
        yield Text("The stunt earns {rewards}", rewards=name_rewards(stunt))


def _one_of(key: str, value: str, known: list[str] | tuple[str, ...]) -> None:
    if value not in known:
        raise BadInput(
            "unknown_value", Text("{text} is not a {name} you can roll.", text=repr(value[:40]), name=key), key=key
        )
