"""Forms of absences, and of the rest days and quiet hours of a series."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta, tzinfo
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from campaigns.core.access import is_storyteller
from campaigns.core.records.settings import SettingsForm
from campaigns.models import Membership, Role, Series
from campaigns.sessions.deadlines import LEAST_OPEN, MIDNIGHT, Rest, dump_rest, parse_rest

AS_USUAL = "usual"
"""Stands for nobody in the list of stand-ins: the characters act by themselves."""


class AbsenceForm(forms.Form):
    """Who is away, from which day to which, and who stands in. Days are those of the person who fills it in."""

    begins = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, membership: Membership, zone: tzinfo, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self._own, self._zone = membership, zone
        members = Membership.objects.filter(series=membership.series_id).select_related("user")
        self._members = {str(member.pk): member for member in members}
        players = [member for member in self._members.values() if member.role == Role.PLAYER]
        if is_storyteller(membership):
            names = [(member.pk, member.user.get_username()) for member in self._members.values()]
            self.fields["who"] = forms.ChoiceField(label=_("Who"), choices=names, initial=membership.pk)
            self.order_fields(["who"])
        stand_ins: list[tuple[str, Any]] = [
            ("", _("No one: deadlines pause")),
            (AS_USUAL, _("No one: characters act as usual at each deadline")),
        ]
        stand_ins += [
            (str(player.user_id), player.user.get_username()) for player in players if player.pk != membership.pk
        ]
        self.fields["stand_in"] = forms.ChoiceField(
            label=_("Stand-in"),
            choices=stand_ins,
            required=False,
            help_text=_(
                "This player can play the same characters meanwhile, and read whispers to them. Private notes "
                "and messages to the Storyteller stay private."
            ),
        )

    @property
    def target(self) -> Membership:
        """Who is away. Only after `is_valid`."""
        return self._members[self.cleaned_data["who"]] if "who" in self.fields else self._own

    @property
    def span(self) -> tuple[datetime, datetime]:
        """From the beginning of the first day to the end of the last. Only after `is_valid`."""
        first, last = self.cleaned_data["begins"], self.cleaned_data["ends"]
        day = timedelta(days=1)
        return datetime.combine(first, time(), self._zone), datetime.combine(last + day, time(), self._zone)

    @property
    def stand_in(self) -> int | None:
        """Who stands in, by the key of the person. Only after `is_valid`."""
        chosen = self.cleaned_data["stand_in"]
        return int(chosen) if chosen not in ("", AS_USUAL) else None

    @property
    def acts_as_usual(self) -> bool:
        """Whether the characters act by themselves at their deadlines. Only after `is_valid`."""
        return bool(self.cleaned_data["stand_in"] == AS_USUAL)


class RestForm(SettingsForm):
    """When nobody has to answer: days of the week, and hours of each day."""

    column = "rest"
    days = forms.TypedMultipleChoiceField(
        label=_("Rest days"),
        choices=[(str(number), name) for number, name in WEEKDAYS.items()],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("In each person’s own time zone. Play-by-post deadlines don’t run during these hours."),
    )

    def load_settings(self, series: Series) -> dict[str, Any]:
        """Return the rest of the series; no hours if none are quiet."""
        rest = parse_rest(series.rest)
        hours = (rest.quiet_from, rest.quiet_until) if rest.quiet_from != rest.quiet_until else (None, None)
        return {"days": sorted(rest.days), "quiet_from": hours[0], "quiet_until": hours[1]}

    def clean(self) -> dict[str, Any]:
        """Refuse a rest that leaves too little time."""
        found = super().clean() or {}
        if (found.get("quiet_from") is None) != (found.get("quiet_until") is None):
            self.add_error("quiet_until", _("Enter both times or neither."))
        if not self.errors:
            if len(set(found["days"])) == len(WEEKDAYS):
                self.add_error("days", _("Leave at least one day a week for play."))
            if self.rest.open_time < LEAST_OPEN:
                self.add_error("quiet_until", _("Leave at least four hours a day for play."))
        return found

    @property
    def rest(self) -> Rest:
        """The rest as entered. Only after `is_valid`."""
        start, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        if start is None or end is None:
            start = end = MIDNIGHT
        whole = [at.replace(second=0, microsecond=0) for at in (start, end)]
        return Rest(frozenset(self.cleaned_data["days"]), *whole)

    @property
    def settings(self) -> Any:
        """The rest in its JSON form. Only after `is_valid`."""
        return dump_rest(self.rest)
