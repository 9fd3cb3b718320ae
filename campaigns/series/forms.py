"""Forms of a series: its name and notes, clock, and the options of its game."""

from typing import Any, get_args, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar.calendar import format_moment, parse_calendar
from campaigns.calendar.moment_field import MomentField, keep_exact
from campaigns.core.edit_conflict import SEEN_FIELD
from campaigns.core.fields_of_rules import make_field
from campaigns.core.language import translate
from campaigns.core.name_field import NameField
from campaigns.core.records.form import RecordForm
from campaigns.core.records.settings import SETTINGS, SettingsForm
from campaigns.core.widgets import MarkdownArea
from campaigns.downtime.day_activities import DayActivityField
from campaigns.models import Series
from campaigns.series.settings import CLOCK
from campaigns.sheets.creation import list_open_titles
from campaigns.systems import system_choices
from rules import get_system
from rules.codec import decode, encode
from rules.creation import MAX_DOTS, MAX_EACH, MAX_POINTS, HouseBudget, check_house_budget
from rules.settings import differing, option_fields
from rules.text import Text

MINUTE = 60


class SeriesForm(RecordForm):
    """Name, tone and house notes."""

    record_kind = SETTINGS
    name = NameField(label=_("Name"), max_length=120)
    prompt_seconds = forms.IntegerField(
        label=_("Time limit to answer, in seconds"),
        min_value=0,
        max_value=3600,
        required=False,
        help_text=_("After that, the book’s default answer is used. 0: no limit."),
    )

    class Meta:
        model = Series
        fields: tuple[str, ...] = ("name", "tone", "house_notes", "prompt_seconds")
        labels = {"tone": _("Tone"), "house_notes": _("House rules")}
        help_texts = {
            "tone": _("What the group is in for, in one line."),
            "house_notes": _("House rules and notes for everyone. Markdown."),
        }
        widgets = {"house_notes": MarkdownArea(6)}

    def offer(self) -> None:
        """Ask how long prompts wait once there is a table."""
        if not self.row.pk:
            del self.fields["prompt_seconds"]

    def clean_prompt_seconds(self) -> int:
        """Leave it as it is where nothing is said."""
        said: int | None = self.cleaned_data["prompt_seconds"]
        return self.row.prompt_seconds if said is None else said


class NewSeriesForm(SeriesForm):
    """A new series: also its game system, and how strict the table is with numbers."""

    system = forms.ChoiceField(
        label=_("Game system"),
        choices=system_choices,
        help_text=_("This can’t be changed later: every sheet is written for it."),
    )
    numbers = forms.ChoiceField(
        label=_("Numbers that players propose"),
        choices=[
            ("ask", _("Strict: all wait for you")),
            ("usual", _("Usual: small ones count at once, and you can remove them")),
            ("trusting", _("Trusting: all count at once, and you can remove them")),
        ],
        initial="usual",
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Bonus dice, difficulties and stunts for their own rolls. The rule options change it later."),
    )
    field_order = ("name", "system", "tone", "house_notes", "numbers")


class FirstGameForm(NewSeriesForm):
    """The first series of a server: its name and its game. All else is asked later."""

    name = NameField(label=_("Name of your game"), max_length=120)

    class Meta(NewSeriesForm.Meta):
        fields = ("name",)

    def offer(self) -> None:
        """Ask for the game by its name, one tap for each."""
        super().offer()
        del self.fields["numbers"]
        field = self.fields["system"]
        field.widget = forms.RadioSelect(choices=system_choices())
        field.label, field.initial = _("Game"), system_choices()[0][0]

    @property
    def chosen(self) -> dict[str, Any]:
        """What the series is made from. Only after `is_valid`."""
        return {"tone": "", "house_notes": "", **self.cleaned_data}


class RemoveForm(forms.Form):
    """The name of a series, typed to confirm that it is to be removed."""

    name = forms.CharField(
        label=_("Name of the series"),
        max_length=200,
        help_text=_("Type it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ClockForm(RecordForm):
    """The series' clock."""

    record_kind = CLOCK

    class Meta:
        model = Series
        fields = ("clock",)

    def offer(self) -> None:
        """Ask for the moment, and how whole days until then are spent."""
        self._calendar, clock = parse_calendar(self.row.calendar), self.row.clock
        self.fields["clock"] = MomentField(self._calendar, clock, required=True, label=_("Now"))
        label = _("Whole days that the clock moves on. They become a downtime, which can be taken back.")
        self.fields["way"] = DayActivityField(self.row, label)

    def clean_clock(self) -> int | None:
        """Refuse a time of day without a day. Keep the seconds of a clock that nobody has set."""
        clock: int | None = self.cleaned_data["clock"]
        if clock is None:
            raise forms.ValidationError(_("Choose a day on or after day 1 of the series."))
        return keep_exact(clock, self.row.clock, MINUTE)

    def say_value(self, name: str, value: Any) -> str:
        """Tell the moment by the calendar of the series."""
        return translate(format_moment(value, self._calendar)) if name == "clock" else super().say_value(name, value)


class OptionsForm(SettingsForm):
    """The options of the rules that a series may set, as the system describes them."""

    column = "options"

    def offer(self) -> None:
        """Add a field for each option."""
        self._options = get_system(self.row.system).options
        for field in option_fields(self._options, self._decode(self.row)):
            self.fields[field.name] = make_field(field)

    def _decode(self, series: Series) -> Any:
        return decode(self._options, series.options)

    def load_settings(self, series: Series) -> dict[str, Any]:
        """Return each option of the series."""
        return {field.name: field.initial for field in option_fields(self._options, self._decode(series))}

    @property
    def settings(self) -> Any:
        """The options as entered, of which a series stores what differs from the defaults. Only after `is_valid`."""
        hints = get_type_hints(self._options)
        values = {
            name: next(word for word in get_args(hints[name]) if str(word) == value) if get_args(hints[name]) else value
            for name, value in self.cleaned_data.items()
            if name != SEEN_FIELD
        }
        return differing(decode(self._options, values))


class BudgetForm(SettingsForm):
    """What a new character spends where the sources name no number. Parts that are left empty are only counted."""

    column = "budget"

    def offer(self) -> None:
        """Add two fields for each part without a number in the sources."""
        self._titles = dict(enumerate(list_open_titles(self.row)))
        for number, title in self._titles.items():
            priced = _("%(title)s: bonus points per extra dot") % {"title": translate(title)}
            self.fields[f"dots-{number}"] = _number_field(translate(title), 0, MAX_DOTS)
            self.fields[f"each-{number}"] = _number_field(priced, 1, MAX_EACH)
        self.fields["points"] = forms.IntegerField(
            label=_("Bonus points"),
            min_value=0,
            max_value=MAX_POINTS,
            required=False,
            help_text=_("Spend them all before you finish the character."),
        )
        super().offer()

    def load_settings(self, series: Series) -> dict[str, Any]:
        """Return the Storyteller's numbers."""
        now = decode(HouseBudget, series.budget)
        found: dict[str, Any] = {"points": now.points or None}
        for number, title in self._titles.items():
            found |= {f"dots-{number}": now.dots.get(str(title)), f"each-{number}": now.each.get(str(title))}
        return found

    @property
    def lines(self) -> list[tuple[Text, forms.BoundField, forms.BoundField]]:
        """The parts with their two fields."""
        return [(title, self[f"dots-{number}"], self[f"each-{number}"]) for number, title in self._titles.items()]

    @property
    def settings(self) -> Any:
        """The numbers as entered. Only after `is_valid`."""
        budget = HouseBudget(self._parse("dots"), self._parse("each"), self.cleaned_data["points"] or 0)
        return encode(check_house_budget(budget))

    def _parse(self, kind: str) -> dict[str, int]:
        typed = {str(title): self.cleaned_data[f"{kind}-{number}"] for number, title in self._titles.items()}
        return {title: dots for title, dots in typed.items() if dots is not None}


def _number_field(label: str, low: int, high: int) -> forms.Field:
    """Return a field of a table, whose label is read aloud alone."""
    widget = forms.NumberInput(attrs={"aria-label": label})
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False, widget=widget)
