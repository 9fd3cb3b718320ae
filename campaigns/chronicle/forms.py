"""Forms of the parts of a series: stories, episodes, scenes and downtimes."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar.calendar import DAY, format_moment, parse_calendar
from campaigns.calendar.moment_field import MomentField, keep_exact
from campaigns.chronicle.parts import DOWNTIMES, EPISODES, SCENES, STORIES, fewest_days
from campaigns.chronicle.services import list_places
from campaigns.core.language import translate
from campaigns.core.name_field import NameField
from campaigns.core.parts import Part
from campaigns.core.records.form import RecordForm
from campaigns.core.widgets import MarkdownArea
from campaigns.downtime.day_activities import DayActivityField
from campaigns.models import Downtime, Episode, Scene, Story
from rules.text import isolate_name

MAX_DAYS = 36_500
FIELDS = ("title", "begins_at", "in_world_time", "notes", "secret_notes", "hidden")


class PartForm(RecordForm):
    """A story, episode, scene or downtime."""

    step: ClassVar[int] = DAY
    """The seconds in which its beginning is picked."""
    title = NameField(label=_("Title"), max_length=120)
    in_world_time = NameField(
        label=_("Date in words"),
        max_length=120,
        required=False,
        help_text=_("Next to the date, such as: After dark."),
    )
    notes = forms.CharField(
        label=_("Notes for everyone"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(6),
        help_text="Markdown.",
    )
    secret_notes = forms.CharField(
        label=_("Notes for the Storyteller"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(6),
        help_text=_("Markdown. Players never see these."),
    )
    hidden = forms.BooleanField(
        required=False, label=_("Hidden"), help_text=_("Players see neither this nor anything inside it.")
    )
    field_order = ("title", "begins_at", "way")

    def offer(self) -> None:
        """Ask for its beginning by the calendar of the series. What is new begins now."""
        self.add_beginning(self.row.series.clock)

    def add_beginning(self, first: int | None, hint: Any = "") -> None:
        """Ask for its beginning. `first`: that of a new part."""
        series = self.row.series
        self._calendar = parse_calendar(series.calendar)
        if not self.row.pk:
            self.initial["begins_at"] = first
        self.fields["begins_at"] = MomentField(
            self._calendar, series.clock, has_time=self.step < DAY, label=_("Starts at"), help_text=hint
        )
        self.order_fields(self.field_order)

    def clean_begins_at(self) -> int | None:
        """Keep the seconds of a beginning that nobody has changed."""
        return keep_exact(self.cleaned_data["begins_at"], self.row.begins_at, self.step)

    def say_value(self, name: str, value: Any) -> str:
        """Tell a moment by the calendar of the series."""
        if name == "begins_at":
            return "" if value is None else translate(format_moment(value, self._calendar))
        return super().say_value(name, value)


class StoryForm(PartForm):
    """A story."""

    record_kind = STORIES

    class Meta:
        model = Story
        fields = FIELDS


class EpisodeForm(PartForm):
    """An episode."""

    record_kind = EPISODES

    class Meta:
        model = Episode
        fields = FIELDS


class SceneForm(PartForm):
    """A scene, which may be planned ahead. What was played is not planned, and moves no clock."""

    record_kind = SCENES
    step = 60
    planned = forms.BooleanField(
        required=False,
        label=_("Planned"),
        help_text=_("Planned: players can’t see it until you open it."),
    )

    class Meta:
        model = Scene
        fields = (*FIELDS, "planned")

    def offer(self) -> None:
        """Ask how whole days until it begins are spent."""
        if self.row.is_open:
            help_text = _("The days until the scene starts, if that is later than the clock. They become a downtime.")
            self.fields["way"] = DayActivityField(self.row.series, help_text)
        else:
            del self.fields["planned"]
        self.add_beginning(self.row.series.clock, _("The clock moves forward to an open scene that starts later."))


class DowntimeForm(PartForm):
    """A downtime, which has a length, and which begins when it is published."""

    record_kind = DOWNTIMES
    days = forms.IntegerField(label=_("Days"), min_value=0, max_value=MAX_DAYS, initial=1)

    class Meta:
        model = Downtime
        fields = (*FIELDS, "days")

    def offer(self) -> None:
        """Limit the days of a downtime that exists: no fewer than what was put in, and fixed once it is resolved.

        Its first day is fixed once it is published.
        """
        self.add_beginning(None, _("Without a date, it starts at the current clock time."))
        if self.row.pk:
            fewest = fewest_days(self.row)
            self.fields["begins_at"].disabled = not self.row.is_open
            self.fields["days"] = forms.IntegerField(
                label=_("Days"), min_value=fewest or 0, max_value=MAX_DAYS, disabled=fewest is None
            )


FORMS: dict[str, type[PartForm]] = {
    "story": StoryForm,
    "episode": EpisodeForm,
    "scene": SceneForm,
    "downtime": DowntimeForm,
}
"""The form of each kind of part, by its name in URLs."""


def _name_place(place: Story | Episode) -> str:
    """Return the title of a part; of an episode, behind that of its story."""
    title = isolate_name(place.title)
    return f"{isolate_name(place.story.title)}: {title}" if isinstance(place, Episode) else title


class PlaceForm(forms.Form):
    """The episode or story into which a part is moved."""

    def __init__(self, part: Part, data: Any = None) -> None:
        self._places = {str(place.pk): place for place in list_places(part)}
        held_by = ("episode_id", "story_id")
        here = next((key for name in held_by if (key := getattr(part, name, None))), "")
        super().__init__(data, initial={"place": str(here)})
        names = [(key, _name_place(place)) for key, place in self._places.items()]
        self.fields["place"] = forms.ChoiceField(label=_("To"), choices=names)

    def chosen(self) -> Story | Episode:
        """Return the chosen episode or story. Only after `is_valid`."""
        return self._places[self.cleaned_data["place"]]
