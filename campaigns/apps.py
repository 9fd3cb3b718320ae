"""The Django app of the record."""

from django.apps import AppConfig
from django.urls import register_converter


class CampaignsConfig(AppConfig):
    """The record: series, characters, and what happens between sessions."""

    name = "campaigns"

    def ready(self) -> None:
        """Register the converters of addresses, before any app's addresses are read."""
        from campaigns.core.converters import KeyConverter, KindConverter

        register_converter(KeyConverter, "key")
        register_converter(KindConverter, "kind")
