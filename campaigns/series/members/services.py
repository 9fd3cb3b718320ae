"""The members of a series: invites, roles, leaving, and the owner, whom no other member can remove."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle.drafts import forget_drafts
from campaigns.core.audit import record
from campaigns.core.locks import lock_series, locked_series, series_to_run
from campaigns.core.quotas import require_member_room
from campaigns.core.refusals import Refused
from campaigns.models import Absence, AuditKind, Character, Invite, Membership, Role, Series, User
from campaigns.notices.read_marks import forget_marks
from campaigns.notices.record_notices import notify_joined
from campaigns.notices.services import forget_notices
from campaigns.sessions.absences.services import mark_stand_ins

MAX_INVITES = 20
INVITED = "invited"
"""The session key that holds the invitation with which a browser came."""


def create_invite(membership: Membership, role: str) -> Invite:
    """Create a link for new members of this role."""
    with series_to_run(membership) as series:
        if series.invites.filter(revoked_at__isnull=True).count() >= MAX_INVITES:
            raise Refused(
                _("There are already %(count)d active invite links. Revoke one first.") % {"count": MAX_INVITES}
            )
        record(AuditKind.LINK_MADE, membership.user, series=series.pk, detail=role)
        return Invite.objects.create(series=series, role=role)


def revoke_invite(membership: Membership, invite: Invite) -> None:
    """Revoke a link. Members who joined by it stay."""
    with series_to_run(membership):
        _revoke(Invite.objects.filter(pk=invite.pk), membership.user)


@transaction.atomic
def join_series(user: User, invite: Invite) -> Membership:
    """Make the person a member with the invite's role. A person who is a member already keeps their role."""
    series = lock_series(invite.series_id)
    if not Invite.objects.filter(pk=invite.pk, revoked_at__isnull=True).exists():
        raise Refused(_("This link has been revoked. Ask the Storyteller for a new one."), status=404)
    membership = Membership.objects.filter(series=series, user=user).first()
    if membership is None:
        require_member_room(series)
        membership = Membership.objects.create(series=series, user=user, role=invite.role)
        record(AuditKind.JOINED, user, series=series.pk, detail=invite.role)
        notify_joined(membership)
    return membership


def change_role(membership: Membership, target: Membership, role: str) -> None:
    """Give a member another role. The owner's role is fixed.

    When a Storyteller loses the role, links for Storytellers are revoked, because they could read them.
    """
    with series_to_run(membership) as series:
        _spare_owner(series, target, _("The owner is always a Storyteller."))
        before = _require_member(series, target).role
        Membership.objects.filter(pk=target.pk).update(role=role)
        record(AuditKind.ROLE_CHANGED, membership.user, whom=target.user.get_username(), series=series.pk, detail=role)
        if before == Role.STORYTELLER != role:
            forget_notices(series, target.user_id)
            _revoke(series.invites.filter(role=Role.STORYTELLER), membership.user)


def remove_member(membership: Membership, target: Membership) -> None:
    """Remove a member. Their characters pass to the Storyteller.

    All open links are revoked, because the member could join again by one.
    """
    with series_to_run(membership) as series:
        _spare_owner(series, target, _("Only the owner can give up ownership."))
        _take_out(series, target)
        record(AuditKind.MEMBER_REMOVED, membership.user, whom=target.user.get_username(), series=series.pk)
        _revoke(series.invites.all(), membership.user)


def leave_series(membership: Membership) -> None:
    """Leave the series. The owner must hand it over first."""
    with locked_series(membership) as series:
        sentence = _("You own this series. Transfer it to another Storyteller before you leave.")
        _spare_owner(series, membership, sentence)
        _take_out(series, membership)
        record(AuditKind.LEFT, membership.user, series=series.pk)


def hand_over(membership: Membership, target: Membership) -> None:
    """Make another member the owner, and a Storyteller. Only the owner can do this."""
    with locked_series(membership) as series:
        if series.owner_id != membership.user_id:
            raise PermissionDenied(_("Only the owner can transfer the series."))
        _require_member(series, target)
        make_owner(series, target, membership.user)


def make_owner(series: Series, heir: Membership, who: User) -> None:
    """Make a member the owner, and a Storyteller. The series must be locked. `who` hands it over."""
    record(AuditKind.OWNER_CHANGED, who, whom=heir.user.get_username(), series=series.pk)
    Membership.objects.filter(pk=heir.pk).update(role=Role.STORYTELLER)
    series.owner_id = heir.user_id
    series.save(update_fields=["owner"])


def _spare_owner(series: Series, target: Membership, sentence: str) -> None:
    if target.user_id == series.owner_id:
        raise Refused(sentence)


def _require_member(series: Series, target: Membership) -> Membership:
    """Return the membership from the database. Raises `Refused` if the person is no longer a member."""
    found = Membership.objects.filter(pk=target.pk, series=series).first()
    if found is None:
        raise Refused(_("That person is no longer a member."))
    return found


def _revoke(invites: QuerySet[Invite], who: User) -> None:
    open_ones = invites.filter(revoked_at__isnull=True)
    for invite in open_ones:
        record(AuditKind.LINK_REVOKED, who, series=invite.series_id, detail=invite.role)
    open_ones.update(revoked_at=timezone.now())


def _take_out(series: Series, target: Membership) -> None:
    Character.objects.filter(series=series, owner=target.user_id).update(owner=None)
    forget_marks(target)
    Absence.objects.filter(member__series=series, stand_in=target.user_id).update(stand_in=None)
    forget_notices(series, target.user_id)
    forget_drafts(target)
    Membership.objects.filter(pk=target.pk, series=series).delete()
    mark_stand_ins(series)
