"""The form of a record."""

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.db.models import Model, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.core.converters import parse_key
from campaigns.core.edit_conflict import SEEN_FIELD, fingerprint, plain, stored_value
from campaigns.core.language import translate
from campaigns.core.records.kind import RecordKind
from campaigns.models import Character, KnownTo, Membership
from rules.text import isolate_name

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
    ManyField = forms.ModelMultipleChoiceField[Any]
else:
    ModelForm, ManyField = forms.ModelForm, forms.ModelMultipleChoiceField


class RecordForm(ModelForm):
    """A form that writes a record: a new one, or one that exists.

    It carries the fingerprint of every field that it writes, and shows what others wrote. What its `Meta`
    does not name goes beside the record: a file, or where to go afterwards.
    """

    record_kind: ClassVar[RecordKind[Any]]
    theirs: Sequence[tuple[str, str]] = ()
    """What others wrote in the meantime: label and text of each field that differs from what was typed here."""

    def __init__(
        self, membership: Membership, row: Any, data: Any = None, files: Any = None, initial: Any = None
    ) -> None:
        """`initial`: first values of a new record."""
        super().__init__(data, files, initial=initial, instance=copy(row))
        self.membership, self.row = membership, row
        self.offer()
        if row.pk or self.record_kind.watches_new:
            self.fields[SEEN_FIELD] = forms.CharField(
                widget=forms.HiddenInput, required=False, max_length=64, initial=fingerprint(row, self.watched)
            )

    def offer(self) -> None:
        """Limit what can be chosen to what the member may choose here, and leave out what a new record does not ask."""

    @property
    def written(self) -> list[str]:
        """The fields of the record that this form writes."""
        return [name for name in self._meta.fields or () if name in self.fields]

    @property
    def watched(self) -> list[str]:
        """The fields and columns that somebody else must not have changed in the meantime."""
        return [*self.written, *self.record_kind.watched]

    @property
    def values(self) -> dict[str, Any]:
        """What is written. Only after `is_valid`."""
        return {name: self.cleaned_data[name] for name in self.written}

    @property
    def beside(self) -> dict[str, Any]:
        """What was sent beside the record. Only after `is_valid`."""
        return {name: value for name, value in self.cleaned_data.items() if name not in {*self.written, SEEN_FIELD}}

    @property
    def seen(self) -> str:
        """The fingerprint of the record from which the form was drawn; empty for a new one. Only after `is_valid`."""
        return str(self.cleaned_data.get(SEEN_FIELD, ""))

    def show_theirs(self, record: Model, names: Sequence[str]) -> None:
        """Show what the record holds now, and take its fingerprint: sending the form again overwrites the record.

        Where no field differs, it is what stands beside them, such as a picture.
        """
        data: Any = self.data
        data = data.copy()
        data[SEEN_FIELD] = fingerprint(record, names)
        self.data = data
        stored = {name: value for name, value in self.record_values(record, names).items() if name in self.fields}
        changed = {name: value for name, value in stored.items() if _text(value) != _text(self.typed_value(name))}
        self.theirs = [(str(self[name].label), self.say_value(name, value)) for name, value in changed.items()]
        if not self.theirs:
            self.theirs = self.say_watched(record)

    def record_values(self, record: Model, names: Sequence[str]) -> dict[str, Any]:
        """Return what the record holds for each field of the form."""
        return {name: stored_value(record, name) for name in names}

    def typed_value(self, name: str) -> Any:
        """Return what was typed here for a field, to compare it with what the record holds."""
        return self.cleaned_data.get(name)

    def say_value(self, name: str, value: Any) -> str:
        """Return a value of the record in words, for people who compare it with theirs."""
        field = self.fields[name]
        choices: Any = getattr(field, "choices", ())
        if isinstance(field, forms.ModelChoiceField):
            rows = choices.queryset.model.objects.filter(pk__in=value if isinstance(value, list) else [value])
            return ", ".join(field.label_from_instance(row) for row in rows)
        if isinstance(field, forms.BooleanField):
            return gettext("Yes") if value else gettext("No")
        if isinstance(field, forms.ChoiceField):
            words: dict[str, Any] = {str(key): label for key, label in choices if not isinstance(label, list | tuple)}
            chosen = value if isinstance(value, list) else [value]
            return ", ".join(str(translate(words.get(str(key), str(key)))) for key in chosen)
        return "" if value is None else str(value)

    def say_watched(self, record: Any) -> list[tuple[str, str]]:
        """Say what stands beside the fields of the form, where somebody has changed that alone."""
        return [(str(self[name].label), gettext("Another picture")) for name in self.record_kind.watched.values()]

    def validate_unique(self) -> None:
        """Leave it to the kind, which says it in its own words with the series locked."""

    def validate_constraints(self) -> None:
        """Leave it to the kind, too."""


class RowsField(ManyField):
    """Rows that a record is related to."""

    def clean(self, value: Any) -> Any:
        """Return the rows with these keys. Refuse what is no key before the database meets it."""
        for key in value or ():
            if parse_key(str(key)) is None:
                raise forms.ValidationError(self.error_messages["invalid_pk_value"], "invalid_pk_value", {"pk": key})
        return super().clean(value)


class KnowersField(RowsField):
    """Characters whose players know of a record, with the names of their players."""

    def label_from_instance(self, obj: Character) -> str:
        """Return the character's name with that of its player."""
        name = isolate_name(obj.name)
        return f"{name} ({isolate_name(obj.owner.get_username())})" if obj.owner else name


class KnownForm(RecordForm):
    """The form of a record of which not everybody knows (`campaigns.models.Known`)."""

    known_to = forms.ChoiceField(
        label=_("Who knows"),
        choices=KnownTo.choices,
        initial=KnownTo.STORYTELLER,
        widget=forms.RadioSelect,
    )
    knowers = KnowersField(
        Character.objects.none(),
        label=_("Which players"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only used for “Some players”."),
    )

    def offer(self) -> None:
        """Offer the characters that have a player, and those that know of it already: they may get a player again."""
        characters = list_characters(self.membership.series_id)
        known = self.row.knowers.values("pk") if self.row.pk else []
        offered = characters.filter(Q(owner__isnull=False) | Q(pk__in=known))
        choose_from(self.fields["knowers"], offered)

    def clean(self) -> dict[str, Any]:
        """Require somebody who knows, where some shall know."""
        found = super().clean() or {}
        if found.get("known_to") == KnownTo.SOME and not found.get("knowers") and "knowers" not in self.errors:
            self.add_error("knowers", forms.ValidationError(_("Choose who knows of it.")))
        return found


def _text(value: Any) -> str:
    """Return a value as a browser would send it, to compare what was typed with what is stored."""
    return "" if value is None else str(plain(value))


def list_characters(series: int) -> Any:
    """Return the characters of a series for the choices of a form, with their players."""
    return Character.objects.filter(series=series).select_related("owner").defer(*Character.UNLISTED)


def choose_from(field: Any, rows: Any, empty: Any = None) -> None:
    """Let a field choose from these rows. `empty`: the words for none of them."""
    field.queryset = rows
    if empty is not None:
        field.empty_label = empty
