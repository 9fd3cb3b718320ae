"""What was measured, as figures and as a table; and on what machine."""

import os
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.tables import PlayFigures

Row = dict[str, Any]
COLUMNS = {
    "ticks_s": "ticks/s",
    "p50": "p50 ms",
    "p95": "p95 ms",
    "p99": "p99 ms",
    "spread_p50": "first to last p50",
    "answer_p50": "answer p50",
    "fetched": "fetched/click",
    "fetch_p50": "fetch p50",
    "lost": "lost",
    "failed": "failed",
    "refused": "refused",
    "bytes": "bytes/delivery",
    "cpu_tick": "CPU ms/tick",
    "cpu_delivery": "CPU ms/delivery",
    "client": "clients' cores",
}


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies, in milliseconds; 0 where nothing was measured."""
    ranked = sorted(values)
    return round(ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1000, 2) if ranked else 0.0


def summarise(name: str, measured: PlayFigures) -> Row:
    """One row of the table."""
    ticks, seconds = len(measured.times), max(measured.seconds, 0.001)
    return {
        "name": name,
        "ticks": ticks,
        "ticks_s": round(ticks / seconds, 1),
        "p50": percentile(measured.times, 0.5),
        "p95": percentile(measured.times, 0.95),
        "p99": percentile(measured.times, 0.99),
        "spread_p50": percentile(measured.spreads, 0.5),
        "answer_p50": percentile(measured.answers, 0.5),
        "lost": measured.lost,
        "failed": sum(count for status, count in measured.statuses.items() if status not in (200, 409)),
        "refused": measured.statuses[409],
        "statuses": dict(measured.statuses),
        "failures": measured.failures[:5],
        "fetch_p50": percentile(measured.fetches, 0.5),
        "fetched": round(len(measured.fetches) / max(sum(measured.statuses.values()), 1), 2),
        "bytes": round(measured.wire / max(measured.deliveries, 1)),
        "cpu_tick": round(measured.cpu_all * 1000 / max(ticks, 1), 2),
        "cpu_delivery": round(measured.cpu_all * 1000 / max(measured.deliveries, 1), 3),
        "client": round(measured.client_cpu / seconds, 2),
    }


def fail_if_unsound(rows: Sequence[Row]) -> None:
    """End the run with 1 if a server of it lost, failed or did nothing: no ratio to such a one has any ground."""
    unsound = [row["name"] for row in rows if row.get("lost") or row.get("failed") or not row.get("ticks", 1)]
    sys.exit(f"Lost, failed or did nothing: {', '.join(unsound)}." if unsound else 0)


def ratios(row: Row, floor: Row) -> Row:
    """How a measurement stands to the floor of the same run: 1 is as good as the server without our code."""
    return {
        "name": row["name"],
        "ticks_s": _share(row["ticks_s"], floor["ticks_s"]),
        "p50": _share(floor["p50"], row["p50"]),
        "cpu_tick": _share(floor["cpu_tick"], row["cpu_tick"]),
    }


def _share(part: float, whole: float) -> float:
    return round(part / whole, 3) if whole else 0.0


def table(rows: Sequence[Row], columns: Mapping[str, str] = COLUMNS) -> str:
    """Rows as Markdown."""
    head = ["", *columns.values()]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join([row['name'], *(str(row[key]) for key in columns)])} |" for row in rows]
    return "\n".join(lines)


def machine() -> dict[str, str]:
    """What this ran on, and how busy it was with other things."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _cpu_model(),
        "cores": str(len(os.sched_getaffinity(0))),
        "python": platform.python_version(),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
    }


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
