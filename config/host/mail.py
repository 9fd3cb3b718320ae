"""A test letter, and what the mail server answered."""

import smtplib

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.core.site_url import get_site_url

MAX_LENGTH = 300
"""Letters of a server's answer that the page shows."""


def send_test_letter(address: str) -> None:
    """Send a letter to this address. Raises `Refused` with the server's answer if it does not take it."""
    if not settings.MAIL:
        raise Refused(_("There is no mail server. Set EMAIL_URL first."), status=409)
    text = _("This is a test email from %(site)s. You received it, so sending works.") % {"site": get_site_url()}
    try:
        EmailMessage(_("Test email"), text, to=[address]).send()
    except (smtplib.SMTPException, OSError, ValueError) as error:
        sentence = _("The mail server refused the email. It said: %(answer)s") % {"answer": _describe(error)}
        raise Refused(sentence, field="address", status=422) from None


def _describe(error: Exception) -> str:
    """Return what the server answered: its own words if it has said any, else what the connection ended with."""
    said: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        _code, said = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
    else:
        said = str(error)
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    return (words or type(error).__name__)[:MAX_LENGTH]
