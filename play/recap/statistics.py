"""The statistics of a series as a member's seat saw it: each scene is counted once for each number of its table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.db.models import Q
from django.utils.text import capfirst

from campaigns.core.language import translate
from campaigns.models import Scene
from play.models import Entry, Table
from play.recap.tally import COUNTED, Counting, Tally, sum_tallies
from play.table.events import decode_event
from play.table.history import find_counted
from play.table.live_scene import live_scenes
from play.table.seat_log import only_lines
from rules.battle import Seat
from rules.system import System
from rules.text import Text

MAX_ROWS = 12
"""How many rows a list shows, those with the most; the others are left out."""
FAVORITES = 3
"""How many favorite pools and weapons of a character are shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: what is counted, how often, and the share of the longest bar (0 to 1)."""

    label: str
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class Favorite:
    """What a character rolls and strikes with most often: each with how often."""

    name: str
    means: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Fighter:
    """What a character gave and took in fights."""

    name: str
    hits: int
    taken: int
    felled: int
    fell: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the page shows. `waits`: the median of the seconds before each turn in live fights."""

    scenes: int
    dice: int
    successes: int
    acts: tuple[Row, ...]
    waits: tuple[Row, ...]
    verdicts: tuple[Row, ...]
    favorites: tuple[Favorite, ...]
    fighters: tuple[Fighter, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the seat saw nothing that is counted."""
        return not (self.acts or self.dice)


def load_statistics(system: System, scenes: Sequence[Scene], seat: Seat) -> Statistics:
    """Return the statistics of scenes of one series, all of which the seat may know of."""
    tallies = [tally for tally in load_tallies(system, scenes, seat) if tally.acts or tally.dice["dice"]]
    whole = sum_tallies(tallies)
    names = [name for name, _n in (whole.hits + whole.taken + whole.felled + whole.fell).most_common(MAX_ROWS)]
    return Statistics(
        scenes=len(tallies),
        dice=whole.dice["dice"],
        successes=whole.dice["successes"],
        acts=list_rows(whole.acts),
        waits=list_rows({who: round(median(waits)) for who, waits in whole.waits.items()}),
        verdicts=list_rows(_name_verdicts(whole.verdicts)),
        favorites=tuple(_list_favorites(whole, name) for name, _n in whole.acts.most_common(MAX_ROWS)),
        fighters=tuple(
            Fighter(name, whole.hits[name], whole.taken[name], whole.felled[name], whole.fell[name]) for name in names
        ),
    )


def list_rows(counts: Mapping[str, int]) -> tuple[Row, ...]:
    """Return the rows of what was counted, the most first."""
    ranked = sorted(counts.items(), key=lambda item: -item[1])[:MAX_ROWS]
    most = max((n for _label, n in ranked), default=0)
    return tuple(Row(label, n, n / most if most else 0) for label, n in ranked)


def _name_verdicts(verdicts: Mapping[Text, int]) -> Counter[str]:
    """Return the words in the reader's language, with a capital: some stand in sentences."""
    named: Counter[str] = Counter()
    for word, n in verdicts.items():
        named[capfirst(translate(word))] += n
    return named


def _list_favorites(whole: Tally, name: str) -> Favorite:
    means = Counter({means: n for (who, means), n in whole.means.items() if who == name})
    return Favorite(name, tuple((translate(dice), n) for dice, n in means.most_common(FAVORITES)))


def load_tallies(system: System, scenes: Sequence[Scene], seat: Seat) -> list[Tally]:
    """Return what the seat saw of these scenes, counted: those that were played. What was taken back never happened.

    Only the scenes whose table has gone on since they were counted are read, by three queries for all of them.
    """
    tables = list(Table.objects.filter(scene__in=scenes).only("scene", "number"))
    known: dict[int, Tally | None] = {table.pk: live_scenes.tallies.get(_key(table, seat)) for table in tables}
    missing = [table for table in tables if known[table.pk] is None]
    if missing:
        for table, tally in zip(missing, _count(system, missing, seat), strict=True):
            live_scenes.tallies.put(_key(table, seat), tally)
            known[table.pk] = tally
    return [tally for tally in known.values() if tally is not None]


def _key(table: Table, seat: Seat) -> tuple[int, int, Seat]:
    return table.scene_id, table.number, seat


def _count(system: System, tables: Sequence[Table], seat: Seat) -> list[Tally]:
    counted, counting = find_counted(tables), {table.pk: Counting(system, seat) for table in tables}
    entries = only_lines(Entry.objects.filter(table__in=tables), seat).order_by("table", "number")
    shown = entries.filter(Q(event__kind__in=_names(COUNTED)) | Q(event__event__kind__in=_list_kinds(system)))
    for table, number, event, at, command in shown.values_list("table", "number", "event", "at", "command"):
        if number in counted[table]:
            counting[table].add(decode_event(system, event), at, command)
    return [count.tally for count in counting.values()]


def _list_kinds(system: System) -> list[str]:
    """Return the names of the events of a fight that may be counted: the database leaves out the others."""
    return _names({*system.battle.results, *system.battle.turning})


def _names(classes: Iterable[type[Any]]) -> list[str]:
    return sorted(cls.__name__ for cls in classes)
