"""The form of a thread."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.access import visible_characters
from campaigns.edit_conflict import EditConflictForm
from campaigns.handouts import scenes_for
from campaigns.known_forms import known_fields, require_knowers
from campaigns.models import MAX_SEGMENTS, Membership, Story, Thread, ThreadKind
from campaigns.people import visible_subjects
from campaigns.services.threads import EDITABLE, TIES
from campaigns.visible import require_visible
from campaigns.widgets import MarkdownArea

NO_CLOCK = 0
SEGMENTS = (NO_CLOCK, 4, 6, 8, 10, MAX_SEGMENTS)


def list_clocks() -> list[tuple[int, str]]:
    """Return the choices of a clock."""
    return [(n, gettext("%(n)s segments") % {"n": n} if n else gettext("No clock")) for n in SEGMENTS]


class ThreadForm(EditConflictForm):
    """A thread: what it is, who knows of it, and what it is tied to."""

    title = forms.CharField(label=_("Title"), max_length=120, validators=[require_visible])
    kind = forms.ChoiceField(label=_("What it is"), choices=ThreadKind.choices)
    segments = forms.TypedChoiceField(
        label=_("Clock"),
        coerce=int,
        choices=list_clocks,
    )
    notes = forms.CharField(
        label=_("Notes for all who know"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(6),
        help_text="Markdown.",
    )
    secret_notes = forms.CharField(
        label=_("Notes for the Storyteller"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(3),
        help_text="Markdown.",
    )

    def __init__(self, membership: Membership, thread: Thread | None = None, data: Any = None) -> None:
        known = {"title": "", "kind": ThreadKind.PLOT, "segments": NO_CLOCK, "notes": "", "secret_notes": ""}
        if thread:
            known = {name: getattr(thread, name) for name in known}
        super().__init__(data, initial=known)
        characters = list(visible_characters(membership).select_related("owner").order_by("name"))
        self.fields |= known_fields(characters, thread)
        stories = Story.objects.filter(series=membership.series_id)
        subjects = visible_subjects(membership).values_list("pk", "name")
        self._offer("subjects", _("People and places"), [(pk, name) for pk, name in subjects], thread)
        self._offer("characters", _("Characters"), [(one.pk, one.name) for one in characters], thread)
        self._offer("stories", _("Stories"), [(one.pk, one.title) for one in stories], thread)
        scenes = scenes_for(membership).values_list("pk", "title")
        self._offer("scenes", _("Scenes"), [(pk, title) for pk, title in scenes], thread)
        if thread:
            self.watch(thread, EDITABLE)

    def _offer(self, name: str, label: Any, choices: list[tuple[int, str]], thread: Thread | None) -> None:
        self.fields[name] = forms.TypedMultipleChoiceField(
            label=label,
            coerce=int,
            choices=choices,
            required=False,
            initial=[one.pk for one in getattr(thread, name).all()] if thread else [],
            widget=forms.SelectMultiple(attrs={"size": min(max(len(choices), 2), 6)}),
        )

    def clean(self) -> dict[str, Any]:
        """Require knowers where some players shall know."""
        found = super().clean() or {}
        require_knowers(self, found)
        return found

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the thread. Only after `is_valid`."""
        return {name: self.cleaned_data[name] for name in EDITABLE}

    @property
    def ties(self) -> dict[str, list[int]]:
        """What it is tied to, by primary key. Only after `is_valid`."""
        return {name: [int(key) for key in self.cleaned_data[name]] for name in TIES}
