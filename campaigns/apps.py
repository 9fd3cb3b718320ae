"""The app's name for Django."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """The record: series, characters and what lies between the sessions."""

    name = "campaigns"
