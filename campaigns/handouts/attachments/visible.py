"""What a person may see of attachments: those that they know of, and those that they have uploaded."""

from collections.abc import Iterable, Mapping

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller
from campaigns.core.attachment_codes import KnownAttachment
from campaigns.core.known import known_rows
from campaigns.models import Attachment, KnownTo, Membership, Role, User


def get_attachment_for(user: User, pk: int) -> tuple[Attachment, Membership]:
    """Return an attachment that the person may see, and the membership. Raises 404 for all others.

    A missing attachment and a secret one take the same query, so that the response time does not tell them apart.
    """
    attachment = get_object_or_404(_known_attachments(user.pk).select_related("series"), pk=pk)
    return attachment, Membership.objects.select_related("series", "user").get(series=attachment.series_id, user=user)


def get_attachment_to_edit(user: User, pk: int) -> tuple[Attachment, Membership]:
    """Return an attachment that the person may change: a Storyteller each, a player their own."""
    attachment, membership = get_attachment_for(user, pk)
    require_attachment_editor(attachment, membership)
    return attachment, membership


def require_attachment_editor(attachment: Attachment, membership: Membership) -> None:
    """Raise `PermissionDenied` unless the member may change the attachment."""
    if not may_edit(attachment, membership):
        raise PermissionDenied(_("Only its uploader and the Storyteller can do that."))


def may_edit(attachment: Attachment, membership: Membership) -> bool:
    """Whether the member may change and remove the attachment."""
    is_own = membership.role == Role.PLAYER and attachment.uploaded_by_id == membership.user_id
    return is_own or is_storyteller(membership)


def require_uploader(membership: Membership) -> None:
    """Raise `PermissionDenied` for spectators."""
    if membership.role == Role.SPECTATOR:
        raise PermissionDenied(_("Spectators can’t upload. Ask the Storyteller for a player link."))


def visible_attachments(membership: Membership) -> QuerySet[Attachment]:
    """Return the attachments of the series that the member may see, the newest first."""
    attachments = _known_attachments(membership.user_id).filter(series=membership.series_id)
    attachments = attachments.select_related("uploaded_by")
    return attachments.prefetch_related("knowers") if is_storyteller(membership) else attachments


def load_attached(user: User, series: int) -> Mapping[str, KnownAttachment]:
    """Return the attachments of a series that the person may see, by their codes, in one query."""
    return {
        f"{attachment.kind}:{attachment.number}": _attach(attachment)
        for attachment in _known_attachments(user.pk).filter(series=series)
    }


def find_attached(series: int, codes: Iterable[str], characters: Iterable[int] | None) -> tuple[KnownAttachment, ...]:
    """Return those of the attachments with these codes of which a seat knows, in one query.

    `characters`: those that the seat plays; None: it is a Storyteller's.
    """
    numbers = {int(code.partition(":")[2]) for code in codes}
    rows = Attachment.objects.filter(series=series, number__in=numbers)
    if characters is not None:
        shared = rows.filter(knowers__in=characters).values("pk")
        rows = rows.filter(Q(known_to=KnownTo.ALL) | Q(known_to=KnownTo.SOME, pk__in=shared))
    return tuple(_attach(attachment) for attachment in rows)


def _attach(attachment: Attachment) -> KnownAttachment:
    code, words = f"{attachment.kind}:{attachment.number}", attachment.description or attachment.title
    return KnownAttachment(code, attachment.url, attachment.width, attachment.height, words)


def _known_attachments(user: int) -> QuerySet[Attachment]:
    """Return the attachments that the person may see in any series."""
    played = Membership.objects.filter(user=user, role=Role.PLAYER)
    own = Attachment.objects.filter(uploaded_by=user, series__in=played.values("series"))
    return known_rows(Attachment, user) | own
