"""A downtime as its pages show it: whose days are filled with what, what that would give, and what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.calendar import DAY
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Project,
    Proposal,
    RunState,
)
from campaigns.phrases import tell
from campaigns.services.downtime import list_kinds
from campaigns.services.downtime.living import Life, list_stretches, live_through, read_project
from campaigns.services.downtime.running import list_people
from campaigns.services.sheet_changes import differences
from campaigns.sheet_groups import Place
from campaigns.sheet_history import Moved, read_moved
from campaigns.sheets import Unreadable, read_traits, traits_of, with_values
from rules import get_system
from rules.errors import RulesError
from rules.recovery import Begun
from rules.system import Section, Trait

WIDTH = 1000
"""Of the strip of days, in its own units."""
TRIES = 3
"""How often a look ahead is taken, to tell what the dice decide from what the book does."""
BEGUN = "begun"
"""The field of what the wound that heals next has had of its time."""
MAX_LOOK = 120
"""Days for which a look ahead is taken: more would take too long for a click."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days in a row; without a `doing` nobody has put anything in. `x` and `width` place it on the strip."""

    first: int
    last: int
    label: str
    kind: str
    doing: Doing | None
    x: int
    width: int

    @property
    def days(self) -> int:
        """How many days it has."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Days:
    """The days of one character."""

    character: Character
    stretches: tuple[Stretch, ...]
    can_edit: bool
    result: "Told | None" = None

    @property
    def free(self) -> int:
        """Days for which nothing is put in."""
        return sum(stretch.days for stretch in self.stretches if stretch.doing is None)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is put in."""
        return all(stretch.doing is None for stretch in self.stretches)


@dataclass(frozen=True, slots=True)
class Told:
    """What came of it for one character, in words."""

    result: DowntimeResult
    moved: tuple[Moved, ...]
    projects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What days would give: what the book says for sure, and what the dice decide."""

    sure: tuple[Moved, ...]
    by_dice: tuple[str, ...]
    is_long: bool = False


def find_run(downtime: Downtime) -> DowntimeRun | None:
    """The run of a downtime, if anybody has touched it yet."""
    return DowntimeRun.objects.filter(downtime=downtime).first()


def takes_plans(downtime: Downtime) -> bool:
    """Whether players may put something in now."""
    run = find_run(downtime)
    return downtime.is_open and (run is None or run.state == RunState.OPEN)


def read_downtime(downtime: Downtime, membership: Membership) -> dict[str, Any]:
    """What a member sees: the Storyteller everybody's days, a player their own, others how it stands."""
    run = find_run(downtime)
    storyteller = access.is_storyteller(membership)
    state = run.state if run else RunState.OPEN
    return {
        "run": run,
        "run_state": state,
        "state_label": RunState(state).label,
        "takes_plans": downtime.is_open and state == RunState.OPEN,
        "all_days": _list_days(downtime, membership, run if storyteller or state == RunState.PUBLISHED else None),
        "ends_at": membership.series.clock + downtime.days * DAY,
        "may_run": storyteller and downtime.is_open,
        "may_recall": storyteller and state == RunState.PUBLISHED,
        "recalls": list(run.recalls.select_related("user")) if run and storyteller else [],
    }


def read_days(downtime: Downtime, character: Character, membership: Membership) -> Days:
    """The days of one character."""
    doings = Doing.objects.filter(downtime=downtime, character=character).select_related("project")
    return _days(downtime, character, list(doings), membership)


def _list_days(downtime: Downtime, membership: Membership, run: DowntimeRun | None) -> list[Days]:
    characters = access.visible_characters(membership).filter(pk__in=list_people(downtime)).select_related("owner")
    mine = [one for one in characters if access.can_read_sheet(one, membership)]
    doings: dict[int, list[Doing]] = {one.pk: [] for one in mine}
    for doing in Doing.objects.filter(downtime=downtime, character__in=mine).select_related("project"):
        doings[doing.character_id].append(doing)
    results = {one.character_id: one for one in run.results.filter(character__in=mine)} if run else {}
    found = []
    for character in mine:
        character.series = membership.series
        days = _days(downtime, character, doings[character.pk], membership)
        result = results.get(character.pk)
        found.append(replace(days, result=tell_result(result, character)) if result else days)
    return found


def _days(downtime: Downtime, character: Character, doings: Sequence[Doing], membership: Membership) -> Days:
    kinds = list_kinds(downtime)
    stretches = []
    for first, count, doing in list_stretches(doings, downtime.days):
        label = tell(kinds.get(doing.kind, doing.kind)) if doing else _("Nothing put in")
        if doing and doing.project:
            label = doing.project.title
        x = (first - 1) * WIDTH // downtime.days
        width = (first + count - 1) * WIDTH // downtime.days - x
        kind = doing.kind if doing else "unfilled"
        stretches.append(Stretch(first, first + count - 1, label, kind, doing, x, width))
    return Days(character, tuple(stretches), access.can_edit_character(character, membership))


def tell_result(result: DowntimeResult, character: Character) -> Told:
    """A result in the words of the character's sheet."""
    moved = read_moved(character, result.changes)
    titles = {str(one.pk): one for one in Project.objects.filter(pk__in=[int(key) for key in result.projects])}
    projects = tuple(_say_project(titles[key], now) for key, now in result.projects.items() if key in titles)
    return Told(result, moved, projects)


def read_recall(run: DowntimeRun) -> dict[str, Any]:
    """What would be taken back with a published downtime: what it did to whom, and the trainings that it moved."""
    results = run.results.select_related("character__series").order_by("character__name")
    trainings = Proposal.objects.filter(pk__in=[int(key) for key in run.trainings]).select_related("character")
    return {"told": [tell_result(one, one.character) for one in results], "trainings": list(trainings)}


def _say_project(project: Project, now: Mapping[str, Any]) -> str:
    ends = {"success": _("done"), "failure": _("failed"), "": _("goes on"), Project.GIVEN_UP: tell("broken off")}
    told = _("%(title)s: %(has)s of %(goal)s successes, %(end)s.")
    end = ends.get(now["outcome"], now["outcome"])
    return told % {"title": project.title, "has": now["successes"], "goal": project.goal, "end": end}


def look_ahead(downtime: Downtime, character: Character, doings: Iterable[Doing]) -> Look | None:
    """What the book gives for these days. The dice of the real run stay unseen: others are thrown, to see what changes.

    None where the sheet cannot be read.
    """
    if downtime.days > MAX_LOOK:
        return Look((), (), is_long=True)
    planned = list(doings)
    try:
        lives = [live_through(character, planned, downtime.days, f"look {n}") for n in range(TRIES)]
    except RulesError:
        return None
    changes = [{path: (was, now) for path, was, now in differences(character.sheet, one.sheet)} for one in lives]
    paths = list(dict.fromkeys(path for one in changes for path in one))
    same = {path: changes[0][path] for path in paths if all(one.get(path) == changes[0].get(path) for one in changes)}
    moved = read_moved(character, {path: changes[0].get(path, (None, None)) for path in paths if path not in same})
    return Look(read_moved(character, same), (*(one.label for one in moved), *_projects(planned, lives)))


def _projects(doings: Sequence[Doing], lives: Sequence[Life]) -> list[str]:
    """The projects that days are given to: how many rolls would fall."""
    told = []
    for project in {doing.project for doing in doings if doing.project}:
        rolls = max(len(life.projects.get(project.pk, read_project(project))["gains"]) for life in lives)
        text = _("%(title)s: up to %(count)s rolls")
        told.append(text % {"title": project.title, "count": rolls - len(project.gains)})
    return told


class ResultTraits:
    """The values that a result gives the sheet and the others that a scene may change, for the Storyteller to change.

    `others`: the places that the days did not change, and how far the wound that heals next has come.
    """

    def __init__(self, result: DowntimeResult, posted: QueryDict | None = None) -> None:
        character = result.character
        system = get_system(character.series.system)
        after = with_values(character.sheet, {path: pair[1] for path, pair in result.changes.items()})
        sheet = system.sheets.parse(after)
        layout = system.sheets.layout(sheet)
        passing = {trait.key for section in layout if section.scene for trait in section.traits}
        traits = [trait for trait in traits_of(layout) if trait.key in passing or trait.key in result.changes]
        self._begun = _begun_trait(system.recovery.begun(sheet, result.carry))
        section = Section("", (*traits, *self._begun))
        self._read = {} if posted is None else read_traits((section,), posted)
        places = [_place(trait, self._read.get(trait.key, trait.value)) for trait in section.traits]
        self.places = [place for place in places if place.trait.key in result.changes]
        self.others = [place for place in places if place.trait.key not in result.changes]

    @property
    def is_typed_elsewhere(self) -> bool:
        """Whether something was typed into the places that the days did not change."""
        return any(place.trait.key in self._read for place in self.others)

    @property
    def begun(self) -> int | None:
        """How far the wound that heals next shall have come; None where none heals in parts."""
        value = self._read.get(BEGUN, next((trait.value for trait in self._begun), None))
        return value if isinstance(value, int) else None

    @property
    def values(self) -> dict[str, Any]:
        """What was changed, by path."""
        read = ((key, value) for key, value in self._read.items() if key != BEGUN)
        return {key: value for key, value in read if not isinstance(value, Unreadable)}

    @property
    def refusal(self) -> str:
        """The first sentence about what cannot be read."""
        return next((value.sentence for value in self._read.values() if isinstance(value, Unreadable)), "")


def _begun_trait(begun: Begun | None) -> tuple[Trait, ...]:
    if begun is None:
        return ()
    return (Trait(BEGUN, begun.label, "number", begun.value, 0, begun.high, rule=begun.rule),)


def _place(trait: Any, value: Any) -> Place:
    if isinstance(value, Unreadable):
        return Place(trait, trait.value, value.sentence)
    return Place(trait, value)
