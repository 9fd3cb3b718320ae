"""One form has one effect, however often it comes: by a double click, or again after its answer was lost."""

import uuid
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import SentForm, User
from campaigns.refusals import Refused

KEPT = timedelta(days=30)
"""For how long a form is known again."""


@transaction.atomic
def run_once(user: User, command: uuid.UUID, said: str, make: Callable[[], str]) -> tuple[str, bool]:
    """Let a form have its effect unless it had it before; gives the address that it leads to, and whether it is new.

    `said` stands for its address and what is in it. `make` has the effect and gives the address; where it refuses, the
    form was not sent. Of two at once the later waits for the end of the first.
    """
    sent, is_new = SentForm.objects.get_or_create(command=command, defaults={"user": user, "said": said})
    if (sent.user_id, sent.said) != (user.pk, said):
        raise Refused(_("That form was sent before, with something else in it. A newly loaded one counts anew."))
    if is_new:
        SentForm.objects.filter(user=user, at__lt=timezone.now() - KEPT).delete()
        sent.led_to = make()
        sent.save(update_fields=["led_to"])
    return sent.led_to, is_new


def is_sent(user: User, command: uuid.UUID) -> bool:
    """Whether this form of the person's has had its effect."""
    return SentForm.objects.filter(user=user, command=command).exists()
