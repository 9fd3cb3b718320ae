"""Back up a whole server to one file, the same for every database, while people play; and restore it.

The file is a zip with `manifest.json` and one `<app>.<model>.jsonl` for each table: a JSON array per row, in the order
of the columns that the manifest names. Times are ISO 8601, ids and UUIDs are text or numbers, JSON columns are
themselves. For each table the manifest has its columns, the number of rows, the SHA-256 of its lines, and the last id
ever given; and it lists the migrations that made the tables. Sessions are left out: after a restore everybody signs in
again.

A backup of an older version goes through the later migrations. One of a newer version is refused.
"""

from config.backup.archive import BadBackup, Manifest, load_manifest, verify
from config.backup.compatibility import check_compatible
from config.backup.reading import is_empty, load
from config.backup.writing import dump

__all__ = ["BadBackup", "Manifest", "check_compatible", "dump", "is_empty", "load", "load_manifest", "verify"]
