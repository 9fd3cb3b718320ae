"""Downtime: what characters do in it, how it is resolved, and how the results are published."""

from campaigns.services.downtime.changing import RESULTS
from campaigns.services.downtime.deadlines import close_due, remind_late
from campaigns.services.downtime.living import MAX_DAYS, WAYS, find_lived, live_days, mark_of, split_days, start_run
from campaigns.services.downtime.planning import (
    Plan,
    draft_doing,
    list_kinds,
    put_in,
    run_of,
    set_deadline,
    take_out,
)
from campaigns.services.downtime.projects import PROJECTS, give_up_project
from campaigns.services.downtime.publishing import publish, publish_at, publish_due, publish_run
from campaigns.services.downtime.recalling import find_hindrance, recall
from campaigns.services.downtime.running import list_stranded, open_again, work_out

__all__ = [
    "MAX_DAYS",
    "PROJECTS",
    "RESULTS",
    "WAYS",
    "Plan",
    "close_due",
    "draft_doing",
    "find_hindrance",
    "find_lived",
    "give_up_project",
    "list_kinds",
    "list_stranded",
    "live_days",
    "mark_of",
    "open_again",
    "publish",
    "publish_at",
    "publish_due",
    "publish_run",
    "put_in",
    "recall",
    "remind_late",
    "run_of",
    "set_deadline",
    "split_days",
    "start_run",
    "take_out",
    "work_out",
]
