"""Everything a server knows in one file, the same for every database: written while people play, read back whole.

A zip holds `manifest.json` and one `<app>.<model>.jsonl` for each table: a JSON array per row, in the order of the
columns that the manifest names. Times are ISO 8601, ids and UUIDs text or numbers, JSON columns are themselves. The
manifest has, for each table, its columns, the count of its rows, the SHA-256 of its lines and the last id that was ever
given; and the migrations that made the tables. Sessions stay behind: after a restore everybody signs in again.

A backup of an older version goes through the migrations that came after it. One of a newer version is refused.
"""

from config.backup.archive import BadBackup, Manifest, read_manifest, verify
from config.backup.compatibility import check_compatible
from config.backup.reading import is_empty, load
from config.backup.writing import dump

__all__ = ["BadBackup", "Manifest", "check_compatible", "dump", "is_empty", "load", "read_manifest", "verify"]
