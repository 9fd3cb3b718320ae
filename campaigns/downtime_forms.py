"""Forms of a downtime: days, projects, the Storyteller's words, and moments."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.access import is_storyteller, visible_characters
from campaigns.core.records.form import RecordForm
from campaigns.downtime_result import ResultTraits
from campaigns.fields_of_rules import make_field
from campaigns.language import tell
from campaigns.models import Character, Doing, Downtime, DowntimeResult, Membership, Project
from campaigns.name_field import NameField
from campaigns.project_odds import ProjectOdds
from campaigns.services.downtime import PROJECTS, RESULTS, Plan, list_kinds
from campaigns.services.downtime.planning import MAX_TEXT
from campaigns.services.downtime.projects import MAX_GOAL, MAX_INTERVAL
from campaigns.services.downtime.resolution import EFFORTS
from campaigns.services.downtime.results import after_values
from campaigns.services.sheet_changes import read_value
from campaigns.sheet_history import read_moved
from campaigns.sheets import with_values
from campaigns.timezone import TIMEZONE_FIELD, format_timezone, parse_timezone
from campaigns.widgets import MarkdownArea
from rules import get_system
from rules.battle import Field

ROLL = "roll:"
MORE = ("specialty", "specialties", *EFFORTS)
"""What a player chooses for each roll, besides the traits: as far as the game has it."""
NOTHING = "-"
"""The choice for no second trait, for one that is rolled alone."""
FARTHEST = timedelta(days=3653)
"""How far ahead a moment may be. A later one is taken for a typing error."""


class PlanForm(forms.Form):
    """Days of a downtime that a character spends in one way."""

    first = forms.IntegerField(label=_("From day"), min_value=1)
    last = forms.IntegerField(label=_("To day"), min_value=1)

    def __init__(self, downtime: Downtime, character: Character, data: Any = None, **first: Any) -> None:
        super().__init__(data, initial=first)
        self._downtime, self._character = downtime, character
        self.fields["kind"] = forms.ChoiceField(
            label=_("How"), choices=list(list_kinds(downtime).items()), widget=forms.RadioSelect
        )
        open_ones = [(project.pk, project.title) for project in character.projects.filter(outcome="")]
        self.fields["project"] = forms.TypedChoiceField(
            label=_("Project"), choices=[("", "–"), *open_ones], required=False, coerce=int, empty_value=None
        )
        self.fields["text"] = forms.CharField(
            label=_("What you do"), max_length=MAX_TEXT, required=False, widget=forms.Textarea(attrs={"rows": 2})
        )
        self.fields["secret"] = forms.CharField(
            label=_("What nobody else shall know"),
            max_length=MAX_TEXT,
            required=False,
            widget=forms.Textarea(attrs={"rows": 2}),
            help_text=_("For the Storyteller alone."),
        )
        for name in ("first", "last"):
            self.fields[name].widget.attrs["max"] = downtime.days

    def clean(self) -> dict[str, Any]:
        """Check that the last day is not before the first, and that a project gets days only by working at it."""
        values = super().clean() or {}
        if values.get("first") and values.get("last") and values["last"] < values["first"]:
            self.add_error("last", _("The last day comes before the first."))
        if values.get("project") and values.get("kind") not in (None, Doing.PROJECT):
            self.add_error("project", _("Choose to work at it, or choose no project."))
        return values

    @property
    def as_sent(self) -> "PlanForm":
        """The form as if it had been sent with its initial values."""
        sent = {name: value for name, value in self.initial.items() if value is not None}
        return PlanForm(self._downtime, self._character, sent)

    @property
    def typed(self) -> list[forms.BoundField]:
        """The fields with text in them, to copy from if the downtime closed meanwhile."""
        return [self[name] for name in ("text", "secret") if self[name].value()]

    @property
    def plan(self) -> Plan:
        """The plan. Only after `is_valid`."""
        values = self.cleaned_data
        days = values["last"] - values["first"] + 1
        project = values["project"] if values["kind"] == Doing.PROJECT else None
        return Plan(values["kind"], values["first"], days, project, values["text"], values["secret"])


class RatingForm(RecordForm):
    """What the Storyteller says of a project: its numbers, who helps, and a stunt that she grants each roll."""

    record_kind = PROJECTS
    odds: ProjectOdds | None = None
    """The odds of one roll with what was entered, where somebody has asked for them."""

    class Meta:
        model = Project
        fields: tuple[str, ...] = ("difficulty", "goal", "interval", "helper")

    def offer(self) -> None:
        """Ask for the numbers of the game."""
        self._tasks = get_system(self.row.character.series.system).tasks
        if rated := self._tasks.difficulty:
            self.fields["difficulty"] = forms.IntegerField(
                label=rated.label, min_value=rated.low, max_value=rated.high, initial=rated.initial, required=False
            )
        else:
            del self.fields["difficulty"]
        self.fields["goal"] = forms.IntegerField(label=_("Successes that it takes"), min_value=1, max_value=MAX_GOAL)
        self.fields["interval"] = forms.IntegerField(
            label=_("Days of work for each roll"), min_value=1, max_value=MAX_INTERVAL
        )
        if self._tasks.help is None:
            del self.fields["helper"]
        else:
            others = visible_characters(self.membership).filter(hidden=False).exclude(pk=self.row.character_id)
            self.fields["helper"] = forms.ModelChoiceField(
                others, label=_("Who helps"), required=False, empty_label=_("Nobody")
            )
        if self._tasks.stunts and is_storyteller(self.membership):
            told = _("For each roll.")
            self.fields["stunt"] = forms.IntegerField(
                label=_("Stunt"), min_value=0, max_value=self._tasks.stunts.highest, required=False, help_text=told
            )
            self.initial = {**self.initial, "stunt": self._read_stunt(self.row)}

    def _read_stunt(self, project: Any) -> Any:
        return (project.request or {}).get(self._tasks.stunts.field, 0) if self._tasks.stunts else 0

    @property
    def written(self) -> list[str]:
        """The fields, and with a stunt what is rolled."""
        return [*super().written, *(["request"] if "stunt" in self.fields else [])]

    @property
    def values(self) -> dict[str, Any]:
        """The numbers, and what is rolled with its stunt. Only after `is_valid`."""
        values = {name: self.cleaned_data[name] for name in super().written}
        return values | ({"request": self.put_stunt(self.row.request)} if "stunt" in self.fields else {})

    def put_stunt(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is rolled with the stunt that was entered."""
        name = self._tasks.stunts.field if self._tasks.stunts else ""
        plain = {key: value for key, value in asked.items() if key != name}
        stunt = self.cleaned_data.get("stunt")
        return {**plain, name: stunt} if stunt else plain

    def read_record(self, record: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return what the project holds for each field of the form."""
        return {**super().read_record(record, names), "stunt": self._read_stunt(record)}

    def read_typed(self, name: str) -> Any:
        """Return what was typed: no stunt is a stunt of 0."""
        return super().read_typed(name) or 0 if name == "stunt" else super().read_typed(name)


class ProjectForm(RatingForm):
    """A new project: what it is to become, and what is rolled."""

    title = NameField(label=_("What it is to become"), max_length=120)

    class Meta(RatingForm.Meta):
        fields = ("title", "difficulty", "goal", "interval", "helper")

    def offer(self) -> None:
        """Ask for the traits that the game names, and for what else a player chooses for each roll."""
        super().offer()
        character = self.row.character
        system = get_system(character.series.system)
        self._alone = system.tasks.spoken.alone
        known = {one.name: one for one in system.rolls.fields(character.parsed_sheet())}
        self._traits: list[Field] = [known[name] for name in system.tasks.spoken.traits]
        for one in self._traits:
            choices = [(choice.value, tell(choice.label)) for choice in one.choices if not choice.reason]
            if self._alone is not None:  # few traits or none are rolled alone: nothing is chosen by saying so
                choices = [(value, label) for value, label in choices if value]
            if self._alone and one is not self._traits[0]:
                choices.append((NOTHING, gettext("nothing: it is rolled alone")))
            may_be_empty = any(value == "" for value, _label in choices)
            self.fields[ROLL + one.name] = forms.ChoiceField(
                label=one.label, choices=choices, initial=one.initial, required=not may_be_empty
            )
        self._more = [known[name] for name in MORE if name in known]
        for one in self._more:
            self.fields[ROLL + one.name] = make_field(one)
            self.fields[ROLL + one.name].required = False
            self.fields[ROLL + one.name].help_text = _("For each roll.")
        first = system.tasks.difficulty
        self.initial = {**self.initial, "goal": 5, "interval": 1, "difficulty": first.initial if first else None}
        self.order_fields(["title", *(ROLL + one.name for one in (*self._traits, *self._more))])

    def clean(self) -> dict[str, Any]:
        """Check that a trait which is never rolled alone has another one beside it."""
        values = super().clean() or {}
        values |= {name: "" for name, value in values.items() if name.startswith(ROLL) and value == NOTHING}
        rolled = [value for one in self._traits if (value := values.get(ROLL + one.name))]
        if self._traits and not rolled and not self.errors:
            self.add_error(None, _("Choose what is rolled."))
        elif len(rolled) == 1 and self._alone is not None and rolled[0] not in self._alone:
            self.add_error(None, _("Choose an Attribute and an Ability."))
        return values

    @property
    def values(self) -> dict[str, Any]:
        """What was entered. Only after `is_valid`."""
        chosen = {one.name: self.cleaned_data.get(ROLL + one.name, "") for one in self._traits}
        blank = {one.name for one in self._traits if any(choice.value == "" for choice in one.choices)}
        asked = {name: value for name, value in chosen.items() if value or name in blank}
        more = {one.name: self.cleaned_data.get(ROLL + one.name) for one in self._more}
        asked |= {name: value for name, value in more.items() if value}
        plain = {name: self.cleaned_data[name] for name in self._meta.fields or () if name in self.fields}
        return plain | {"request": self.put_stunt(asked)}

    @property
    def beside(self) -> dict[str, Any]:
        """Nothing."""
        return {}


class MomentForm(forms.Form):
    """A future moment, in the time zone in which the form was drawn, also if the browser's has changed since."""

    moment = forms.DateTimeField(
        required=False, error_messages={"invalid": _("Give a day and an hour, as 2026-12-24 18:00.")}
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.zone = parse_timezone(data.get(TIMEZONE_FIELD, ""))

    def full_clean(self) -> None:
        """Read the moment in that time zone."""
        with timezone.override(self.zone):
            super().full_clean()

    def clean_moment(self) -> datetime | None:
        """Refuse a moment that is too far ahead."""
        moment: datetime | None = self.cleaned_data["moment"]
        if moment is not None and moment > timezone.now() + FARTHEST:
            raise forms.ValidationError(_("Choose a moment within ten years."))
        return moment

    @property
    def fault(self) -> str:
        """The sentence that says what is wrong."""
        if self.has_error("moment", "ambiguous_timezone"):
            told = gettext("By the clock of %(zone)s that hour is skipped, or comes twice. Choose another.")
            return told % {"zone": format_timezone(self.zone)}
        return " ".join(map(str, self.errors["moment"]))


class ResultForm(RecordForm):
    """The Storyteller's words about the result of a downtime. `traits`: the values that she changes beside them."""

    record_kind = RESULTS
    words = forms.CharField(label=_("A word to the player"), max_length=5000, required=False, widget=MarkdownArea(4))
    secret_words = forms.CharField(
        label=_("A note of your own"),
        max_length=5000,
        required=False,
        widget=MarkdownArea(2),
        help_text=_("Nobody but Storytellers reads it."),
    )

    class Meta:
        model = DowntimeResult
        fields = ("words", "secret_words")

    def __init__(self, membership: Membership, row: DowntimeResult, data: Any = None) -> None:
        super().__init__(membership, row, data)
        self.traits = ResultTraits(row, data)

    def clean(self) -> dict[str, Any]:
        """Refuse values that cannot be read."""
        found = super().clean() or {}
        if self.traits.refusal:
            raise forms.ValidationError(self.traits.refusal)
        return found

    @property
    def beside(self) -> dict[str, Any]:
        """The values that were typed. Only after `is_valid`."""
        return {"values": self.traits.values, "begun": self.traits.begun}

    def show_theirs(self, record: Any, names: Sequence[str]) -> None:
        """Show what the result holds now, with the values where others were typed here."""
        super().show_theirs(record, names)
        now = with_values(record.character.sheet, after_values(record))
        is_other = any(read_value(now, path) != value for path, value in self.traits.values.items())
        if is_other and (sheet := self.say_watched(record)) != self.theirs:
            self.theirs = [*self.theirs, *sheet]

    def say_watched(self, record: Any) -> list[tuple[str, str]]:
        """Say what the result holds now."""
        rows = read_moved(record.character, record.changes)
        moved = "\n".join(f"{tell(one.label)}: {one.before} → {one.after}" for one in rows)
        return [(gettext("What the sheet will hold"), moved or gettext("Nothing changes on the sheet."))]
