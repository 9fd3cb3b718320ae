"""Powers of a sheet in a roll outside a fight: what they bring, and what is paid for them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from rules.battle import Field, Json
from rules.powers.model import Power, PowerRules
from rules.powers.table import Switched
from rules.powers.use import PowerUse
from rules.wounds import Harm

MOMENT: Final = "roll"
"""When these powers are switched on."""


class Powered(Protocol):
    """What the sheets of every game have."""

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in their order."""

    @property
    def powers_spent(self) -> tuple[str, ...]:
        """Keys of those that the scene has used up."""


S = TypeVar("S", bound=Powered)


class RollPowers(ABC, Generic[S]):
    """The powers of one game's sheets in a roll: `PowerUse` for choosing and checking them, and what is paid.

    A game sets `rules` and `health`, the path of the track, and says what the sheet has left and how it pays.
    """

    rules: ClassVar[PowerRules]
    health: ClassVar[str] = "health"

    def __init__(self) -> None:
        """Take powers and what is left for them from the sheet."""
        self.use: PowerUse[S] = PowerUse(self.rules, self.purse)

    def read(self, sheet: S, keys: Sequence[str]) -> Switched:
        """The powers that a roll switches on. Raises `IllegalMove` for what is not on the sheet or not for a roll."""
        return self.use.choose(sheet, keys, MOMENT)

    def fields(self, sheet: S) -> tuple[Field, ...]:
        """The powers that may be switched on in a roll, if there are any."""
        return self.use.field(sheet, MOMENT)

    def check(self, sheet: S, on: Switched, **besides: int) -> None:
        """Refuse powers that the sheet cannot pay, with the points by track that the roll itself takes `besides`."""
        self.use.check_cost(sheet, on, **besides)

    def pay(self, sheet: S, on: Switched, **besides: int) -> dict[str, Json]:
        """What the sheet holds after the powers and the roll's own points are paid, by path. Raises `IllegalMove`."""
        self.check(sheet, on, **besides)
        spent = {track: on.cost.get(track, 0) + besides.get(track, 0) for track in self.purse(sheet)}
        left = self.pay_points(sheet, spent, on.price.dots)
        paid: dict[str, Json] = {path: value for path, value in left.items() if value != attrgetter(path)(sheet)}
        if on.harm:
            paid[self.health] = self.hurt(sheet, on.harm)
        if on.once:
            paid["powers_spent"] = [*sheet.powers_spent, *on.once]
        return paid

    @abstractmethod
    def purse(self, sheet: S) -> Mapping[str, int]:
        """What is left of each track."""

    @abstractmethod
    def pay_points(self, sheet: S, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """What is left, by path, once these points and dots of Willpower are gone."""

    @abstractmethod
    def hurt(self, sheet: S, harm: Mapping[Harm, int]) -> str:
        """The marks of the track after health levels were paid."""
