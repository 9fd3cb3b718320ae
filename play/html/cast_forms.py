"""The forms that bring the cast into a fight: one for the players' characters, one for the others."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.language import tell
from campaigns.services.downtime import WAYS
from play.commands.foe_line import find_other_side
from play.seats.board import CastMember
from rules import get_system
from rules.text import Text


@dataclass(frozen=True, slots=True)
class CastForm:
    """One form: the characters that it offers, and the side that it suggests."""

    id: str
    title: str
    side: str
    members: tuple[CastMember, ...]

    @property
    def has_extras(self) -> bool:
        """Whether it must ask how many copies of each."""
        return any(member.extra for member in self.members)


def list_cast_forms(cast: Sequence[CastMember], sides: Sequence[tuple[str, bool]]) -> list[CastForm]:
    """Return the forms that have somebody to offer.

    `sides` are those in the fight, and whether each is the players' own.
    """
    free = [member for member in cast if member.extra or not member.in_battle]
    players = tuple(member for member in free if member.owner)
    others = tuple(member for member in free if not member.owner)
    own_side = next((name for name, own in sides if own), tell(Text("Players")))
    cast_forms = [
        CastForm("own", tell(Text("Add the players’ characters")), own_side, players),
        CastForm("other", tell(Text("Add others")), find_other_side(sides), others),
    ]
    return [form for form in cast_forms if form.members]


def list_day_ways(system: str) -> list[tuple[str, Text]]:
    """Return how whole days that pass can be spent: the keys, and the words of the game."""
    labels = {way.key: way.label for way in get_system(system).recovery.ways}
    return [(key, labels[key]) for key in WAYS]
