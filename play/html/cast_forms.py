"""The forms that bring the cast into a fight: one for the players' characters, one for the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from campaigns.language import tell
from campaigns.sheets import traits_of
from play.seats.board import CastMember
from rules import get_system
from rules.battle import Choice
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


@dataclass(frozen=True, slots=True)
class FoeForm:
    """The form that makes foes who are alike: archetypes and weapons of the game, and the archetype to begin with."""

    archetypes: tuple[tuple[str, Text], ...]
    weapons: tuple[Choice, ...]
    first: str


@cache
def read_foe_form(system: str) -> FoeForm:
    """Return the form for a game. Its weapons are those of the game's table."""
    sheets = get_system(system).sheets
    first = sheets.foe or next(iter(sheets.archetypes))
    traits = traits_of(sheets.layout(sheets.parse(sheets.blank(first))))
    weapons = next((trait.choices for trait in traits if trait.key == "weapons"), ())
    return FoeForm(tuple(sheets.archetypes.items()), weapons, first)


def find_other_side(sides: Sequence[tuple[str, bool]]) -> str:
    """Return the side of the foes: the first in the fight that is not the players', else a suggestion."""
    return next((name for name, own in sides if not own), tell(Text("Opposition")))


def list_cast_forms(cast: Sequence[CastMember], sides: Sequence[tuple[str, bool]]) -> list[CastForm]:
    """Return the forms that have somebody to offer.

    `sides` are those in the fight, and whether each is the players' own.
    """
    free = [member for member in cast if member.extra or not member.in_battle]
    players = tuple(member for member in free if member.owner)
    others = tuple(member for member in free if not member.owner)
    own_side = next((name for name, own in sides if own), tell(Text("Players")))
    cast_forms = [
        CastForm("own", tell(Text("Bring in the players’ characters")), own_side, players),
        CastForm("other", tell(Text("Bring in others")), find_other_side(sides), others),
    ]
    return [form for form in cast_forms if form.members]
