"""Forms of parts, members and characters. The rules check what is on a sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar import format_moment, parse_calendar
from campaigns.chronicle import Part
from campaigns.day_ways import DayWayField
from campaigns.edit_conflict import EditConflictForm
from campaigns.language import tell
from campaigns.models import Character, Downtime, Episode, Membership, Role, Scene, Story
from campaigns.moment_field import MomentField
from campaigns.name_field import NameField
from campaigns.quick_text import MAX_TEXT
from campaigns.services.chronicle import fewest_days, list_places
from campaigns.widgets import MarkdownArea
from rules import get_system
from rules.text import isolate_name

MAX_DAYS = 36_500


class PartForm(EditConflictForm):
    """A story, episode, scene or downtime."""

    title = NameField(label=_("Title"), max_length=120)
    in_world_time = NameField(
        label=_("Time in words"),
        max_length=120,
        required=False,
        help_text=_("Beside the date: After dark."),
    )
    notes = forms.CharField(
        label=_("Notes for all"),
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
        help_text=_("Markdown. Players never get to see these."),
    )
    hidden = forms.BooleanField(
        required=False, label=_("Hidden"), help_text=_("Players see nothing of it, nor of what lies inside it.")
    )

    def __init__(self, part: Part, data: Any = None) -> None:
        names = tuple(self.base_fields)
        super().__init__(data, initial={name: getattr(part, name) for name in names} if part.pk else {})
        self._add_beginning(part)
        if part.pk:
            self.watch(part, tuple(self.fields))

    def _add_beginning(self, part: Part) -> None:
        """Add the field of the part's beginning. What is new begins now; a downtime begins when it is published."""
        series, is_scene, is_rest = part.series, isinstance(part, Scene), isinstance(part, Downtime)
        self._calendar = parse_calendar(series.calendar)
        hint = _("The clock moves on to an open scene that begins later.") if is_scene else ""
        hint = _("Without a day it begins where the clock stands.") if is_rest else hint
        self.fields["begins_at"] = MomentField(
            self._calendar,
            series.clock,
            has_time=is_scene,
            label=_("When it begins"),
            help_text=hint,
            initial=part.begins_at if part.pk or is_rest else series.clock,
        )
        self.order_fields(["title", "begins_at"])

    def say_value(self, name: str, value: Any) -> str:
        """Tell a moment by the calendar of the series."""
        return tell(format_moment(value, self._calendar)) if name == "begins_at" else super().say_value(name, value)


class SceneForm(PartForm):
    """A scene, which may be planned ahead."""

    planned = forms.BooleanField(
        required=False,
        label=_("Planned"),
        help_text=_("Prepared ahead: players see nothing of it until you open it."),
    )

    def __init__(self, part: Part, data: Any = None) -> None:
        super().__init__(part, data)
        told = _("Those until the scene begins, if it is later than the clock. They become a downtime.")
        self.fields["way"] = DayWayField(part.series, told)
        self.order_fields(["title", "begins_at", "way"])


class DowntimeForm(PartForm):
    """A downtime, which has a length."""

    days = forms.IntegerField(label=_("Days"), min_value=0, max_value=MAX_DAYS, initial=1)


def part_form(part: Part, data: Any = None) -> PartForm:
    """Return the form for this part, bound if `data` is given."""
    form = _form_class(part)(part, data)
    if isinstance(part, Downtime) and part.pk:
        _hold_days(form, part)
    return form


def _form_class(part: Part) -> type[PartForm]:
    if isinstance(part, Downtime):
        return DowntimeForm
    return SceneForm if isinstance(part, Scene) and part.is_open else PartForm  # what was played is not planned


def _hold_days(form: PartForm, part: Downtime) -> None:
    """Limit the days of a downtime: no fewer than what was put in, and fixed once it is resolved.

    Its first day is fixed once it is published.
    """
    fewest = fewest_days(part)
    form.fields["begins_at"].disabled = not part.is_open
    form.fields["days"] = forms.IntegerField(
        label=_("Days"), min_value=fewest or 0, max_value=MAX_DAYS, initial=part.days, disabled=fewest is None
    )


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
        self.fields["place"] = forms.ChoiceField(label=_("Into"), choices=names)

    def chosen(self) -> Story | Episode:
        """Return the chosen episode or story. Only after `is_valid`."""
        return self._places[self.cleaned_data["place"]]


FILE_ENDINGS = ".json,.ecg,.xml,.gex,.gvm,.zip"


class ImportForm(forms.Form):
    """A file with a character."""

    file = forms.FileField(label=_("The file"), widget=forms.FileInput(attrs={"accept": FILE_ENDINGS}))


class QuickTextForm(forms.Form):
    """A character as a block of text."""

    text = forms.CharField(
        label=_("The text"), max_length=MAX_TEXT, strip=False, widget=forms.Textarea(attrs={"rows": 14})
    )


class PortraitForm(forms.Form):
    """A picture for a character. `campaigns.portraits` checks it."""

    picture = forms.FileField(
        label=_("The picture"),
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )


class InviteForm(forms.Form):
    """A link for new members."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, initial=Role.PLAYER)


class RoleForm(forms.Form):
    """The new role of a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class NewCharacterForm(forms.Form):
    """A new character: a name and what to start from. Only Storytellers may hide it."""

    name = NameField(label=_("Name"), max_length=80)

    def __init__(self, membership: Membership, from_nothing: bool, data: Any = None) -> None:
        super().__init__(data)
        nothing = [("", _("Nothing: an empty sheet"))] if from_nothing else []
        archetypes = get_system(membership.series.system).sheets.archetypes
        self.fields["archetype"] = forms.ChoiceField(
            label=_("Start from"),
            choices=[*((key, tell(name)) for key, name in archetypes.items()), *nothing],
            required=not from_nothing,
        )
        if membership.role == Role.STORYTELLER:
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller knows of it.")
            )


class CharacterForm(forms.Form):
    """The record around a sheet. `version` is that of the character when the page was drawn."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    name = NameField(label=_("Name"), max_length=80)
    notes = forms.CharField(
        label=_("Notes for all"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(4),
        help_text=_("Markdown. Everybody in the series can read them."),
    )

    def __init__(self, character: Character, storyteller: bool, data: Any = None) -> None:
        names = ("version", "name", "notes", "made_freely", "secret_notes", "player_notes", "hidden")
        super().__init__(data, initial={name: getattr(character, name) for name in names})
        if not character.settled:
            self.fields["made_freely"] = forms.BooleanField(
                required=False,
                label=_("Made freely"),
                help_text=_("Not held to the book’s budget. The Storyteller sees that."),
            )
        if not storyteller:
            self.fields["player_notes"] = forms.CharField(
                label=_("Notes for me and the Storyteller"),
                max_length=20_000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 4}),
                help_text=_("Markdown. Nobody else gets to see these."),
            )
        if storyteller:
            self.fields["secret_notes"] = forms.CharField(
                label=_("Notes for the Storyteller"),
                max_length=20_000,
                required=False,
                widget=MarkdownArea(4),
                help_text=_("Markdown. Not even the character's player gets to see these."),
            )
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller and its player know of it.")
            )
            if character.settled:
                self.fields["why"] = forms.CharField(
                    max_length=200,
                    required=False,
                    help_text=_("Kept beside the change. A lasting trait of a character that is made needs a reason."),
                )


class OwnerForm(forms.Form):
    """Who plays a character."""

    def __init__(self, character: Character, data: Any = None) -> None:
        members = character.series.memberships.exclude(role=Role.SPECTATOR).select_related("user")
        self._members = {str(member.pk): member for member in members}
        mine = [key for key, member in self._members.items() if member.user_id == character.owner_id]
        super().__init__(data, initial={"owner": mine[0] if mine else ""})
        names = [(key, member.user.get_username()) for key, member in self._members.items()]
        self.fields["owner"] = forms.ChoiceField(
            label=_("Played by"), choices=[("", _("The Storyteller")), *names], required=False
        )

    def chosen(self) -> Membership | None:
        """Return the chosen member, or None for the Storyteller. Only after `is_valid`."""
        return self._members.get(self.cleaned_data["owner"])
