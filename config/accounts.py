"""What this site wants different from allauth: who may sign up, who verifies an address, what a new password ends."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpRequest

from campaigns.models import User
from campaigns.services import accounts, names
from config.throttle import shorten

STAGE = "allauth.account.stages.EmailVerificationStage"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's questions, answered by us."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this browser may make an account: on a server for the invited, only if it came by an open link."""
        return accounts.may_sign_up(request.session.get(accounts.INVITED, ""))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is kept. `shallow`: without a look at the names of others. Raises `ValidationError`."""
        plain: str = super().clean_username(names.normalize(username), shallow)
        if not shallow:
            names.check_name(plain)
        return plain

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by account and address: a stranger's shut nobody out at home."""
        account: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{shorten(self.get_client_ip(request))}"

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Keep a new account, and note if the host has invited it."""
        saved: User = super().save_user(request, user, form, commit)
        accounts.note_new_account(saved, request.session.get(accounts.INVITED, ""))
        return saved

    def get_login_stages(self) -> list[str]:
        """The steps of signing in."""
        ours = f"{__name__}.{KnownAddressStage.__name__}"
        return [ours if stage == STAGE else stage for stage in super().get_login_stages()]

    def set_password(self, user: User, password: str) -> None:
        """Change the password, and sign the person out everywhere but here."""
        super().set_password(user, password)
        request: Any = self.request
        accounts.end_sessions(user, besides=request.session.session_key or "")


class KnownAddressStage(EmailVerificationStage):
    """Asks for a verified address of whoever has given one; accounts from before there was mail have none."""

    def handle(self) -> Any:
        user = self.login.user
        if user and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        return super().handle()


class SignIn(AuthenticationBackend):
    """By name and password. The sessions of all who are signed in name this class."""
