"""A Storywheel of its own in this process: its database lives in memory, its files in a folder of their own."""

import os
import tempfile

import django
from django.core.management import call_command

os.environ.setdefault("STORYWHEEL_VAR", tempfile.mkdtemp())
os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


def make_tables() -> None:
    """Make the tables of the database."""
    call_command("migrate", verbosity=0)
