"""The Django app of the record."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """The record: series, characters, and what happens between sessions."""

    name = "campaigns"
