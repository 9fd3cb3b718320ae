"""A whole series as one file: `write` it for its owner, `read` it, refusing what is none, `preview_series` what
is in it, and `import_series` what it says.

The file is JSON, gzipped: `format`, `version`, the series, its members by name, its characters, and its stories with
all that lies in them down to the logs of the tables. Ids in it mean something only inside it.
"""

from config.transfer import keys
from config.transfer.import_series import import_series
from config.transfer.preview import preview_series
from config.transfer.read import MAX_BYTES, read
from config.transfer.write import write

__all__ = ["MAX_BYTES", "import_series", "keys", "preview_series", "read", "write"]
