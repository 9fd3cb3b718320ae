"""What the first page of the demo's people has beside that of others."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from config.demo.tour import Step, list_steps
from config.demo.views import HIDDEN

register = template.Library()


@register.simple_tag(takes_context=True)
def look_around(context: Mapping[str, Any]) -> Sequence[Step]:
    """Return what there is to try. Empty for everybody but the demo's people, and for those who have hidden it."""
    request = context["request"]
    return [] if request.session.get(HIDDEN) else list_steps(request.user)
