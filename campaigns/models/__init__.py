"""The record: people, series, what is played in them, and characters."""

from campaigns.models.character import Character, Portrait, SheetChange
from campaigns.models.chronicle import Chapter, Downtime, Episode, Scene, Story
from campaigns.models.series import Invite, Membership, Role, Series
from campaigns.models.user import User

__all__ = [
    "Chapter",
    "Character",
    "Downtime",
    "Episode",
    "Invite",
    "Membership",
    "Portrait",
    "Role",
    "Scene",
    "Series",
    "SheetChange",
    "Story",
    "User",
]
