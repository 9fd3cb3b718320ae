"""Races that someone loses because they fall: whatever felled them, nobody waits for their roll."""

from collections.abc import Collection, Iterable, Sequence

from campaigns.models import Character
from campaigns.sheets.json import canonical
from play.commands.context import CommandContext
from play.table.events import Rewound, changes_of
from play.table.fighters import find_fighting_sheet
from play.table.state import TableState
from play.table.task_events import SidesFell
from rules.battle import Event, Json
from rules.paths import write_path
from rules.tasks import is_race, lose_race, task_audience


def lose_races(context: CommandContext, events: Sequence[Event], state: TableState) -> list[Event]:
    """Return the end of every open race in which someone has fallen. `state`: the table after the events.

    After a rewind nothing follows: the Storyteller wants the table as it was.
    """
    races = [task for task in state.work.tasks if is_race(task)]
    if not races or any(isinstance(event, Rewound) for event in events):
        return []
    fallen = _list_fallen(context, events, state, {side.character for task in races for side in task.sides})
    lost_of = [tuple(index for index, side in enumerate(task.sides) if side.character in fallen) for task in races]
    return [
        SidesFell(lose_race(task, lost), lost, audience=task_audience(task))
        for task, lost in zip(races, lost_of, strict=True)
        if lost
    ]


def _list_fallen(
    context: CommandContext, events: Iterable[Event], state: TableState, keys: Collection[str]
) -> set[str]:
    """Return those of these characters who can no longer act, in the fight or by their sheet."""
    there = Character.objects.filter(series=context.series, pk__in=map(int, keys))
    fallen = set()
    for character in there:
        character.series = context.series
        sheet = find_fighting_sheet(context.system, state, character)
        if sheet is None:
            sheet = context.system.sheets.parse(_change(character, events))
        if context.system.sheets.has_fallen(sheet):
            fallen.add(str(character.pk))
    return fallen


def _change(character: Character, events: Iterable[Event]) -> Json:
    """Return the sheet with what the events write on it, which is stored after them."""
    changes = [changes_of(event)[str(character.pk)] for event in events if str(character.pk) in changes_of(event)]
    if not changes:
        return character.sheet
    sheet: Json = canonical(character.series.system, character.sheet)
    for places in changes:
        for path, (_, value) in places.items():
            sheet = write_path(sheet, path, value)
    return sheet
