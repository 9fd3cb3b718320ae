"""What a backup holds, row by row: so that two servers can be compared, also one on SQLite with one on PostgreSQL."""

import json
import zipfile
from pathlib import Path
from typing import Any

from campaigns.models import AuditKind

OWN = {"campaigns.Scene": "dice_seed", "campaigns.ReadMark": "at"}
"""Columns that each server fills by itself: a migration gives every scene its dice, and a restore renews those of open
scenes, because what fell since the backup is known; marks of what was read get the time of the migration that makes
them.
"""
NOTE = "campaigns.LastBackup"
"""When the last backup was made, which is of the server too: a restore notes the one that it restores."""
AUDIT = "campaigns.AuditEntry"
"""A restore leaves an entry here, and an upgrade none."""

Contents = dict[str, tuple[int, list[dict[str, Any]]]]
"""The last id and the rows of each table."""


def read_contents(backup: Path) -> Contents:
    """Return what a backup holds, without what differs from server to server."""
    with zipfile.ZipFile(backup) as archive:
        tables = json.loads(archive.read("manifest.json"))["tables"]
        read = {label: archive.read(f"{label}.jsonl").splitlines() for label in tables}
    found: Contents = {}
    for label, lines in read.items():
        rows = [dict(zip(tables[label]["columns"], json.loads(line), strict=True)) for line in lines]
        for row in rows:
            row.pop(OWN.get(label, ""), None)
        found[label] = int(tables[label]["last"]), rows
    found.pop(NOTE)
    _last, entries = found[AUDIT]
    found[AUDIT] = 0, [entry for entry in entries if entry["kind"] != AuditKind.RESTORED]
    return found
