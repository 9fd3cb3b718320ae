"""Failed tries that are remembered across the scenes of a series.

Each table keeps the tries at it in its state, so a rewind takes them back like everything else, and a replay finds them
again. A task reads all tables of the series when it is set and when it is rolled for, and keeps the sum. Tries in a
scene that only the Storyteller may see count only in such scenes: a roll would tell of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.utils import timezone

from play.commands.context import CommandContext
from play.models import Table
from rules.codec import decode
from rules.tasks import ResistedAttempt, Task, Try, count_failures, with_listener

HIDDEN = (
    Q(scene__planned=True)
    | Q(scene__hidden=True)
    | Q(scene__episode__hidden=True)
    | Q(scene__episode__story__hidden=True)
)


def recall(context: CommandContext, task: Task, *, waived: bool = False) -> Task:
    """Return the task with the earlier tries that count against the one who does it now. `waived`: none count."""
    at = int(timezone.now().timestamp() * 1000)
    if waived:
        return replace(_note_again(task, ()), at=at, failures=0)
    character, work = task.sides[0].character, context.state.work
    tries, resisted = [*work.tries], [*work.resisted]
    for tried, held in _load_elsewhere(context):
        tries += (decode(Try, row) for row in tried if row["character"] == character)
        resisted += (decode(ResistedAttempt, row) for row in held if row["character"] == character)
    return replace(_note_again(task, resisted), at=at, failures=count_failures(tries, character, task.title))


def _load_elsewhere(context: CommandContext) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the tries that the other tables remember, and the influence that was resisted there, as JSON, as far as
    this scene may know of them.
    """
    tables = Table.objects.filter(scene__episode__story__series=context.series, state__has_key="work")
    tables = tables.exclude(scene=context.scene)
    if not context.scene.is_hidden:
        tables = tables.exclude(HIDDEN)
    for tries, resisted in tables.values_list("state__work__tries", "state__work__resisted"):
        yield tries, resisted or []  # what older versions wrote has none


def _note_again(task: Task, resisted: Sequence[ResistedAttempt]) -> Task:
    """Return the task with whom of its listeners has resisted the same before."""
    for place, listener in enumerate(task.listeners):
        task = with_listener(task, place, again=any(known.is_like(task, listener) for known in resisted))
    return task
