"""Pools, single rolls, difficulties, tables, experience, hints."""

from rules.conformance import Kinds, Result, pick
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.pool import Term
from rules.text import Text
from rules.v20da.actions import difficulty as difficulties
from rules.v20da.actions.automatic import Request, spend_willpower, suggests_automatic
from rules.v20da.actions.extended import is_epic
from rules.v20da.actions.rolling import check_pool, degree_of, roll_dice
from rules.v20da.experience import raise_cost
from rules.v20da.options import BotchMode
from rules.v20da.pools import build_pool
from rules.v20da.traits import Category, can_specialise, find_ability, look_up, untrained_raise

kind = Kinds()


@kind("pool")
def _pool(*, traits: tuple[int, ...] = (), modifier: int = 0) -> Result:
    """Return the dice of a pool (V20-020, 022, 037)."""
    terms = tuple(Term(Text("Trait"), dots, "trait", "V20-020") for dots in traits)
    extra = (Term(Text("Modifier"), modifier, "modifier", "V20-022"),)
    return {"dice": check_pool(build_pool(Text("Pool"), terms, extra).total)}


@kind("roll")
def _roll(
    roller: Roller,
    *,
    pool: int = 0,
    difficulty: int | None = None,
    specialty: bool = False,
    willpower: bool = False,
    botch_mode: BotchMode = "rolled",
) -> Result:
    """Roll once (V20-023 to 041, 061, 084)."""
    found = roll_dice(pool, difficulty, roller, specialty, willpower, botch_mode)
    return pick(found, "rolled", "ones", "net", "outcome", "degree")


@kind("specialty")
def _specialty(*, dots: int = 0) -> Result:
    """Return whether a trait may have a specialty (V20-060)."""
    return {"eligible": can_specialise(dots)}


@kind("auto")
def _auto(
    *,
    pool: int = 0,
    difficulty: int | None = None,
    named_contest: bool = False,
    injury: bool = False,
    road: bool = False,
) -> Result:
    """Return the automatic success, which counts as one success (V20-080 to 082)."""
    eligible = suggests_automatic(pool, difficulties.check_base(difficulty), named_contest, injury, road)
    return {"eligible": eligible, "successes": int(eligible)}


@kind("retry")
def _retry(*, base: int | None = None, attempt: int = 1) -> Result:
    """Return the difficulty of another attempt (V20-070, 071)."""
    total = difficulties.build_difficulty(base, attempt=attempt).total
    return {"allowed": difficulties.is_allowed(total, attempt=attempt), "difficulty": total}


@kind("difficulty")
def _difficulty(
    *,
    base: int | None = None,
    mods: tuple[int, ...] = (),
    opponents: int = 0,
    retry_attempt: int = 0,
    multi_index: int = 0,
) -> Result:
    """Return a difficulty with all modifiers (V20-038, 039, 051, 070, 072, 164)."""
    terms = [Term(Text("Modifier"), amount, "modifier", "V20-038") for amount in mods]
    terms.append(Term(Text("Opponents"), difficulties.opponents_raise(opponents), "opponents", "V20-164"))
    total = difficulties.build_difficulty(base, terms, retry_attempt, multi_index).total
    return {"allowed": difficulties.is_allowed(total, retry_attempt, multi_index), "difficulty": total}


@kind("degree")
def _degree(*, net: int = 0) -> Result:
    """Return the degree of success (V20-040, 041)."""
    return {"degree": degree_of(net)}


@kind("untrained")
def _untrained(*, category: Category, attribute: int = 0, difficulty: int | None = None) -> Result:
    """Return a roll without the Ability (V20-011). It has a difficulty even if no roll is allowed."""
    base, result = difficulties.check_base(difficulty), dict[str, int]()
    try:
        result["difficulty"] = base + untrained_raise(category)
        difficulties.check_difficulty(result["difficulty"])
        return {"allowed": True, "dice": check_pool(attribute), **result}
    except IllegalMove:
        return {"allowed": False, **result}


@kind("ability")
def _ability(*, name: str, custom: tuple[str, ...] = ()) -> Result:
    """Return whether an Ability is known (V20-002 to 005)."""
    known, standard = find_ability(name, custom)
    return {"known": known, "standard": standard}


@kind("willpower")
def _willpower(*, request: Request, turn_spent: int = 0, points: int = 0, penalty: int = 0) -> Result:
    """Spend a point of Willpower (V20-084, 087, 091)."""
    try:
        return {"allowed": True, **pick(spend_willpower(points, request, turn_spent, penalty), "points", "penalty")}
    except IllegalMove as refusal:
        return {"allowed": False, "points": points, "penalty": penalty, "rule": refusal.data["rule"]}


@kind("lookup")
def _lookup(*, table: str, keys: tuple[int | str, ...] = ()) -> Result:
    """Return rows of a table (V20-170 to 172, 190)."""
    return {"values": [look_up(table, key) for key in keys]}


@kind("xp")
def _xp(*, trait: str, from_: int = 0, to: int = 0) -> Result:
    """Return the price of raising a trait (V20-210 to 213)."""
    return {"cost": raise_cost(trait, from_, to).total}


@kind("hint")
def _hint(*, difficulty: int | None = None) -> Result:
    """Return the hint for an easy roll (V20-025)."""
    return {"nearly_certain": difficulties.is_nearly_certain(difficulties.check_base(difficulty))}


@kind("extended_hint")
def _extended_hint(*, required: int = 0) -> Result:
    """Return the hint for a long action (V20-107)."""
    return {"epic": is_epic(required)}
