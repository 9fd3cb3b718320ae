"""The fields that the file has of each kind of row, and its limits."""

FORMAT = "storywheel-series"
VERSION = 1

SERIES = (
    *("name", "system", "tone", "house_notes", "options", "calendar", "clock", "prompt_seconds"),
    *("lines", "veils", "budget", "rest"),
)
CHAPTER = ("title", "notes", "secret_notes", "in_world_time", "hidden", "position", "closed_at")
STORY = EPISODE = (*CHAPTER, "begins_at")
SCENE = (*STORY, "planned", "between")
DOWNTIME = (*CHAPTER, "begins_at", "days")
CHARACTER = (
    *("name", "sheet", "extra", "hidden", "settled", "made_freely", "carry", "favorites", "notes", "secret_notes"),
    "player_notes",
)
ATTACHMENT = ("number", "kind", "title", "description")
RECAP = ("text", "published_at")
HANDOUT = ("title", "text", "description")
SESSION = ("words", "minutes", "starts_at")
THREAD = ("kind", "title", "notes", "secret_notes", "segments", "filled", "resolved_at")
SUBJECT = ("kind", "name", "other_names", "notes", "secret_notes")
SECRET = ("text",)
TIE = ("kind", "words", "strength", "ended")
PROJECT = ("title", "request", "difficulty", "goal", "interval", "gains", "successes", "worked", "outcome", "rated")
RUN = ("state", "closes_at", "publish_at", "published_at", "begins_at", "ends_at")
RECALL = ("at", "begins_at", "ends_at")
DOING = ("kind", "first", "days", "text", "secret")
RESULT = ("changes", "carry", "trained", "lines", "words", "secret_words")
XP_ENTRY = ("at", "purse", "points", "reason", "award", "clock", "line")
PROPOSAL = (
    *("at", "label", "path", "before", "after", "good", "figures", "trait", "name", "steps", "points", "seconds"),
    "values",
    *("purses", "words", "state", "answer", "answered_at", "ends_at", "trouble"),
)
COMMAND = ("key", "first", "last", "made", "thrown")
ENTRY = ("event", "at")
SEAL = ("number", "seed")

MAX_POSITION = 1_000_000
"""The highest position of a part among its siblings, so that there is room behind the last."""
MAX_PROMPT_SECONDS = 3_600
MAX_CHARACTERS = 1_000
MAX_PARTS = 5_000
MAX_ENTRIES = 50_000
MAX_LEDGER = 50_000
MAX_DOINGS = 20_000
