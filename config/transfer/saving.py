"""Take the values of rows out of a file, check them more strictly than fields do, and save them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.fields import MessageField
from config.transfer.fields import MAX_POSITION
from config.transfer.rows import LAST_SECOND, Row, parse_optional, parse_second, parse_time
from rules.names import clean_name


def save(row: Row) -> Row:
    """Check a row more strictly than its fields do, and save it. What is stored as JSON was checked before."""
    check_types(row)
    row.full_clean(exclude=[field.name for field in row._meta.concrete_fields if isinstance(field, models.JSONField)])
    row.save()
    return row


def check_types(row: models.Model) -> None:
    """Refuse what fields would turn into text or numbers, and more than a form would allow. Clean single lines."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, models.TextField | models.CharField) and not isinstance(field, MessageField):
            if not isinstance(value, str):
                raise TypeError
            if field.max_length and len(value) > field.max_length:
                raise Refused(
                    _("The file is not valid: %(field)s is too long somewhere in it.") % {"field": field.verbose_name},
                    status=422,
                )
        is_number = isinstance(field, models.IntegerField) and value is not None
        if is_number and (type(value) is not int or abs(value) > LAST_SECOND):
            raise ValueError
    _clean_lines(row)


def _clean_lines(row: models.Model) -> None:
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
    if "begins_at" in values:
        values["begins_at"] = parse_optional(values["begins_at"], parse_second)
    return {**values, "closed_at": parse_optional(values["closed_at"], parse_time)}


def take_list(row: Mapping[str, Any], name: str) -> list[Any]:
    """Return a list in the file. Raises `TypeError` if it is none, and `KeyError` if it is missing."""
    found = row[name]
    if not isinstance(found, list):
        raise TypeError
    return found
