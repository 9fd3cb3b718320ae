"""Vectors of kind `influence`: rulings, rolls against Resolve and Guile, and answers (3E-322 to 3E-338)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.codec import decode, encode
from rules.conformance import NO_KEYS, Keys, Kinds, Result
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions.count import is_success, throw_pool
from rules.exalted3e.actions.influence import Influence
from rules.exalted3e.actions.influence_forms import ACTIONS, Reply, Ruling
from rules.exalted3e.actions.request import Request, request_pool
from rules.exalted3e.options import Options
from rules.exalted3e.sheet.blocks import Intimacy, Willpower
from rules.exalted3e.sheet.model import Sheet
from rules.tasks import ListenerState

kind = Kinds()
Action = Annotated[str, tuple(choice.value for choice in ACTIONS)]
RULES = Influence()
Target = Annotated[Mapping[str, Any], Keys(lambda: _make_heard)]
IntimacyRow = Annotated[Any, Keys(lambda: Intimacy)]
Ruled = Annotated[Any, Keys(lambda: Ruling)]
Answer = Annotated[Mapping[str, Any], Keys(lambda: Reply)]


def _make_heard(
    *,
    wits: int = 0,
    integrity: int = 0,
    manipulation: int = 0,
    socialize: int = 0,
    willpower: int = 5,
    intimacies: IntimacyRow = (),
    ruling: Ruled = None,
) -> ListenerState:
    """Return a target with its Intimacies and the ruling on it."""
    blank = Sheet()
    sheet = replace(
        blank,
        attributes={**blank.attributes, "wits": wits, "manipulation": manipulation},
        abilities={**blank.abilities, "integrity": integrity, "socialize": socialize},
        willpower=Willpower(max(willpower, 1), willpower),
        intimacies=tuple(decode(Intimacy, intimacy) for intimacy in intimacies),
    )
    return ListenerState(sheet, sheet, decode(Ruling, ruling or {}))


@kind("influence", op="rule")
def _rule(roller: Roller, *, action: Action = "instill", target: Target = NO_KEYS) -> Result:
    """Rule on one target."""
    try:
        unheard = RULES.check_ruling(action, kind.call(_make_heard, target))
    except BadInput as refusal:
        return {"error": refusal.code}
    return {"rolled": not unheard}


@kind("influence", op="roll")
def _roll(
    roller: Roller,
    *,
    action: Action = "instill",
    attribute: str = "charisma",
    ability: str = "presence",
    attribute_dots: int = 0,
    ability_dots: int = 0,
    appearance: int = 0,
    willpower: int = 5,
    stunt: int = 0,
    willpower_spent: bool = False,
    targets: tuple[Target, ...] = (),
) -> Result:
    """Roll once against all targets."""
    heard = tuple(kind.call(_make_heard, target) for target in targets)
    blank = Sheet()
    sheet = replace(
        blank,
        attributes={**blank.attributes, "appearance": appearance, attribute: attribute_dots},
        abilities={**blank.abilities, ability: ability_dots},
        willpower=Willpower(max(willpower, 1), willpower),
    )
    asked = Request(attribute=attribute, ability=ability, stunt=stunt, willpower=willpower_spent)
    try:
        request = RULES.prepare(action, sheet, asked, heard)
        pool = request_pool(sheet, request, Options())
    except (BadInput, IllegalMove) as refusal:
        return {"error": refusal.code}
    thrown, stands = throw_pool(pool, roller), [RULES.resist(action, listener).total for listener in heard]
    return {
        "dice_rolled": len(thrown.dice),
        "successes": thrown.total,
        "stands": stands,
        "reached": [is_success(thrown.total, least) for least in stands],
        "willpower_paid": int(request.willpower) + int(request.overturns),
    }


@kind("influence", op="answer")
def _answer(
    roller: Roller,
    *,
    action: Action = "instill",
    target: Target = NO_KEYS,
    reply: Answer = NO_KEYS,
    storyteller: bool = False,
) -> Result:
    """Answer influence that has reached its target."""
    heard = kind.call(_make_heard, target)
    try:
        outcome = RULES.answer(action, heard, decode(Reply, reply), storyteller=storyteller)
    except (BadInput, IllegalMove) as refusal:
        return {"error": refusal.code}
    left = outcome.price.get("willpower.current", heard.sheet.willpower.current)
    kept = outcome.written.get("intimacies", encode(heard.sheet.intimacies))
    return {"swayed": outcome.swayed, "willpower": left, "intimacies": kept}
