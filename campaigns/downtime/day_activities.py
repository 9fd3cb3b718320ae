"""The question how whole days are spent that the clock moves on, as forms and pages ask it."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.calendar.calendar import DAY
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.downtime.living import WAYS
from campaigns.models import Series
from rules import get_system


def list_day_ways(series: Series) -> list[tuple[str, Any]]:
    """Return the answers: everybody who is played spends them in one way, or nothing happens."""
    activities = {activity.key: translate(activity.label) for activity in get_system(series.system).recovery.activities}
    spent = [(key, format_lazy("{}: {}", _("Everyone"), activities[key])) for key in WAYS]
    return [("", _("Nothing else happens: no healing, and training goes on")), *spent]


def ask_days(series: Series, moment: int | None) -> list[tuple[str, Any]]:
    """Return the answers if the clock moves on by a day or more to get to this moment; else nothing is asked."""
    return list_day_ways(series) if moment is not None and moment - series.clock >= DAY else []


def parse_activity(text: str) -> str:
    """Return the answer that a form has sent. Raises `Refused` for what is none."""
    if text not in ("", *WAYS):
        raise Refused(str(_("Choose from the list how to spend the days.")), status=422, field="way")
    return text


class DayActivityField(forms.ChoiceField):
    """A field that asks how whole days are spent."""

    def __init__(self, series: Series, help_text: Any) -> None:
        super().__init__(
            label=_("Use of whole days"), choices=list_day_ways(series), required=False, help_text=help_text
        )
