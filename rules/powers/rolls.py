"""Powers of a sheet in a roll outside a fight: their effects and their cost."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, TypeVar

from rules.battle import Field, Json
from rules.powers.model import PowerRules
from rules.powers.table import PowerTotals
from rules.powers.use import PowerUse
from rules.wounds import Harm

MOMENT: Final = "roll"
"""The moment at which these powers are switched on."""


S = TypeVar("S")


class RollPowers(ABC, Generic[S]):
    """The powers of one game's sheets in a roll: `PowerUse` chooses and checks them, this class pays for them.

    A game sets `rules` and `health`, the path of the track, and defines what the sheet has left and how it pays.
    """

    rules: ClassVar[PowerRules]
    health: ClassVar[str] = "health"

    def __init__(self) -> None:
        """Read powers, and what is left to pay for them, from the sheet."""
        self.use: PowerUse[S] = PowerUse(self.rules, self.purse)

    def choose(self, sheet: S, keys: Sequence[str]) -> PowerTotals:
        """Return the powers that a roll switches on. Raises `IllegalMove` for unknown or unsuitable ones."""
        return self.use.choose(sheet, keys, MOMENT)

    def fields(self, sheet: S) -> tuple[Field, ...]:
        """Return the choice of powers for a roll, or no field if there are none."""
        return self.use.field(sheet, MOMENT)

    def check(self, sheet: S, on: PowerTotals, **own: int) -> None:
        """Raise `IllegalMove` if the sheet cannot pay. `own`: the points by track that the roll itself costs."""
        self.use.check_cost(sheet, on, **own)

    def pay(self, sheet: S, on: PowerTotals, **own: int) -> dict[str, Json]:
        """Return the sheet's values after paying for the powers and the roll, by path. Raises `IllegalMove`."""
        self.check(sheet, on, **own)
        spent = {track: on.cost.get(track, 0) + own.get(track, 0) for track in self.purse(sheet)}
        left = self.pay_points(sheet, spent, on.price.dots)
        paid: dict[str, Json] = {path: value for path, value in left.items() if value != attrgetter(path)(sheet)}
        if on.harm:
            paid[self.health] = self.hurt(sheet, on.harm)
        if on.once:
            paid["powers_spent"] = [*self.use.spent(sheet), *on.once]
        return paid

    @abstractmethod
    def purse(self, sheet: S) -> Mapping[str, int]:
        """Return what is left of each track."""

    @abstractmethod
    def pay_points(self, sheet: S, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """Return what is left, by path, after these points and dots of Willpower are paid."""

    @abstractmethod
    def hurt(self, sheet: S, harm: Mapping[Harm, int]) -> str:
        """Return the marks of the track after health levels were paid."""
