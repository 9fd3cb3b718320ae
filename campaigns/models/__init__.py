"""The models of the record: people, series, the parts of a series, and characters."""

from campaigns.models.attachment import Attachment, AttachmentContent, AttachmentKind
from campaigns.models.audit import AuditEntry, AuditKind
from campaigns.models.character import Character, Portrait, SheetChange
from campaigns.models.chronicle import Chapter, Downtime, Episode, Scene, Story
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
from campaigns.models.known import Known, KnownTo
from campaigns.models.private_note import PrivateNote
from campaigns.models.sent_form import SentForm
from campaigns.models.series import Invite, Membership, Role, Series
from campaigns.models.subject import Secret, Subject, SubjectKind, SubjectPortrait
from campaigns.models.thread import MAX_SEGMENTS, Thread, ThreadKind
from campaigns.models.tie import Strength, Tie, TieKind
from campaigns.models.user import User

__all__ = [
    "MAX_SEGMENTS",
    "Attachment",
    "AttachmentContent",
    "AttachmentKind",
    "AuditEntry",
    "AuditKind",
    "Chapter",
    "Character",
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
    "Known",
    "KnownTo",
    "Membership",
    "Portrait",
    "PrivateNote",
    "Project",
    "Proposal",
    "ProposalState",
    "Recall",
    "Role",
    "RunState",
    "Scene",
    "Secret",
    "SentForm",
    "Series",
    "SheetChange",
    "Story",
    "Strength",
    "Subject",
    "SubjectKind",
    "SubjectPortrait",
    "Thread",
    "ThreadKind",
    "Tie",
    "TieKind",
    "User",
    "picture_address",
]
