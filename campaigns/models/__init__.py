"""The models of the record: people, series, the parts of a series, and characters."""

from campaigns.models.absence import Absence
from campaigns.models.attachment import Attachment, AttachmentContent, AttachmentKind
from campaigns.models.audit import AuditEntry, AuditKind
from campaigns.models.character import Character, Portrait, SheetChange
from campaigns.models.chronicle import Chapter, DatedChapter, Downtime, Episode, Scene, Story
from campaigns.models.demo_seat import DemoSeat
from campaigns.models.downtime import (
    Doing,
    DowntimeResult,
    DowntimeRun,
    Project,
    Recall,
    RunState,
)
from campaigns.models.draft import Draft
from campaigns.models.experience import OPENING, ExperienceEntry, Proposal, ProposalState
from campaigns.models.handout import Handout, HandoutPicture, HandoutReader, picture_address
from campaigns.models.known import Known, KnownTo
from campaigns.models.last_backup import LastBackup
from campaigns.models.notice import (
    Announcement,
    Delivery,
    DiscordWebhook,
    Notice,
    NoticeKind,
    NoticeSettings,
    PushDevice,
)
from campaigns.models.overlay import MAX_DELAY, Overlay, OverlaySize, OverlayTheme
from campaigns.models.private_note import PrivateNote
from campaigns.models.public_page import PublicPage
from campaigns.models.read_mark import ReadMark
from campaigns.models.recap import Recap
from campaigns.models.search_text import SearchedLog, SearchText
from campaigns.models.sent_form import SentForm
from campaigns.models.series import Invite, Membership, Role, Series
from campaigns.models.session import Attendee, Reply, Session, SessionAnswer, SessionDate
from campaigns.models.subject import Secret, Subject, SubjectKind, SubjectPortrait
from campaigns.models.thread import MAX_SEGMENTS, Thread, ThreadKind
from campaigns.models.tie import Strength, Tie, TieKind
from campaigns.models.token import SeatToken, TokenScope
from campaigns.models.user import User
from campaigns.models.webhook import Webhook, WebhookDelivery, WebhookEvent, WebhookPlace

__all__ = [
    "MAX_DELAY",
    "MAX_SEGMENTS",
    "OPENING",
    "Absence",
    "Announcement",
    "Attachment",
    "AttachmentContent",
    "AttachmentKind",
    "Attendee",
    "AuditEntry",
    "AuditKind",
    "Chapter",
    "Character",
    "DatedChapter",
    "Delivery",
    "DemoSeat",
    "DiscordWebhook",
    "Doing",
    "Downtime",
    "DowntimeResult",
    "DowntimeRun",
    "Draft",
    "Episode",
    "ExperienceEntry",
    "Handout",
    "HandoutPicture",
    "HandoutReader",
    "Invite",
    "Known",
    "KnownTo",
    "LastBackup",
    "Membership",
    "Notice",
    "NoticeKind",
    "NoticeSettings",
    "Overlay",
    "OverlaySize",
    "OverlayTheme",
    "Portrait",
    "PrivateNote",
    "Project",
    "Proposal",
    "ProposalState",
    "PublicPage",
    "PushDevice",
    "ReadMark",
    "Recall",
    "Recap",
    "Reply",
    "Role",
    "RunState",
    "Scene",
    "SearchText",
    "SearchedLog",
    "SeatToken",
    "Secret",
    "SentForm",
    "Series",
    "Session",
    "SessionAnswer",
    "SessionDate",
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
    "TokenScope",
    "User",
    "Webhook",
    "WebhookDelivery",
    "WebhookEvent",
    "WebhookPlace",
    "picture_address",
]
