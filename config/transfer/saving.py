"""Take the values of rows out of a file, check them more strictly than fields do, and save them."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.db import models
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from config.transfer.fields import MAX_POSITION
from config.transfer.rows import read_second, read_time
from rules.names import clean_name

Row = TypeVar("Row", bound=models.Model)


def fill(row: Row, data: Mapping[str, Any], names: Iterable[str]) -> Row:
    """Save a row with the values of these fields in the file."""
    for name, value in pick(type(row), data, names).items():
        setattr(row, name, value)
    return save(row)


def save(row: Row) -> Row:
    """Check a row more strictly than its fields do, and save it.

    Fields turn anything into text, and allow more than a form would.
    """
    for field in row._meta.concrete_fields:
        if isinstance(field, models.TextField | models.CharField):
            value = getattr(row, field.attname)
            if not isinstance(value, str):
                raise TypeError
            if field.max_length and len(value) > field.max_length:
                raise Refused(
                    _("The file is not valid: %(field)s is too long somewhere in it.") % {"field": field.verbose_name},
                    status=422,
                )
    clean_lines(row)
    row.full_clean()
    row.save()
    return row


def clean_lines(row: models.Model) -> None:
    """Write names, titles and other single lines of a row as they are kept. Their lengths were checked."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, models.CharField) and isinstance(value, str) and not value.isascii():
            setattr(row, field.attname, clean_name(value, field.max_length or len(value)))


def pick(model: type[models.Model], row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the values of these fields. A field that older files lack, and that may be empty, keeps its default."""
    return {
        name: row[name] for name in names if name in row or not getattr(model._meta.get_field(name), "blank", False)
    }


def pick_chapter(model: type[models.Model], row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the values of a story, episode, scene or downtime, as `pick` does. Raises `ValueError` or `TypeError`."""
    values = pick(model, row, names)
    if values["position"] > MAX_POSITION:
        raise ValueError
    if values.get("begins_at") is not None:
        values["begins_at"] = read_second(values["begins_at"])
    if values["closed_at"] is not None:
        values["closed_at"] = read_time(values["closed_at"])
    return values


def take_list(row: Mapping[str, Any], name: str) -> list[Any]:
    """Return a list in the file. Raises `TypeError` if it is none, and `KeyError` if it is missing."""
    found = row[name]
    if not isinstance(found, list):
        raise TypeError
    return found
