"""The models of the record: people, series, the parts of a series, and characters."""

from campaigns.models.audit import AuditEntry, AuditKind
from campaigns.models.character import Character, Portrait, SheetChange
from campaigns.models.chronicle import Chapter, DatedChapter, Downtime, Episode, Scene, Story
from campaigns.models.downtime import (
    Doing,
    DowntimeResult,
    DowntimeRun,
    Project,
    Recall,
    RunState,
)
from campaigns.models.experience import ExperienceEntry, Proposal, ProposalState
from campaigns.models.handout import Handout, HandoutPicture, HandoutReader, picture_address
from campaigns.models.private_note import PrivateNote
from campaigns.models.sent_form import SentForm
from campaigns.models.series import Invite, Membership, Role, Series
from campaigns.models.session import Attendee, Reply, Session, SessionAnswer, SessionDate
from campaigns.models.user import User

__all__ = [
    "Attendee",
    "AuditEntry",
    "AuditKind",
    "Chapter",
    "Character",
    "DatedChapter",
    "Doing",
    "Downtime",
    "DowntimeResult",
    "DowntimeRun",
    "Episode",
    "ExperienceEntry",
    "Handout",
    "HandoutPicture",
    "HandoutReader",
    "Invite",
    "Membership",
    "Portrait",
    "PrivateNote",
    "Project",
    "Proposal",
    "ProposalState",
    "Recall",
    "Reply",
    "Role",
    "RunState",
    "Scene",
    "SentForm",
    "Series",
    "Session",
    "SessionAnswer",
    "SessionDate",
    "SheetChange",
    "Story",
    "User",
    "picture_address",
]
