"""Export a whole series to a file (`write`), and parse, preview and import one.

The file is gzipped JSON: `format`, `version`, the series, its members by name, its characters, and its stories with
everything in them down to the logs of the tables. Ids are only valid inside the file.
"""

from config.transfer import keys
from config.transfer.import_series import import_series
from config.transfer.parse import MAX_BYTES, parse
from config.transfer.preview import preview_series
from config.transfer.write import write

__all__ = ["MAX_BYTES", "import_series", "keys", "parse", "preview_series", "write"]
