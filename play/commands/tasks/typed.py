"""A typed roll that counts for a task: "/roll for the lock"."""

from collections.abc import Sequence

from campaigns.models import Character
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.figures import compute_sheet
from play.commands.roll_command import RollWords
from play.commands.roll_meaning import find_request
from play.commands.tasks.rolling import help_task, roll_for_task
from rules.battle import Event, Json
from rules.errors import BadInput
from rules.tasks import Task, awaited, task_audience
from rules.text import Text


def roll_as_said(context: CommandContext, said: RollWords, secret: str, who: Character | None) -> Sequence[Event]:
    """Roll for the task of the typed title, as `who`, or as the only one who is awaited there."""
    if secret:
        raise BadInput("no_secret", Text("A roll for a task is shown like the task and can’t be secret."))
    task, character, asked = parse_task_roll(context, said, who)
    if any(helper.character == str(character.pk) for helper in task.helpers):
        return help_task(context, moves.HelpTask(task.id, str(character.pk), asked))
    return roll_for_task(context, moves.RollForTask(task.id, str(character.pk), asked))


def parse_task_roll(
    context: CommandContext, said: RollWords, who: Character | None
) -> tuple[Task, Character, dict[str, Json]]:
    """Return the task that a typed roll is for, the character that rolls, and the request."""
    if said.pool is not None:
        raise BadInput("bare_pool", Text("A task is rolled with traits: leave out the dice, or name traits."))
    task = _find_task(context, said.task, who)
    is_meant = who is not None and (said.who or _takes_part(task, who))
    character = context.get_character(str(who.pk) if who and is_meant else _only_awaited(context, task))
    part = next((part for part in task.everybody if part.character == str(character.pk)), None)
    if said.traits and part is not None and part.traits:
        raise BadInput(
            "set_traits",
            Text("“{title}” is rolled with {traits}. Leave the traits out.", title=task.title, traits=part.traits),
        )
    if not said.traits and part is not None and not part.traits:
        raise BadInput("which_traits", Text("Choose the traits: /roll Wits+Awareness for {title}.", title=task.title))
    asked = find_request(context.system, compute_sheet(context.system, context.state, character), said)
    if context.system.tasks.decided & {key for key, value in asked.items() if value not in ("", None)}:
        raise BadInput(
            "decided", Text("Only the Storyteller can set what “{title}” is rolled against.", title=task.title)
        )
    return task, character, asked


def _takes_part(task: Task, who: Character) -> bool:
    return any(side.character == str(who.pk) for side in task.everybody)


def _find_task(context: CommandContext, title: str, who: Character | None) -> Task:
    """Return the open task of this title, or the only one whose title begins with it.

    Of equal titles, as a request to many has them, it is one that waits for `who`, or for somebody of the seat, or else
    the newest.
    """
    wanted = " ".join(title.casefold().split())
    known = [task for task in reversed(context.state.work.tasks) if task.is_open]
    known = [task for task in known if context.seat.may_see(task_audience(task))]
    exact = [task for task in known if task.title.casefold() == wanted]
    begun = [task for task in known if task.title.casefold().startswith(wanted)]
    if exact or len({task.title.casefold() for task in begun}) == 1:
        return min(exact or begun, key=lambda task: _distance(context, task, who))
    raise BadInput(
        "unknown_task",
        Text("No open task here starts with “{title}”. Name it: /roll for ...", title=title[:40]),
    )


def _distance(context: CommandContext, task: Task, who: Character | None) -> int:
    """Return how far a task is from being the one meant: 0 if it waits for `who`, 1 if for another of the seat."""
    if who is not None and str(who.pk) in awaited(task):
        return 0
    return 1 if any(context.seat.controls(key) for key in awaited(task)) else 2


def _only_awaited(context: CommandContext, task: Task) -> str:
    mine = [key for key in awaited(task) if context.seat.controls(key)]
    if len(mine) != 1:
        sentence = Text("Name the roller: add “as” and the name.")
        if not mine:
            sentence = Text("“{title}” is not waiting for any of your characters.", title=task.title)
        raise BadInput("whose_roll", sentence)
    return mine[0]
