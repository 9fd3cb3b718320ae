"""The roll pad: the form, pool, odds and result of an Attribute + Skill roll outside combat."""

from rules.battle import Choice, Field
from rules.battle.declare import check_numbers, list_fields
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.odds import Odds
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.roll import Roll
from rules.text import Text, join, verbatim
from rules.wod2004.actions.contested import challenge
from rules.wod2004.actions.instant import VERDICTS, Quality, Result, roll_dice, roll_odds
from rules.wod2004.actions.opposed import check_target, find_tool, target_term, tool_field
from rules.wod2004.actions.powers import ROLL_POWERS, improve
from rules.wod2004.actions.request import AGAINS, Request
from rules.wod2004.actions.successive import retry_penalty
from rules.wod2004.actions.teamwork import help_bonus, help_penalty
from rules.wod2004.health import wound_penalty
from rules.wod2004.options import Options
from rules.wod2004.pools import (
    build_pool,
    circumstance,
    is_chance,
    skill_terms,
    specialty_bonus,
    trait,
    willpower_bonus,
    wound_term,
)
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import specialties
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS, CATEGORY, label

TRAITS = ("attribute", "second")


PLAIN = (
    "tools",
    "circumstances",
    "resistance",
    "helpers",
    "failed_helpers",
    "retry",
    "pressure",
    "again",
    "rote",
    "ignore_wounds",
    "stored",
)
"""The fields that do not depend on the sheet."""


def fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the form of the roll pad."""
    text = Text("Willpower: +3, {n} left", n=sheet.willpower_points)
    return (
        *trait_fields(sheet),
        *ROLL_POWERS.fields(sheet),
        *specialty_field(sheet),
        *(list_fields(Request, {"willpower": {"label": text}}, "willpower") if sheet.willpower_points else ()),
        *tool_field(sheet),
        *list_fields(Request, None, *PLAIN),
    )


def _list_specialties(sheet: Sheet) -> Text:
    """Return every Specialty of the sheet with its Skill."""
    found = ((name, skill) for skill in ALL_SKILLS for name in specialties(sheet, skill))
    return join(", ", (Text("{name} ({skill})", name=name, skill=label(skill)) for name, skill in found))


def name_specialties(sheet: Sheet, request: Request) -> str:
    """Return the Specialties of the Skill that is rolled (WD-007)."""
    return ", ".join(specialties(sheet, request.second)) if request.second in ALL_SKILLS else ""


def pool(sheet: Sheet, request: Request, options: Options) -> Pool:
    """Return the pool in the book's order (WD-040 to WD-047). Raises `BadInput` for what the sheet does not allow."""
    _check(sheet, request)
    traits, penalties = _traits(sheet, request)
    bonuses = [*([specialty_bonus()] if request.specialty else []), *([willpower_bonus()] if request.willpower else [])]
    bonuses += make_terms(ROLL_POWERS.choose(sheet, request.powers).shares, "dice", "power", "WD-041")
    bonuses.append(help_bonus(request.helpers))
    tool = find_tool(sheet, request.tool)
    for name, amount, rule in (
        (verbatim(tool.name), tool.dice, "WD-045"),
        (Text("Tools"), request.tools, "WD-045"),
        (Text("Circumstances"), request.circumstances, "WD-043"),
    ):
        (bonuses if amount > 0 else penalties).append(circumstance(name, amount, rule))
    bonuses += [term for term in request.conditions if term.amount > 0]
    penalties += [term for term in request.conditions if term.amount < 0]
    penalties += _minus(sheet, request, options)
    title = join(" + ", (label(name) for name in (request.attribute, request.second) if name))
    return build_pool(title, traits, bonuses, penalties)


def _traits(sheet: Sheet, request: Request) -> tuple[list[Term], list[Term]]:
    first = trait(label(request.attribute), sheet.attribute(request.attribute))
    if not request.second:
        return [first], []
    if request.second in ALL_ATTRIBUTES:
        return [first, trait(label(request.second), sheet.attribute(request.second))], []
    terms, unskilled = skill_terms(label(request.second), sheet.skill(request.second), CATEGORY[request.second])
    return [first, *terms], unskilled


def _minus(sheet: Sheet, request: Request, options: Options) -> list[Term]:
    lost = retry_penalty(request.attempt, pressure=request.pressure, step=options.attempt_step)
    terms = [
        Term(Text("Resistance"), -request.resistance, "resistance", "WD-047"),
        target_term(request),
        help_penalty(request.failed_helpers),
        Term(Text("Attempt {n}", n=request.attempt), -lost, "attempt", "WD-142"),
    ]
    if not request.ignore_wounds:
        terms.append(wound_term(wound_penalty(derived.track_of(sheet), derived.health(sheet, options).total)))
    return terms


def _check(sheet: Sheet, request: Request) -> None:
    if request.attribute not in ALL_ATTRIBUTES:
        sentence = Text("There is no Attribute {text}.", text=repr(request.attribute[:40]))
        raise BadInput("unknown_trait", sentence, key="attribute")
    if request.second and request.second not in (*ALL_SKILLS, *ALL_ATTRIBUTES):
        sentence = Text("There is no Skill or Attribute {text}.", text=repr(request.second[:40]))
        raise BadInput("unknown_trait", sentence, key="second")
    if request.again not in AGAINS:
        raise BadInput("bad_again", Text("Again must be one of {known}.", known=", ".join(AGAINS)), key="again")
    check_numbers(request)
    check_target(request)
    if request.specialty and not name_specialties(sheet, request):
        sentence = Text("The sheet has no Specialty. Roll without it.")
        if request.second in ALL_SKILLS:
            sentence = Text("The sheet has no Specialty in {skill}. Roll without it.", skill=label(request.second))
        raise IllegalMove("no_specialty", sentence, key="specialty", rule="WD-007")
    if request.willpower and not sheet.willpower_points:
        raise BadInput("no_willpower", Text("There is no Willpower left to spend."), key="willpower", rule="WD-050")


def specialty_field(sheet: Sheet) -> tuple[Field, ...]:
    """Return the field for a Specialty, if the sheet has any; it must fit the Skill (WD-007)."""
    owned = _list_specialties(sheet)
    return list_fields(Request, {"specialty": {"help": owned}}, "specialty") if owned else ()


def trait_fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the fields for what is rolled: an Attribute with a Skill, another Attribute or nothing (WD-040)."""
    attributes = tuple(Choice(name, label(name), dots=sheet.attribute(name)) for name in ALL_ATTRIBUTES)
    skills = tuple(
        Choice(name, label(name), join(", ", specialties(sheet, name)), dots=sheet.skill(name)) for name in ALL_SKILLS
    )
    seconds = (Choice("", Text("nothing more")), *skills, *attributes)
    return list_fields(Request, {"attribute": {"choices": attributes}, "second": {"choices": seconds}}, *TRAITS)


def odds(sheet: Sheet, request: Request, options: Options) -> Odds:
    """Return the exact odds of the roll."""
    total = pool(sheet, request, options).total
    return roll_odds(total, _quality(sheet, request), request.stored + 1)


def roll(sheet: Sheet, request: Request, roller: Roller, options: Options) -> Roll:
    """Roll the dice and judge the result (WD-063), or whether it beats stored successes (WD-111)."""
    built = pool(sheet, request, options)
    ROLL_POWERS.check(sheet, ROLL_POWERS.choose(sheet, request.powers), willpower=request.willpower)
    result = roll_dice(built.total, roller, _quality(sheet, request))
    return report(built, result, request.stored + 1, options)


def _quality(sheet: Sheet, request: Request) -> Quality:
    """Return the quality of the dice with the powers that the request switches on."""
    return improve(Quality(int(request.again), request.rote), ROLL_POWERS.choose(sheet, request.powers).shares)


def outcome_of(result: Result, needed: int) -> str:
    """Return the result of a roll (WD-063). If `needed` is above 1, it must beat a stored defense (WD-111)."""
    if needed <= 1 or result.is_dramatic:
        return result.outcome
    return {"loss": "failure", "win": "success", "exceptional_win": "exceptional"}[challenge(needed - 1, result)]


def report(pool: Pool, result: Result, needed: int, options: Options) -> Roll:
    """Return the finished roll as all systems report it."""
    outcome = outcome_of(result, needed)
    notes = [Text("Chance roll: only a 10 is a success (WD-029).")] if result.chance else []
    if is_chance(pool) and any(term.kind == "willpower" for step in pool.steps for term in step.terms):
        notes.append(Text("The Storyteller can return the Willpower point (WD-051)."))
    threshold = result.successes - needed if result.successes >= needed else None
    return Roll(
        "wod2004",
        pool.title,
        pool,
        result.dice,
        result.successes,
        result.successes,
        needed,
        threshold,
        outcome,
        VERDICTS[outcome],
        tuple(notes),
        encode(options),
    )
