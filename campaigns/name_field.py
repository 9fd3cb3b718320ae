"""Fields for names and titles: of a form, and of a model. Both keep what `rules.names` keeps."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models

from campaigns.visible import require_visible
from rules.names import MAX_NAME, clean_line, clean_name

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField  # Django's own is not subscriptable at run time


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


class StoredName(_CharField):
    """The column of a name or title. It cleans what forms, services, importers and the files of a series set.

    Migrations see a `CharField`, because the column is the same.
    """

    def deconstruct(self) -> Any:
        """Return what a migration writes for this field."""
        name, _path, args, more = super().deconstruct()
        return name, "django.db.models.CharField", args, more

    def formfield(self, **kwargs: Any) -> Any:
        """Return the field for names, unless the form asks for another."""
        return super().formfield(**{"form_class": NameField, **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the name as it is kept, and set it on the instance."""
        value = self.get_prep_value(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        """Return the name as it is kept. A composed name may be longer than what was typed: then its end is cut."""
        value = super().get_prep_value(value)
        return clean_name(value, self.max_length or MAX_NAME) if isinstance(value, str) else value
