"""What a page has for one person alone. It is served with the page and stands in no fact: a seat class shares those."""

from typing import cast

from campaigns.core.edit_conflict import fingerprint
from campaigns.core.qr import draw_qr
from campaigns.core.reach import Link
from campaigns.handouts.private_notes.services import NOTE
from play.seats.unread import MissedCounts as MissedInLog
from play.seats.unread import Personal as PersonalInScene
from play.stage.shape import InviteLink, MissedLog, Personal
from play.stage.words import drop_empty


def make_personal(personal: PersonalInScene) -> Personal:
    """Return what one person missed, and their notes of the scene."""
    note = {"text": personal.note.text, "seen": fingerprint(personal.note, NOTE)}
    return cast(Personal, {"note": note} | drop_empty(missed=personal.missed and _make_missed(personal.missed)))


def _make_missed(missed: MissedInLog) -> MissedLog:
    made = {"after": missed.after, "upto": missed.upto, "count": missed.count}
    return cast(MissedLog, made | drop_empty(since=missed.since and missed.since.isoformat()))


def make_invite(link: Link, path: str) -> InviteLink:
    """Return the link for players as it is sent to them."""
    made = {"path": path, "url": link.url, "qr_html": draw_qr(link.best)}
    return cast(InviteLink, made | drop_empty(elsewhere=link.elsewhere, note=link.note))
