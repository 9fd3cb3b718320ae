"""Fields for names, titles and other words of people: of a form, and of a model. They keep what `rules.names` keeps."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models
from django.utils.html import escape
from django.utils.safestring import SafeString

from campaigns.core.visible_text import require_visible
from rules.names import MAX_NAME, clean_line, clean_name, clean_text, clean_values
from rules.text import RIGHT_TO_LEFT, isolate_name

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
    _TextField = models.TextField[str, str]
else:  # Django's own are not subscriptable at run time
    _CharField, _TextField = models.CharField, models.TextField


class Name(str):
    """A name in a script from right to left. A template that draws it keeps it apart from what stands around it.

    In a sentence that Python makes it is a plain string: put it in by `isolate_name`.
    """

    __slots__ = ()

    def __html__(self) -> SafeString:
        """Return the escaped name between marks that isolate it; they work in options and attributes, too."""
        return escape(isolate_name(str(self)))


def make_name(words: str | None) -> str | None:
    """Return words out of the database as templates draw them."""
    return words if words is None or words.isascii() or not RIGHT_TO_LEFT.search(words) else Name(words)


class NameField(forms.CharField):
    """A name or title that somebody types. If it is required, the eye must see something of it."""

    def __init__(self, *, required: bool = True, **more: Any) -> None:
        super().__init__(required=required, validators=[require_visible] if required else [], **more)

    def to_python(self, value: Any) -> str:
        """Return the name as it is kept. Raises `ValidationError` if it is required and nothing of it is seen."""
        typed = super().to_python(value) or ""
        if typed and self.required:
            require_visible(typed)
        return clean_line(typed)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Let the direction follow the first letter."""
        return {**super().widget_attrs(widget), "dir": "auto"}


class _CleanColumn:
    """A column that cleans what forms, services, importers and the files of a series set.

    Migrations see the field of Django, because the column is the same.
    """

    attname: str
    max_length: int | None

    def clean_stored(self, value: Any) -> Any:
        """Return what is kept of the words."""
        raise NotImplementedError

    def deconstruct(self) -> Any:
        """Return what a migration writes for this field."""
        name, _path, args, more = super().deconstruct()  # type: ignore[misc]  # the field's own
        return name, f"django.db.models.{self.get_internal_type()}", args, more  # type: ignore[attr-defined]

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the words as they are kept, and set them on the instance."""
        value = self.get_prep_value(super().pre_save(model_instance, add))  # type: ignore[misc]  # the field's own
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        """Return the words as they are kept."""
        value = super().get_prep_value(value)  # type: ignore[misc]  # the field's own
        return value if value is None else self.clean_stored(value)


class StoredName(_CleanColumn, _CharField):
    """The column of a name, a title, or other words on one line.

    Who draws them need not think of their direction (`Name`).
    """

    def clean_stored(self, value: Any) -> str:
        """Return the name as it is kept. A composed name may be longer than what was typed: then its end is cut."""
        return clean_name(value, self.max_length or MAX_NAME)

    def from_db_value(self, value: Any, *_where: object) -> Any:
        """Return the name as templates draw it."""
        return make_name(value)

    def formfield(self, **kwargs: Any) -> Any:
        """Return the field for names, unless the form asks for another."""
        return super().formfield(**{"form_class": NameField, **kwargs})


class StoredLines(_CleanColumn, _CharField):
    """The column of a short text of several lines."""

    def clean_stored(self, value: Any) -> str:
        """Return the text as it is kept."""
        return clean_text(value)[: self.max_length]


class StoredText(_CleanColumn, _TextField):
    """The column of a text of several lines."""

    def clean_stored(self, value: Any) -> str:
        """Return the text as it is kept."""
        return clean_text(value)


class StoredNames(StoredText):
    """The column of several names, one in each row of text."""

    def clean_stored(self, value: Any) -> str:
        """Return the names as they are kept, without empty rows."""
        return "\n".join(filter(None, map(clean_line, value.splitlines())))


class StoredValues(_CleanColumn, models.JSONField):
    """The column of JSON in which a person's words stand."""

    def clean_stored(self, value: Any) -> Any:
        """Return the JSON with its texts as they are kept."""
        return clean_values(value)
