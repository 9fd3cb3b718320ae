"""A sheet to read, for any system: what one plays with and what a fight needs, then the rest, matter by matter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from campaigns.models import Character, ProposalState
from campaigns.sheets.groups import NOTHING, Group, Place, build_groups, spread
from campaigns.sheets.play import PlayView, build_play
from campaigns.sheets.powers import PowerLine, list_powers
from rules import get_system
from rules.pool import Breakdown
from rules.sheets import Table
from rules.sheets.steps import POOLS, POWERS, STORY, WHO, Step
from rules.text import Text

LONG = 6
"""A matter with more lines than these is folded on a phone."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What the sheet says of one matter. `bands`: its groups, those of one kind of ratings side by side.

    `noughts`: its ratings without a dot, of which only the names are read.
    """

    step: Step
    bands: tuple[tuple[Group, ...], ...]
    noughts: tuple[Place, ...] = ()
    powers: tuple[PowerLine, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its groups, in order."""
        return tuple(group for band in self.bands for group in band)

    @property
    def is_long(self) -> bool:
        """Whether a phone folds it: never the ready numbers of somebody who has them in place of traits."""
        if self.step == POOLS:
            return False
        texts = sum(len(str(place.value)) // 60 for group in self.groups for place in group.places if place.is_long)
        lines = sum(1 if row.entry else len(row.places) for group in self.groups for row in group.rows)
        return lines + texts + 2 * len(self.powers) > LONG


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet to read. `facts`: who it is, in short values. `fight`: the derived values that a fight needs; `values`:
    the others. `groups`: all groups in the order of the printed sheet, with those that `play` shows as boxes and pools.
    """

    play: PlayView
    facts: tuple[Place, ...]
    fight: tuple[Breakdown, ...]
    arms: tuple[Table, ...]
    matters: tuple[Matter, ...]
    values: tuple[Breakdown, ...]
    groups: tuple[Group, ...]
    powers: tuple[PowerLine, ...] = ()

    @property
    def derived(self) -> tuple[Breakdown, ...]:
        """All derived values."""
        return (*self.fight, *self.values)


def load_training(character: Character) -> dict[str, int]:
    """Return the traits in training, by path, with the dots that they will have."""
    return dict(character.proposals.filter(state=ProposalState.TRAINING).values_list("path", "after"))


def build_sheet(character: Character, training: Mapping[str, int] = NOTHING) -> SheetView:
    """Return the character's sheet to read."""
    rules = get_system(character.series.system).sheets
    sheet = character.parsed_sheet()
    arms, powers = rules.arms(sheet), list_powers(rules, sheet)
    tabled = {key for table in arms for key in table.keys}
    known = [group.in_training(training) for group in build_groups(rules.layout(sheet))]
    groups = [kept for group in known if (kept := group.without_blanks(tabled)).places]
    fight, values = rules.split_derived(sheet)
    facts = tuple(place for group in groups if group.step == WHO for place in group.places if not place.is_long)
    return SheetView(
        play=build_play(character, sheet, [group for group in known if group.is_live]),
        facts=facts,
        fight=fight,
        arms=arms,
        matters=tuple(_list_matters([group for group in groups if not group.is_live], powers)),
        values=values,
        groups=tuple(_as_printed(groups)),
        powers=powers,
    )


def _as_printed(groups: Sequence[Group]) -> Iterator[Group]:
    """Yield the groups as on paper: who it is, ratings, what a scene changes, the rest."""
    yield from groups[:1]
    rest = groups[1:]
    yield from (group for group in rest if group.rated)
    yield from (group for group in rest if group.is_live)
    yield from (group for group in rest if not (group.rated or group.is_live))


def _list_matters(groups: Sequence[Group], powers: tuple[PowerLine, ...]) -> Iterator[Matter]:
    moved = [_list_story_texts(group) if group.step == WHO else group for group in groups]
    shown = [group for group in moved if group.places]
    steps = {group.step for group in shown} | ({POWERS} if powers else set())
    in_order = dict.fromkeys(group.step for group in shown) | dict.fromkeys(steps)
    for step in sorted(in_order, key=lambda step: step.place):
        own = [group for group in shown if group.step == step]
        held = [part for group in own if (part := group.held).places]
        noughts = tuple(place for group in own for place in group.noughts)
        yield Matter(step, tuple(_band(held)), noughts, powers if step == POWERS else ())


def _list_story_texts(group: Group) -> Group:
    """Return the long texts of who somebody is, such as a Motivation: they are read with the story."""
    return replace(
        group, title=Text("Character"), step=STORY, places=tuple(place for place in group.places if place.is_long)
    )


def _band(groups: Iterable[Group]) -> Iterator[tuple[Group, ...]]:
    """Yield the groups in bands: ratings of one kind side by side, and what lies between them."""
    for rated, run in groupby(groups, key=lambda group: group.rated):
        side_by_side = tuple(run)
        if not rated:
            yield tuple(spread(side_by_side))
        else:
            alone = len(side_by_side) == 1
            yield side_by_side if alone else tuple(replace(group, width="part") for group in side_by_side)
