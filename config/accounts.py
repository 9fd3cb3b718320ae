"""What this site wants different from allauth: who may sign up, who verifies an address, what a new password ends."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpRequest

from campaigns.models import User
from campaigns.services import accounts

STAGE = "allauth.account.stages.EmailVerificationStage"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's questions, answered by us."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this browser may make an account: on a server for the invited, only if it came by an open link."""
        return accounts.may_sign_up(request.session.get(accounts.INVITED, ""))

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
