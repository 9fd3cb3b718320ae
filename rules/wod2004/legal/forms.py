"""Fields that several moves ask for."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
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
    """Willpower, if a point can be spent (WD-050, WD-055)."""
    if not can_spend(actor):
        return ()
    return list_fields(
        cls,
        {"willpower": {"label": Text("Willpower ({effect}), {n} left", effect=effect, n=actor.willpower)}},
        "willpower",
    )


def act_offer(cls: type[Move], label: Text, actor: Combatant, cost: Text, reason: Text, *fields: Field) -> Offer:
    """An action, or what is done beside it."""
    return Offer(cls.__name__, label, "act", actor.id, cost, fields=fields, fixed={"actor": actor.id}, reason=reason)


def roll_offer(cls: type[Move], label: Text, actor: Combatant, reason: Text, *fields: Field) -> Offer:
    """An action that is rolled: its own fields, then Willpower and the Storyteller's modifier."""
    asked = (*fields, *willpower_field(cls, actor), *list_fields(cls, None, "modifier"))
    return Offer(cls.__name__, label, "act", actor.id, ACTION, fields=asked, fixed={"actor": actor.id},
                 reason=reason, has_preview=True)  # fmt: skip


def choose(cls: type[Move], name: str, choices: Iterable[Choice], **values: Any) -> tuple[Field, ...]:
    """The field of a move with what can be chosen now."""
    changes: Mapping[str, Any] = {"choices": tuple(choices), **values}
    return list_fields(cls, {name: changes}, name)


def sort_targets(actor: Combatant, there: Iterable[Combatant]) -> list[Combatant]:
    """Foes who stand first, then those who are out, then one's own side; neither oneself nor the dead."""
    return order_targets(actor, (who for who in there if not who.left and who.condition != "dead"), say_out)


def first_target(actor: Combatant, targets: Iterable[Combatant]) -> tuple[str, ...]:
    """Whom a form begins with: the first foe who stands, or nobody."""
    first = find_first(actor, targets, say_out)
    return (first,) if first else ()


def target_field(cls: type[Move], actor: Combatant, targets: Sequence[Combatant]) -> tuple[Field, ...]:
    """One target."""
    return choose(cls, "target", name_targets(targets, say_out), initial=first_target(actor, targets))


say_out: Final = attrgetter("out")
"""Why somebody no longer acts."""
