"""The kinds of parts that a series has: stories, episodes, scenes and downtimes."""

from campaigns.models import Downtime, Episode, Scene, Story

Part = Story | Episode | Scene | Downtime
KINDS: dict[str, type[Part]] = {"story": Story, "episode": Episode, "scene": Scene, "downtime": Downtime}
"""The model of each kind of part, by its name in URLs."""


def kind_of(part: Part) -> str:
    """Return the name of the part's kind: "story", "episode", "scene" or "downtime"."""
    return type(part).__name__.lower()
