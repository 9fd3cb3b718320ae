"""Template filters for training times and points."""

from django import template

from campaigns.experience.wording import describe_points, describe_signed, describe_training
from campaigns.models import Proposal
from campaigns.sheets.powers import PowerLine, list_described

register = template.Library()
register.filter("training", describe_training)
register.filter("points", describe_points)
register.filter("signed", describe_signed)


@register.simple_tag
def described(proposal: Proposal) -> list[PowerLine]:
    """Return what a proposal says again of powers and Charms."""
    return list_described(proposal)
