"""What a person has chosen for each kind of notice."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import NoticeKind, NoticeSettings


class How(models.TextChoices):
    """How a person hears of things, besides pushes."""

    OFF = "off", _("Not at all")
    APP = "app", _("In the app")
    DIGEST = "digest", _("In the app and in a daily email")
    MAIL = "mail", _("In the app and by email at once")


@dataclass(frozen=True, slots=True)
class Choice:
    """How a person hears of one kind of thing, and whether her devices show it too. `OFF` counts for them as well."""

    how: How
    push: bool


DEFAULTS: Mapping[NoticeKind, Choice] = {
    NoticeKind.TURN: Choice(How.DIGEST, True),
    NoticeKind.ANSWER: Choice(How.DIGEST, True),
    NoticeKind.DEADLINE: Choice(How.MAIL, True),
    NoticeKind.NUDGE: Choice(How.MAIL, True),
    NoticeKind.UNDO: Choice(How.DIGEST, True),
    NoticeKind.STORY: Choice(How.APP, False),
    NoticeKind.HANDOUT: Choice(How.APP, False),
    NoticeKind.MENTION: Choice(How.DIGEST, True),
    NoticeKind.DOWNTIME: Choice(How.DIGEST, True),
    NoticeKind.PROPOSAL: Choice(How.DIGEST, True),
    NoticeKind.SESSION: Choice(How.MAIL, True),
    NoticeKind.MEMBER: Choice(How.APP, False),
    NoticeKind.WEBHOOK: Choice(How.DIGEST, False),
}


def find_choice(settings: NoticeSettings | None, kind: NoticeKind) -> Choice:
    """Return what a person has chosen for a kind, or its default. `settings` is None for one who has chosen nothing."""
    stored = settings.choices.get(kind) if settings else None
    if not stored:
        return DEFAULTS[kind]
    return Choice(How(stored["how"]), bool(stored["push"]))


def store_choices(choices: Mapping[NoticeKind, Choice]) -> dict[str, object]:
    """Return choices as `NoticeSettings.choices` holds them."""
    return {kind: {"how": choice.how.value, "push": choice.push} for kind, choice in choices.items()}
