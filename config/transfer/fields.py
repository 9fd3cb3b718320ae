"""What the file says of each kind of row."""

FORMAT = "storywheel-series"
VERSION = 1

SERIES = ("name", "system", "tone", "house_notes", "options", "clock", "prompt_seconds")
CHAPTER = ("title", "notes", "secret_notes", "in_world_time", "hidden", "position", "closed_at")
DOWNTIME = (*CHAPTER, "days")
CHARACTER = ("name", "sheet", "extra", "hidden", "notes", "secret_notes")
COMMAND = ("key", "first", "last", "made")

MAX_CHARACTERS = 1_000
MAX_PARTS = 5_000
MAX_ENTRIES = 50_000
