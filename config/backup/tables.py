"""Which tables a backup holds, and how their values are written as JSON."""

import base64
from datetime import date
from typing import Any, TypeAlias
from uuid import UUID

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.db import connections, models
from django.db.migrations.recorder import MigrationRecorder

LEFT_BEHIND = frozenset(
    {
        "sessions.Session",
        "usersessions.UserSession",
        "campaigns.SearchText",
        "campaigns.SearchedLog",
        "campaigns.SeatToken",
        "campaigns.Webhook",
        "campaigns.WebhookPlace",
        "campaigns.WebhookDelivery",
        "campaigns.Overlay",
    }
)
"""Tables that no backup holds: who is signed in, the index of the search, which is rebuilt from the rows, tokens and
webhooks of the API, and addresses of overlays: one that was revoked must not live again."""

AnyField: TypeAlias = "models.Field[Any, Any]"


def list_models(apps: Apps = current_apps) -> list[type[models.Model]]:
    """Return the models of all tables, ours and those of other apps, also those of many-to-many relations.

    `apps` is the registry to take them from: by default the current one.
    """
    found = (model for model in apps.get_models(include_auto_created=True) if model._meta.managed)
    return [model for model in found if not model._meta.proxy and model._meta.label not in LEFT_BEHIND]


def list_columns(model: type[models.Model]) -> list[AnyField]:
    """Return the fields that have a column, in a fixed order."""
    return list(model._meta.local_concrete_fields)


def list_names(model: type[models.Model]) -> list[str]:
    """Return the names of those columns in the manifest."""
    return [column.attname for column in list_columns(model)]


def list_migrations(alias: str) -> list[str]:
    """Return the migrations that were applied to a database."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connections[alias]).applied_migrations())


def to_json(value: object) -> object:
    """Return the JSON form of a value from the ORM."""
    if isinstance(value, date):  # datetimes too
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, (bytes, memoryview)):
        return base64.b64encode(value).decode("ascii")
    return value


def from_json(field: AnyField, value: object) -> object:
    """Return the value of its JSON form. Raises `ValidationError` if the field cannot hold it."""
    if value is None or isinstance(field, models.JSONField):
        return value
    return field.to_python(value)
