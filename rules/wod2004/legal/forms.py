"""Fields that several moves ask for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rules.battle import Choice, Field, Move, Offer
from rules.battle.declare import list_fields
from rules.battle.targets import find_first, name_targets, order_targets
from rules.text import Text
from rules.wod2004.actions.willpower import EFFECTS
from rules.wod2004.decide.powers import can_spend
from rules.wod2004.state.combatant import Combatant

ACTION: Final = Text("the action")


def willpower_field(cls: type[Move], actor: Combatant, effect: Text = EFFECTS["dice"]) -> tuple[Field, ...]:
    """Return the field for Willpower, if a point can be spent (WD-050, WD-055)."""
    if not can_spend(actor):
        return ()
    return list_fields(
        cls,
        {"willpower": {"label": Text("Willpower ({effect}), {n} left", effect=effect, n=actor.willpower)}},
        "willpower",
    )


def act_offer(cls: type[Move], label: Text, actor: Combatant, cost: Text, reason: Text, *fields: Field) -> Offer:
    """Return the offer of an action."""
    return Offer(cls.__name__, label, "act", actor.id, cost, fields=fields, fixed={"actor": actor.id}, reason=reason)


def roll_offer(cls: type[Move], label: Text, actor: Combatant, reason: Text, *fields: Field) -> Offer:
    """Return the offer of an action that is rolled: its fields, then Willpower and the Storyteller's modifier."""
    asked = (*fields, *willpower_field(cls, actor), *list_fields(cls, None, "modifier"))
    return Offer(cls.__name__, label, "act", actor.id, ACTION, fields=asked, fixed={"actor": actor.id},
                 reason=reason, has_preview=True)  # fmt: skip


def choose(cls: type[Move], name: str, choices: Iterable[Choice], **values: Any) -> tuple[Field, ...]:
    """Return the field of a move with the choices of this moment."""
    changes: Mapping[str, Any] = {"choices": tuple(choices), **values}
    return list_fields(cls, {name: changes}, name)


def sort_targets(actor: Combatant, there: Iterable[Combatant]) -> list[Combatant]:
    """Return possible targets: standing foes first, then foes who are out, then one's own side. None are dead."""
    return order_targets(actor, (who for who in there if not who.left and who.condition != "dead"))


def first_target(actor: Combatant, targets: Iterable[Combatant]) -> tuple[str, ...]:
    """Return the first foe who stands, with whom a form begins, or nothing."""
    first = find_first(actor, targets)
    return (first,) if first else ()


def target_field(cls: type[Move], actor: Combatant, targets: Sequence[Combatant]) -> tuple[Field, ...]:
    """Return the field for one target."""
    return choose(cls, "target", name_targets(targets), initial=first_target(actor, targets))
