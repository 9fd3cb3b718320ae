"""The use of powers by a sheet or a combatant: which it has, and whether it can pay for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from rules.battle import Field
from rules.powers.model import Power, PowerRules
from rules.powers.table import Cap, PowerTotals, check_purse, make_field, switch_on

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class PowerUse(Generic[C]):
    """How powers are used by sheets, or by the combatants of a battle.

    `purse`: what is left of each track that powers may cost. `owned`: the powers that a sheet or combatant has;
    `spent`: the keys of those that are used up in this scene.
    """

    rules: PowerRules
    purse: Callable[[C], Mapping[str, int]]
    owned: Callable[[C], Sequence[Power]] = attrgetter("powers")
    spent: Callable[[C], Sequence[str]] = attrgetter("powers_spent")

    def choose(self, actor: C, keys: object, moment: str) -> PowerTotals:
        """Return the powers with these keys, switched on. Raises `IllegalMove` for unknown or unsuitable ones."""
        return switch_on(self.rules, self.owned(actor), keys, moment, self.spent(actor))

    def check_cost(self, actor: C, on: PowerTotals, **kept: int) -> None:
        """Raise `IllegalMove` for a cost beyond the purse. `kept`: points by track that something else costs."""
        check_purse(self.rules, on.cost, self._count_left(actor, kept), on.name)

    def choose_payable(self, actor: C, keys: object, moment: str, **kept: int) -> PowerTotals:
        """Return the powers with these keys, switched on and payable. Raises as `choose` and `check_cost` do."""
        on = self.choose(actor, keys, moment)
        self.check_cost(actor, on, **kept)
        return on

    def field(self, actor: C, moment: str, caps: Sequence[Cap] = (), **kept: int) -> tuple[Field, ...]:
        """Return the choice of the powers for this moment, within the caps, or no field if there are none."""
        if not (owned := self.owned(actor)):
            return ()
        return make_field(self.rules, owned, moment, self._count_left(actor, kept), caps, spent=self.spent(actor))

    def can_use(self, actor: C, moment: str) -> bool:
        """Return whether any power can be switched on and paid at this moment."""
        return any(not choice.reason for field in self.field(actor, moment) for choice in field.choices)

    def _count_left(self, actor: C, kept: Mapping[str, int]) -> dict[str, int]:
        return {track: max(0, points - kept.get(track, 0)) for track, points in self.purse(actor).items()}
