"""A person's account: who may make one, where it is signed in, and what becomes of everything when it goes."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from allauth.account import app_settings
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import AuditKind, Character, Invite, Membership, Series, User
from campaigns.refusals import Refused
from campaigns.services.audit import record
from campaigns.services.locks import lock_person
from campaigns.services.members import make_owner
from campaigns.services.removal import take_down, wait_for_tables

INVITED = "invited"
"""Where a browser's session keeps by which link it came."""
SALT = "campaigns.invited"
HOST = "host:"
INVITATION_SECONDS = 14 * 24 * 3600
REMOVE = "remove"
"""What a person chooses for a series that nobody shall own after them; otherwise the key of a membership."""


def may_sign_up(invited: str) -> bool:
    """Whether an account may be made with this invitation: the token of a series' link, or the host's word."""
    if not settings.INVITE_ONLY:
        return True
    if invited.startswith(HOST):
        return is_host_invitation(invited.removeprefix(HOST))
    return bool(invited) and Invite.objects.filter(token=invited, revoked_at__isnull=True).exists()


def make_host_invitation(who: User | None = None) -> str:
    """A word of the host's that lets people make accounts for two weeks. Nobody asks for it: a command does."""
    record(AuditKind.INVITATION_MADE, who)
    return signing.dumps("", salt=SALT)


def is_host_invitation(word: str) -> bool:
    """Whether it is one, and not too old."""
    try:
        signing.loads(word, salt=SALT, max_age=INVITATION_SECONDS)
    except signing.BadSignature:
        return False
    return True


def note_new_account(user: User, invited: str) -> None:
    """Record that an account was made by the host's invitation; `invited` is what brought the browser here."""
    if invited.startswith(HOST):
        record(AuditKind.INVITATION_USED, user)


def make_reset_path(user: User, who: User | None = None) -> str:
    """The path at which the person can set a new password, once, within three days.

    `who` asks for it; None is a command on the machine.
    """
    record(AuditKind.RESET_LINK_MADE, who, whom=user.get_username())
    token = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})


def make_reset_path_for(staff: User, name: str) -> str:
    """The same for somebody who runs the server. Only a superuser gets one for other staff."""
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise Refused(_("Nobody here has this name."), status=404)
    if user.is_staff and not staff.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this for others who run the server."))
    return make_reset_path(user, staff)


def list_sessions(user: User) -> list[UserSession]:
    """Where the person is signed in, newest first."""
    found: list[UserSession] = UserSession.objects.purge_and_list(user)
    return sorted(found, key=lambda session: session.created_at, reverse=True)


def end_session(user: User, pk: int) -> None:
    """Sign the person out in one place; its open pages lose their sockets at once (`config.socket_sessions`)."""
    for session in UserSession.objects.filter(user=user, pk=pk):
        session.end()


def end_sessions(user: User, besides: str = "") -> None:
    """Sign the person out everywhere, but not where this session key is."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=besides):
        session.end()


def still_signed_in(keys: set[str]) -> set[str]:
    """Those of these session keys whose session has neither been ended nor run out."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    found = store.get_model_class().objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return set(found.values_list("session_key", flat=True))


def list_owned(user: User) -> list[Series]:
    """The series that the person owns, each with its members at hand."""
    members = Prefetch("memberships", Membership.objects.select_related("user"))
    return list(Series.objects.filter(owner=user).prefetch_related(members))


def list_heirs(series: Series) -> list[Membership]:
    """The members to whom the owner can hand a series over."""
    return [member for member in series.memberships.all() if member.user_id != series.owner_id]


@transaction.atomic
def delete_account(user: User, wills: Mapping[int, str]) -> None:
    """Delete the account. `wills` says for each series that the person owns what becomes of it.

    Characters of theirs become the Storyteller's, and what they said at tables stays there. Raises `Refused`, and then
    nothing has changed.
    """
    lock_person(user)
    wait_for_tables(key for key, will in wills.items() if will == REMOVE)
    for series in Series.objects.select_for_update().filter(owner=user):
        _carry_out(user, series, wills.get(series.pk, ""))
    Character.objects.filter(owner=user).update(owner=None)
    end_sessions(user)
    record(AuditKind.ACCOUNT_DELETED, user, whom=user.get_username())
    user.delete()


def _carry_out(user: User, series: Series, will: str) -> None:
    if will == REMOVE:
        take_down(series, user)
        return
    heir = next((member for member in list_heirs(series) if str(member.pk) == will), None)
    if heir is None:
        raise Refused(
            _("Say what becomes of “%(name)s”: hand it over, or remove it.") % {"name": series.name}, status=422
        )
    make_owner(series, heir, user)
