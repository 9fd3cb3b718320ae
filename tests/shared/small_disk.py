"""Settings of an embedded server whose disk is nearly full: SQLite may take no more pages than `PAGES` says."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] += f"PRAGMA max_page_count={int(os.environ['PAGES'])};"
