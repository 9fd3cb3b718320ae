"""Metrics of background tasks, counted where they are done."""

import time
from typing import Any

from celery.signals import task_postrun, task_prerun
from prometheus_client import Counter, Histogram

TASKS = Counter("storywheel_tasks", "Background tasks, by what became of them.", ["task", "outcome"])
TASK_SECONDS = Histogram(
    "storywheel_task_seconds",
    "How long background tasks took.",
    ["task"],
    buckets=(0.01, 0.1, 1.0, 10.0, 60.0, 300.0),
)

_began: dict[str, float] = {}


def start_counting() -> None:
    """Count from now on what this process and those that it forks do."""
    task_prerun.connect(_note_begin)
    task_postrun.connect(_count_task)


def _note_begin(task_id: str = "", **_event: Any) -> None:
    _began[task_id] = time.perf_counter()


def _count_task(task_id: str = "", task: Any = None, state: str | None = None, **_event: Any) -> None:
    name = task.name.rpartition(".")[2]
    TASKS.labels(name, (state or "failure").lower()).inc()
    TASK_SECONDS.labels(name).observe(time.perf_counter() - _began.pop(task_id, time.perf_counter()))
