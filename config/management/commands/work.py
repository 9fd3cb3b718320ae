"""Run the background work of a shared server."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.checks import refuse_unsafe_start
from config.server.memory_care import limit_arenas


class Command(BaseCommand):
    """`manage.py work`: tasks, posts to servers of others, and the clock, each in a process of its own."""

    help = "Do the background work of a shared server until SIGTERM: tasks, posts to servers of others, the clock."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unsafe_start()
        limit_arenas()
        counts = Path(tempfile.mkdtemp(prefix="storywheel-counts-"))
        try:
            _work(counts)
        finally:
            shutil.rmtree(counts, ignore_errors=True)


def _work(counts: Path) -> None:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(counts)  # before prometheus_client is imported
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # they load every page, and the web processes make them
    from config.background.counts import start_counting
    from config.background.family import Family, Part
    from config.background.parts import run_clock, run_posts, run_tasks
    from config.background.watch import open_watch
    from config.celery import load_all

    load_all()
    start_counting()
    watch = open_watch(settings.WORKER_METRICS, counts)
    parts = [Part("tasks", run_tasks), Part("posts", run_posts), Part("clock", run_clock)]
    family = Family(parts, watch.serve, watch.close) if watch else Family(parts)
    if watch:
        watch.look_after(family)
    family.run()
