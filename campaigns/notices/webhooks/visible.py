"""Which webhooks are alive: their member is still there in the same role, and they were not given up."""

from django.db.models import F, QuerySet

from campaigns.models import Webhook


def living_webhooks() -> QuerySet[Webhook]:
    """Return the webhooks of all series to which may be posted."""
    return Webhook.objects.filter(ended_at=None, role=F("membership__role"), membership__user__is_active=True)
