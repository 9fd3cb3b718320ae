"""What a person may see of attachments: those that they know of, and those that they have uploaded."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns.access import is_storyteller
from campaigns.attachment_codes import Attached
from campaigns.known import known_rows
from campaigns.models import Attachment, Membership, Role, User


def get_attachment_for(user: User, pk: int) -> tuple[Attachment, Membership]:
    """Return an attachment that the person may see, and the membership. Raises 404 for all others.

    A missing attachment and a secret one take the same query, so that the response time does not tell them apart.
    """
    attachment = get_object_or_404(_known_attachments(user.pk).select_related("series"), pk=pk)
    return attachment, Membership.objects.select_related("series", "user").get(series=attachment.series_id, user=user)


def get_attachment_to_edit(user: User, pk: int) -> tuple[Attachment, Membership]:
    """Return an attachment that the person may change: a Storyteller each, a player their own."""
    attachment, membership = get_attachment_for(user, pk)
    if not may_edit(attachment, membership):
        raise PermissionDenied(_("Only the Storyteller and who has uploaded it may do that."))
    return attachment, membership


def may_edit(attachment: Attachment, membership: Membership) -> bool:
    """Whether the member may change and remove the attachment."""
    is_own = membership.role == Role.PLAYER and attachment.uploaded_by_id == membership.user_id
    return is_own or is_storyteller(membership)


def require_uploader(membership: Membership) -> None:
    """Raise `PermissionDenied` for spectators."""
    if membership.role == Role.SPECTATOR:
        raise PermissionDenied(_("Spectators upload nothing. Ask the Storyteller for a player’s link."))


def visible_attachments(membership: Membership) -> QuerySet[Attachment]:
    """Return the attachments of the series that the member may see, the newest first."""
    attachments = _known_attachments(membership.user_id).filter(series=membership.series_id)
    attachments = attachments.select_related("uploaded_by")
    return attachments.prefetch_related("knowers") if is_storyteller(membership) else attachments


def load_attached(user: User, series: int) -> Mapping[str, Attached]:
    """Return the attachments of a series that the person may see, by their codes, in one query."""
    return {
        f"{one.kind}:{one.number}": Attached(
            f"{one.kind}:{one.number}", one.url, one.width, one.height, one.description or one.title
        )
        for one in _known_attachments(user.pk).filter(series=series)
    }


def _known_attachments(user: int) -> QuerySet[Attachment]:
    """Return the attachments that the person may see in any series."""
    played = Membership.objects.filter(user=user, role=Role.PLAYER)
    own = Attachment.objects.filter(uploaded_by=user, series__in=played.values("series"))
    return known_rows(Attachment, user) | own
