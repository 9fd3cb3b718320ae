"""Fields that several moves ask for."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rules.battle import Fields, Move, Offer, offer_move
from rules.battle.declare import list_fields, pick
from rules.battle.targets import find_first, name_targets, order_targets
from rules.text import Text
from rules.wod2004.actions.willpower import EFFECTS
from rules.wod2004.decide.powers import can_spend
from rules.wod2004.state.combatant import Combatant

ACTION: Final = Text("the action")


def willpower_field(cls: type[Move], actor: Combatant, effect: Text = EFFECTS["dice"]) -> Fields:
    """Return the field for Willpower, if a point can be spent (WD-050, WD-055)."""
    if not can_spend(actor):
        return ()
    label = Text("Willpower ({effect}), {n} left", effect=effect, n=actor.willpower)
    return list_fields(cls, {"willpower": {"label": label}}, "willpower")


def offer_roll(cls: type[Move], label: Text, actor: Combatant, fields: Fields, reason: Text, **more: Any) -> Offer:
    """Return the offer of an action that is rolled: its fields, then Willpower and the Storyteller's modifier."""
    asked = (*fields, *willpower_field(cls, actor), *list_fields(cls, None, "modifier"))
    return offer_move(cls, label, actor, asked, cost=ACTION, reason=reason, has_preview=True, **more)


def sort_targets(actor: Combatant, there: Iterable[Combatant]) -> list[Combatant]:
    """Return possible targets: standing foes first, then foes who are out, then the own side. None are dead."""
    return order_targets(actor, (who for who in there if not who.left and who.condition != "dead"))


def first_target(actor: Combatant, targets: Iterable[Combatant]) -> tuple[str, ...]:
    """Return the first foe who stands, with whom a form begins, or nothing."""
    first = find_first(actor, targets)
    return (first,) if first else ()


def target_field(cls: type[Move], actor: Combatant, targets: Sequence[Combatant]) -> Fields:
    """Return the field for one target."""
    return pick(cls, "target", name_targets(targets), initial=first_target(actor, targets))
