"""Accounts: signing in, signing up, sessions, second factors, and what the server stores of a person."""

from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import Notice, User


class SignIn(AuthenticationBackend):
    """Sign in by name and password. Stored sessions name this class, as `config.accounts.SignIn`."""

    def get_user(self, user_id: int) -> User | None:
        """Return the person of a session with `unread_notices`, the number at the bell of every page, in one query."""
        user = _people_with_unread().filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


@cache
def _people_with_unread() -> QuerySet[Any]:
    """Build the query once: every request of somebody who is signed in runs it."""
    theirs = Notice.objects.filter(user=OuterRef("pk"), read_at=None).order_by().values("user")
    unread = Coalesce(Subquery(theirs.annotate(n=Count("pk")).values("n")), 0)
    return User.objects.annotate(unread_notices=unread)
