"""What this site does differently from allauth: sign-up, verified addresses, and passwords."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from campaigns.accounts import services as accounts
from campaigns.accounts import user_names as names
from campaigns.core.timezone import get_timezone
from campaigns.models import Invite, User
from campaigns.notices.choices import remember_reader
from campaigns.series.members.services import INVITED
from config.accounts.confirmation import add_way_back, find_invite
from config.server.limits.throttle import truncate_address

STAGE = "allauth.account.stages.EmailVerificationStage"


class AccountAdapter(DefaultAccountAdapter):
    """This site's answers to allauth."""

    _invite: Invite | None = None

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this browser may sign up. On an invite-only server it must have come by an open link.

        The first account is the host's, and made elsewhere (`config.accounts.first_account`).
        """
        return not accounts.has_nobody() and accounts.may_sign_up(request.session.get(INVITED, ""))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is stored. Raises `ValidationError` if it may not be used.

        `shallow`: do not compare it with other people's names.
        """
        waiting = self._find_waiting(username)
        plain: str = super().clean_username(names.normalize(username), shallow or waiting is not None)
        if not shallow:
            names.check_name(plain, owner=waiting)
        return plain

    def _find_waiting(self, username: str) -> User | None:
        """Return the account of this name that this browser has made, if another address is sent for it now."""
        found = accounts.find_waiting(self.request.session.get(accounts.MADE), names.normalize(username))
        again = self.request.POST.get("email", "").strip()
        return found if found and again.casefold() != found.email.casefold() else None

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by account and address, so that a stranger cannot lock the person out."""
        account: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{truncate_address(self.get_client_ip(request))}"

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new account, in place of one that waits in vain for its letter. Keep in the session what led here.

        A host invitation that was used is written to the audit log.
        """
        if waiting := self._find_waiting(form.cleaned_data.get("username", "")):
            waiting.delete()
        saved: User = super().save_user(request, user, form, commit)
        accounts.note_new_account(saved, request.session.get(INVITED, ""))
        request.session[accounts.MADE] = saved.pk
        if invite := find_invite(request):
            request.session[INVITED] = invite.token
        return saved

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Lead to the invitation by which this browser signed up, until the person has joined: no form names it."""
        invite = accounts.find_invitation(request.user, request.session.get(INVITED, ""))
        return reverse("join", args=[invite.token]) if invite else str(super().get_login_redirect_url(request))

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> Any:
        """Note in which language and time zone the person reads: e-mails and pushes are written so."""
        remember_reader(user, get_language() or "", str(get_timezone(request)))
        return super().post_login(request, user, **kwargs)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link of the letter, which leads on to where the person was going, in whichever browser."""
        return add_way_back(request, super().get_email_confirmation_url(request, emailconfirmation))

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the letter. It names the series to which the person is invited."""
        self._invite = find_invite(request)
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def render_mail(self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None) -> Any:
        """Return a letter; its template knows the invitation."""
        return super().render_mail(template_prefix, email, {**context, "invite": self._invite}, headers)

    def get_login_stages(self) -> list[str]:
        """Replace allauth's stage for verified addresses by ours."""
        ours = f"{__name__}.{KnownAddressStage.__name__}"
        return [ours if stage == STAGE else stage for stage in super().get_login_stages()]

    def set_password(self, user: User, password: str) -> None:
        """Change the password, and sign the person out everywhere else."""
        super().set_password(user, password)
        request: Any = self.request
        accounts.end_sessions(user, kept_key=request.session.session_key or "")


class KnownAddressStage(EmailVerificationStage):
    """Require a verified address of people who gave one. Accounts from before the server had mail have none."""

    def handle(self) -> Any:
        user = self.login.user
        if user and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        return super().handle()
