"""Each form takes effect once, however often it is sent: by a double click, or again after its answer was lost."""

import uuid
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import SentForm, User

KEPT = timedelta(days=30)
"""How long a form is remembered."""


@transaction.atomic
def run_once(user: User, command: uuid.UUID, said: str, make: Callable[[], str]) -> tuple[str, bool]:
    """Carry out a form unless it was carried out before. Return the URL to go to, and whether the form is new.

    `said` is a digest of the form's URL and content. `make` carries it out and returns the URL; if it raises `Refused`,
    the form counts as not sent. If a form is sent twice at once, the second waits for the first. Raises `Refused` if
    the id was used for another form.
    """
    sent, is_new = SentForm.objects.get_or_create(command=command, defaults={"user": user, "said": said})
    if (sent.user_id, sent.said) != (user.pk, said):
        raise Refused(_("That form was already sent with different contents. Reload the page to send another."))
    if is_new:
        SentForm.objects.filter(user=user, at__lt=timezone.now() - KEPT).delete()
        sent.led_to = make()
        sent.save(update_fields=["led_to"])
    return sent.led_to, is_new


def is_sent(user: User, command: uuid.UUID) -> bool:
    """Whether this form of the person's was carried out."""
    return SentForm.objects.filter(user=user, command=command).exists()
