"""Tokens of the API: they are made and revoked by their members, and found by the secret that a program sends."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from copy import copy
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from campaigns.core.audit import record
from campaigns.core.locks import locked_series
from campaigns.core.refusals import Refused
from campaigns.core.seats import get_seat
from campaigns.models import AuditKind, Membership, Role, SeatToken, TokenScope

MAX_TOKENS = 10
"""The most tokens of one member of one series."""
DAYS = (7, 30, 90, 365)
"""For how many days a token may be made."""
SECRET = re.compile(r"sw_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
USED_WITHIN = timedelta(minutes=1)
"""How old the noted moment of the last use may be, so that reading writes once a minute at most."""
SCOPES = {
    Role.STORYTELLER: (TokenScope.READ, TokenScope.STORYTELLER),
    Role.PLAYER: (TokenScope.READ, TokenScope.ACT),
    Role.SPECTATOR: (TokenScope.READ,),
}
"""What a member of each role may give to a token."""


def list_scopes(membership: Membership) -> tuple[TokenScope, ...]:
    """Return what the member may give to a token."""
    return SCOPES[Role(membership.role)]


def make_token(
    membership: Membership, name: str, scope: TokenScope, characters: Sequence[str], days: int
) -> tuple[SeatToken, str]:
    """Make a token for this time, and return it with its secret, which is shown this once.

    `characters`: the keys of those as which a token of the scope `ACT` acts, all of them the member's own.
    """
    with locked_series(membership) as series:
        if scope not in list_scopes(membership) or days not in DAYS:
            raise Refused(_("You can’t make that kind of token. Choose from the list."), status=422, field="scope")
        if scope == TokenScope.ACT and not (characters and get_seat(membership).characters.issuperset(characters)):
            raise Refused(_("Choose at least one of your characters."), status=422, field="characters")
        if membership.tokens.count() >= MAX_TOKENS:
            raise Refused(_("You already have %(count)d tokens. Revoke one first.") % {"count": MAX_TOKENS})
        prefix = secrets.token_hex(8)
        secret = f"sw_{prefix}_{secrets.token_urlsafe(32)}"
        token = SeatToken.objects.create(
            membership=membership,
            name=name,
            scope=scope,
            role=membership.role,
            characters=list(characters) if scope == TokenScope.ACT else [],
            prefix=prefix,
            digest=_digest(secret),
            expires_at=timezone.now() + timedelta(days=days),
        )
        record(AuditKind.TOKEN_MADE, membership.user, series=series.pk)
        return token, secret


def revoke_token(membership: Membership, key: int) -> None:
    """Revoke a token of the member, at once. One that is gone already stays so; another's raises `PermissionDenied`."""
    with locked_series(membership) as series:
        if SeatToken.objects.filter(pk=key).exclude(membership=membership).exists():
            raise PermissionDenied(_("Only the member who created a token can revoke it."))
        gone, _kinds = membership.tokens.filter(pk=key).delete()
        if gone:
            record(AuditKind.TOKEN_REVOKED, membership.user, series=series.pk)


def find_token(secret: str) -> SeatToken | None:
    """Return the living token of this secret, with its membership narrowed to what it may do, and note its use.

    None for a secret that is unknown or over, and where the member has left, lost the role, or is shut out.
    """
    found = SECRET.fullmatch(secret)
    token = _rows().filter(prefix=found[1]).first() if found else None
    if token is None or not constant_time_compare(token.digest, _digest(secret)) or not _is_alive(token):
        return None
    if token.last_used_at is None or token.last_used_at < timezone.now() - USED_WITHIN:
        SeatToken.objects.filter(pk=token.pk).update(last_used_at=timezone.now())
    return token


def find_token_owner(secret: str) -> int | None:
    """Return the key of the person to whom a token of this secret belongs, alive or not; None for an unknown secret."""
    found = SECRET.fullmatch(secret)
    rows = SeatToken.objects.filter(prefix=found[1]).values_list("digest", "membership__user") if found else ()
    return next((owner for digest, owner in rows if constant_time_compare(digest, _digest(secret))), None)


def find_living(key: int) -> SeatToken | None:
    """Return a token that was found before, as `find_token` does now. None if it has died in the meantime."""
    token = _rows().filter(pk=key).first()
    return token if token is not None and _is_alive(token) else None


def _rows() -> QuerySet[SeatToken]:
    return SeatToken.objects.select_related("membership__user", "membership__series")


def _is_alive(token: SeatToken) -> bool:
    member = token.membership
    if token.is_over or not member.user.is_active or member.role != token.role:
        return False
    member.only = hold(token, member).only
    return token.scope != TokenScope.ACT or not get_seat(member).characters.isdisjoint(token.characters)


def hold(token: SeatToken, membership: Membership) -> Membership:
    """Return a copy of the token's membership, as it was read again, with no more than the token gives."""
    held = copy(membership)
    held.only = frozenset(token.characters) if token.scope == TokenScope.ACT else None
    return held


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
