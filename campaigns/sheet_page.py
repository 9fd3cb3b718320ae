"""A sheet to read, for any system: what one plays with first, then its groups, and the derived values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby

from campaigns.models import Character, ProposalState
from campaigns.powers import PowerLine, read_powers
from campaigns.sheet_groups import NOTHING, Group, read_groups, spread
from campaigns.sheet_play import PlayView, read_play
from rules import get_system
from rules.pool import Breakdown
from rules.sheets import Table


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet to read: what one plays with, who it is, ratings side by side, the other groups, and what follows.

    `live`: the groups that a scene may change, which `play` shows as boxes and pools.
    """

    play: PlayView
    live: tuple[Group, ...]
    who: tuple[Group, ...]
    bands: tuple[tuple[Group, ...], ...]
    others: tuple[Group, ...]
    arms: tuple[Table, ...]
    derived: tuple[Breakdown, ...]
    powers: tuple[PowerLine, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups, in the order of the page."""
        return (*self.who, *chain(*self.bands), *self.live, *self.others)


def read_training(character: Character) -> dict[str, int]:
    """Return the traits in training, by path, with the dots that they will have."""
    return dict(character.proposals.filter(state=ProposalState.TRAINING).values_list("path", "after"))


def read_sheet(character: Character, training: Mapping[str, int] = NOTHING) -> SheetView:
    """Return the character's sheet to read: who it is, its ratings, what a scene changes, and the rest."""
    rules = get_system(character.series.system).sheets
    sheet = character.parsed_sheet()
    arms = rules.arms(sheet)
    tabled = {key for table in arms for key in table.keys}
    known = [group.in_training(training) for group in read_groups(rules.layout(sheet))]
    groups = [kept for group in known if (kept := group.without_blanks(tabled)).places]
    rated = [group for group in groups if group.rated]
    rest = [group for group in groups if not group.rated]
    who = tuple(group for group in rest[:1] if group is groups[0])
    bands = tuple(_side_by_side(run) for _rated, run in groupby(rated, key=lambda group: group.rated))
    live, lasting = ([group for group in rest[len(who) :] if group.is_live is live] for live in (True, False))
    play = read_play(character, sheet, [group for group in known if group.is_live])
    derived, powers = rules.derived(sheet), read_powers(rules, sheet)
    return SheetView(play, tuple(spread(live)), who, bands, tuple(spread(lasting)), arms, derived, powers)


def _side_by_side(run: Iterable[Group]) -> tuple[Group, ...]:
    """Put groups of one kind of ratings side by side. A single one takes the whole width."""
    groups = tuple(run)
    return groups if len(groups) == 1 else tuple(replace(group, width="part") for group in groups)
