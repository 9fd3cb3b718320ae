"""Settings of a version after this one: the record has one more migration."""

from config.settings import *  # noqa: F403

MIGRATION_MODULES = {"campaigns": "tests.releases.later"}
