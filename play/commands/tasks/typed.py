"""A typed roll that counts for a task: "/roll for the lock"."""

from collections.abc import Sequence

from campaigns.models import Character
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.figures import read_sheet
from play.commands.roll_command import RollWords
from play.commands.roll_meaning import find_request
from play.commands.tasks.rolling import help_task, roll_for_task
from rules.battle import Event
from rules.errors import BadInput
from rules.tasks import Task, awaited, task_audience
from rules.text import Text


def roll_as_said(context: CommandContext, said: RollWords, secret: str, who: Character | None) -> Sequence[Event]:
    """Roll for the task of the typed title, as `who`, or as the only one who is awaited there."""
    if secret:
        raise BadInput("no_secret", Text("A roll for a task is told as its task is, and cannot be secret besides."))
    if said.pool is not None:
        raise BadInput("bare_pool", Text("A task takes a roll of traits: leave the dice out, or name the traits."))
    task = _find_task(context, said.task)
    character = context.get_character(str(who.pk) if who else _only_awaited(context, task))
    one = next((one for one in task.everybody if one.character == str(character.pk)), None)
    if said.traits and one is not None and one.traits:
        raise BadInput(
            "set_traits",
            Text("“{title}” is rolled with {traits}. Leave the traits out.", title=task.title, traits=one.traits),
        )
    if not said.traits and one is not None and not one.traits:
        raise BadInput("which_traits", Text("Say which traits: /roll Wits+Awareness for {title}.", title=task.title))
    asked = find_request(context.system, read_sheet(context.system, context.state, character), said)
    if context.system.tasks.decided & {key for key, value in asked.items() if value not in ("", None)}:
        raise BadInput(
            "decided", Text("What “{title}” is rolled against is for the Storyteller to set.", title=task.title)
        )
    is_helper = any(helper.character == str(character.pk) for helper in task.helpers)
    if is_helper:
        return help_task(context, moves.HelpTask(task.id, str(character.pk), asked))
    return roll_for_task(context, moves.RollForTask(task.id, str(character.pk), asked))


def _find_task(context: CommandContext, title: str) -> Task:
    """Return the open task of this title, or the only one whose title begins with it; of equal titles the newest."""
    wanted = " ".join(title.casefold().split())
    known = [task for task in reversed(context.state.work.tasks) if task.is_open]
    known = [task for task in known if context.seat.may_see(task_audience(task))]
    exact = [task for task in known if task.title.casefold() == wanted]
    begun = [task for task in known if task.title.casefold().startswith(wanted)]
    if exact or len(begun) == 1:
        return (exact or begun)[0]
    raise BadInput(
        "unknown_task",
        Text("No one open task here begins with “{title}”. Say its title: /roll for ...", title=title[:40]),
    )


def _only_awaited(context: CommandContext, task: Task) -> str:
    mine = [key for key in awaited(task) if context.seat.controls(key)]
    if len(mine) != 1:
        sentence = Text("Say who rolls: add “as” and the name.")
        if not mine:
            sentence = Text("“{title}” waits for none of yours.", title=task.title)
        raise BadInput("whose_roll", sentence)
    return mine[0]
