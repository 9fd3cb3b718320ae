"""Tasks: actions outside combat that take several rolls, or one roll that the Storyteller asked for.

This package is the same for every book; the differences are in a system's `TaskRules`. A `Task` is frozen and
JSON-safe, and functions return the changed task. `Work` is all that a table stores about tasks.

`model` has the data, `rules` what a book says, `steps` and `interruption` what happens to a task, `view` what a seat
may see of it, `work` what a table remembers. Other modules import their names from this package.
"""

from rules.tasks.interruption import *  # noqa: F403
from rules.tasks.model import *  # noqa: F403
from rules.tasks.rules import *  # noqa: F403
from rules.tasks.steps import *  # noqa: F403
from rules.tasks.view import *  # noqa: F403
from rules.tasks.work import *  # noqa: F403
