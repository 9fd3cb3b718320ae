"""Which tests one worker of xdist takes together, because they share what is costly to start; all others go singly."""

from collections.abc import Callable
from typing import Any

from xdist.scheduler import LoadScopeScheduling


class Together(LoadScopeScheduling):
    """Tests of one group go to one worker, in their order; groups go to whoever has time."""

    group_of: Callable[[str], str]

    def _split_scope(self, nodeid: str) -> str:
        return self.group_of(nodeid)


def schedule(config: Any, log: Any, group_of: Callable[[str], str]) -> Together:
    """What `pytest_xdist_make_scheduler` is to answer. `group_of` names the group of a test, by the test's own name."""
    made = Together(config, log)
    made.group_of = group_of
    return made
