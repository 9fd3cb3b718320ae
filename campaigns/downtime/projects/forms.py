"""Forms of extended projects: a new one, and the Storyteller's rating."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.core.access import is_storyteller, visible_characters
from campaigns.core.fields_of_rules import make_field
from campaigns.core.language import translate
from campaigns.core.name_field import NameField
from campaigns.core.records.form import RecordForm
from campaigns.downtime.projects.odds import ProjectOdds
from campaigns.downtime.projects.services import MAX_GOAL, MAX_INTERVAL, PROJECTS
from campaigns.downtime.resolution import EFFORTS
from campaigns.models import Project
from rules import get_system
from rules.battle import Field

ROLL = "roll:"
MORE = ("specialty", "specialties", *EFFORTS)
"""What a player chooses for each roll, in addition to the traits: as far as the game has it."""
NOTHING = "-"
"""The choice for no second trait, for one that is rolled alone."""


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
        self.fields["goal"] = forms.IntegerField(label=_("Successes needed"), min_value=1, max_value=MAX_GOAL)
        self.fields["interval"] = forms.IntegerField(label=_("Days per roll"), min_value=1, max_value=MAX_INTERVAL)
        if self._tasks.help is None:
            del self.fields["helper"]
        else:
            others = visible_characters(self.membership).filter(hidden=False).exclude(pk=self.row.character_id)
            self.fields["helper"] = forms.ModelChoiceField(
                others, label=_("Who helps"), required=False, empty_label=_("Nobody")
            )
        if self._tasks.stunts and is_storyteller(self.membership):
            hint = _("For each roll.")
            self.fields["stunt"] = forms.IntegerField(
                label=_("Stunt"), min_value=0, max_value=self._tasks.stunts.highest, required=False, help_text=hint
            )
            self.initial = {**self.initial, "stunt": self._parse_stunt(self.row)}

    def _parse_stunt(self, project: Any) -> Any:
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

    def record_values(self, record: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return what the project holds for each field of the form."""
        return {**super().record_values(record, names), "stunt": self._parse_stunt(record)}

    def typed_value(self, name: str) -> Any:
        """Return what was typed: no stunt is a stunt of 0."""
        return super().typed_value(name) or 0 if name == "stunt" else super().typed_value(name)


class ProjectForm(RatingForm):
    """A new project: what it is to become, and what is rolled."""

    title = NameField(label=_("What you are making"), max_length=120)

    class Meta(RatingForm.Meta):
        fields = ("title", "difficulty", "goal", "interval", "helper")

    def offer(self) -> None:
        """Ask for the traits that the game names, and for what else a player chooses for each roll."""
        super().offer()
        character = self.row.character
        system = get_system(character.series.system)
        self._alone = system.tasks.spoken.alone
        known = {field.name: field for field in system.rolls.fields(character.parsed_sheet())}
        self._traits: list[Field] = [known[name] for name in system.tasks.spoken.traits]
        for trait in self._traits:
            choices = [(choice.value, translate(choice.label)) for choice in trait.choices if not choice.reason]
            if self._alone is not None:  # few traits or none are rolled alone: nothing is chosen by saying so
                choices = [(value, label) for value, label in choices if value]
            if self._alone and trait is not self._traits[0]:
                choices.append((NOTHING, gettext("no difficulty: just a roll")))
            may_be_empty = any(value == "" for value, _label in choices)
            self.fields[ROLL + trait.name] = forms.ChoiceField(
                label=trait.label, choices=choices, initial=trait.initial, required=not may_be_empty
            )
        self._more = [known[name] for name in MORE if name in known]
        for field in self._more:
            self.fields[ROLL + field.name] = make_field(field)
            self.fields[ROLL + field.name].required = False
            self.fields[ROLL + field.name].help_text = _("For each roll.")
        first = system.tasks.difficulty
        self.initial = {**self.initial, "goal": 5, "interval": 1, "difficulty": first.initial if first else None}
        self.order_fields(["title", *(ROLL + field.name for field in (*self._traits, *self._more))])

    def clean(self) -> dict[str, Any]:
        """Check that a trait which is never rolled alone has another one beside it."""
        values = super().clean() or {}
        values |= {name: "" for name, value in values.items() if name.startswith(ROLL) and value == NOTHING}
        rolled = [value for trait in self._traits if (value := values.get(ROLL + trait.name))]
        if self._traits and not rolled and not self.errors:
            self.add_error(None, _("Choose what to roll."))
        elif len(rolled) == 1 and self._alone is not None and rolled[0] not in self._alone:
            self.add_error(None, _("Choose an Attribute and an Ability."))
        return values

    @property
    def values(self) -> dict[str, Any]:
        """What was entered. Only after `is_valid`."""
        chosen = {trait.name: self.cleaned_data.get(ROLL + trait.name, "") for trait in self._traits}
        blank = {trait.name for trait in self._traits if any(choice.value == "" for choice in trait.choices)}
        asked = {name: value for name, value in chosen.items() if value or name in blank}
        more = {field.name: self.cleaned_data.get(ROLL + field.name) for field in self._more}
        asked |= {name: value for name, value in more.items() if value}
        plain = {name: self.cleaned_data[name] for name in self._meta.fields or () if name in self.fields}
        return plain | {"request": self.put_stunt(asked)}

    @property
    def beside(self) -> dict[str, Any]:
        """Nothing."""
        return {}
