"""Accounts: who may sign up, sessions, password resets, and deletion."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.audit import record
from campaigns.core.locks import lock_person
from campaigns.core.refusals import Refused
from campaigns.models import AuditKind, Character, Invite, Membership, Series, User
from campaigns.series.members.services import make_owner
from campaigns.series.removal import delete_series, lock_tables
from rules.text import isolate_name

MADE = "made"
"""The session key that holds the account that a browser has made last."""
SALT = "campaigns.invited"
HOST = "host:"
INVITATION_SECONDS = 14 * 24 * 3600
REMOVE = "remove"
"""The choice to remove a series when its owner's account is deleted; any other choice is a membership id."""


def has_nobody() -> bool:
    """Whether this server has no account at all."""
    return not User.objects.exists()


@transaction.atomic
def make_first_account(user: User) -> User:
    """Save the account of the host: staff, and a superuser. Raises `Refused` if somebody has an account already.

    An address counts without a letter to it: who can read the server's log is trusted, and the mail may not work yet.

    Of two who ask at once the second waits: on PostgreSQL for the row that stands for the table of people, which is
    there before any of them; on SQLite for the database.
    """
    people = ContentType.objects.get_for_model(User)
    ContentType.objects.select_for_update().get(pk=people.pk)
    if not has_nobody():
        raise Refused(_("Someone has just created the first account. Sign in with yours."), status=409)
    user.is_staff = user.is_superuser = True
    user.save()
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    record(AuditKind.ACCOUNT_ADDED, user, whom=user.get_username())
    return user


def may_sign_up(invited: str) -> bool:
    """Whether this invitation lets a person sign up: the token of a series' link, or a host invitation."""
    if not settings.INVITE_ONLY:
        return True
    if invited.startswith(HOST):
        return is_host_invitation(invited.removeprefix(HOST))
    return bool(invited) and Invite.objects.filter(token=invited, revoked_at__isnull=True).exists()


def make_host_invitation(who: User | None = None) -> str:
    """Return a signed invitation with which people may sign up for two weeks. `who` is None for a command line."""
    record(AuditKind.INVITATION_MADE, who)
    return signing.dumps("", salt=SALT)


def is_host_invitation(word: str) -> bool:
    """Whether this is a host invitation that has not expired."""
    try:
        signing.loads(word, salt=SALT, max_age=INVITATION_SECONDS)
    except signing.BadSignature:
        return False
    return True


def find_invitation(user: Any, token: str) -> Invite | None:
    """Return the open invitation with this token, if the person is not in its series yet."""
    if not token or not isinstance(user, User):
        return None
    open_ones = Invite.objects.filter(token=token, revoked_at__isnull=True)
    return open_ones.exclude(series__memberships__user=user).first()


def find_waiting(key: int | None, username: str) -> User | None:
    """Return the account of this id and name, if its address was never confirmed and nobody has signed in to it."""
    named = User.objects.filter(pk=key, username__iexact=username, last_login=None) if key else User.objects.none()
    return named.exclude(emailaddress__verified=True).first()


def note_new_account(user: User, invited: str) -> None:
    """Write to the audit log that a person signed up, if they came with a host invitation."""
    if invited.startswith(HOST):
        record(AuditKind.INVITATION_USED, user)


def make_reset_path(user: User, who: User | None = None) -> str:
    """Return the URL path at which the person can set a new password, once, within three days.

    `who` asked for it; None is a command line.
    """
    record(AuditKind.RESET_LINK_MADE, who, whom=user.get_username())
    token = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})


def make_reset_path_for(staff: User, name: str) -> str:
    """Return a password reset path for the account of this name. `staff` asks for it.

    Raises `Refused` if there is no such account, and `PermissionDenied` if it is a staff account and `staff` is no
    superuser.
    """
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise Refused(_("No one here has this name."), status=404)
    if user.is_staff and not staff.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this for other hosts."))
    return make_reset_path(user, staff)


def list_sessions(user: User) -> list[UserSession]:
    """Return the person's sessions, newest first."""
    found: list[UserSession] = UserSession.objects.purge_and_list(user)
    return sorted(found, key=lambda session: session.created_at, reverse=True)


def end_session(user: User, pk: int) -> None:
    """End one of the person's sessions. Its pages lose their sockets at once (`config.server.socket_sessions`)."""
    for session in UserSession.objects.filter(user=user, pk=pk):
        session.end()


def end_sessions(user: User, kept_key: str = "") -> None:
    """End all of the person's sessions, except the one with the key `kept_key`."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=kept_key):
        session.end()


def still_signed_in(keys: set[str]) -> set[str]:
    """Return those of these session keys whose session was not ended and has not expired."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    found = store.get_model_class().objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return set(found.values_list("session_key", flat=True))


def list_owned(user: User) -> list[Series]:
    """Return the series that the person owns, with their members prefetched."""
    members = Prefetch("memberships", Membership.objects.select_related("user"))
    return list(Series.objects.filter(owner=user).prefetch_related(members))


def list_heirs(series: Series) -> list[Membership]:
    """Return the members to whom the owner can hand a series over."""
    return [member for member in series.memberships.all() if member.user_id != series.owner_id]


@transaction.atomic
def delete_account(user: User, wills: Mapping[int, str]) -> None:
    """Delete the account. `wills` says what becomes of each series that the person owns, by its id.

    The person's characters pass to the Storyteller; what they said at tables stays. Raises `Refused` without a change
    if a series has no valid will.
    """
    lock_person(user)
    lock_tables(key for key, will in wills.items() if will == REMOVE)
    for series in Series.objects.select_for_update().filter(owner=user):
        _carry_out(user, series, wills.get(series.pk, ""))
    Character.objects.filter(owner=user).update(owner=None)
    end_sessions(user)
    record(AuditKind.ACCOUNT_DELETED, user, whom=user.get_username())
    user.delete()


def _carry_out(user: User, series: Series, will: str) -> None:
    if will == REMOVE:
        delete_series(series, user)
        return
    heir = next((member for member in list_heirs(series) if str(member.pk) == will), None)
    if heir is None:
        raise Refused(
            _("Choose what happens to “%(name)s”: hand it over or delete it.") % {"name": isolate_name(series.name)},
            status=422,
        )
    make_owner(series, heir, user)
