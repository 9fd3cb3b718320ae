"""Failed tries that are remembered across the scenes of a series.

Each table keeps the tries at it in its state, so a rewind takes them back like everything else, and a replay finds them
again. A task reads all tables of the series when it is set and when it is rolled for, and keeps the sum. Tries in a
scene that only the Storyteller may see count only in such scenes: a roll would tell of them.
"""

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Q
from django.utils import timezone

from play.commands.context import CommandContext
from play.models import Table
from rules.codec import decode
from rules.tasks import Task, Try, count_failures

HIDDEN = (
    Q(scene__planned=True)
    | Q(scene__hidden=True)
    | Q(scene__episode__hidden=True)
    | Q(scene__episode__story__hidden=True)
)


def recall(context: CommandContext, task: Task, *, waived: bool = False) -> Task:
    """Return the task with the earlier tries that count against the one who does it now. `waived`: none count."""
    at = int(timezone.now().timestamp() * 1000)
    character = task.sides[0].character
    tries = (*context.state.work.tries, *_tries_elsewhere(context, character))
    return replace(task, at=at, failures=0 if waived else count_failures(tries, character, task.title))


def _tries_elsewhere(context: CommandContext, character: str) -> Iterator[Try]:
    """Return what the other tables remember of a character, as far as this scene may know of them."""
    tables = Table.objects.filter(scene__episode__story__series=context.series, state__has_key="work")
    tables = tables.exclude(scene=context.scene)
    if not context.scene.is_hidden:
        tables = tables.exclude(HIDDEN)
    for tries in tables.values_list("state__work__tries", flat=True):
        yield from (decode(Try, one) for one in tries if one["character"] == character)
