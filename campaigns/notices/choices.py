"""What people choose of notifications: how each kind reaches them, their devices, and a series' Discord channel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.locks import lock_person, series_to_run
from campaigns.core.refusals import Refused
from campaigns.models import (
    Announcement,
    Delivery,
    DiscordWebhook,
    Membership,
    NoticeKind,
    NoticeSettings,
    PushDevice,
    Series,
    User,
)
from campaigns.models.notice import Channel, DeliveryState
from rules.text import Text

MAX_DEVICES = 10
"""The most devices of one person."""
CHANNEL_TEST = "discord test"
"""The key of the announcement that tests a channel."""


class How(models.TextChoices):
    """How a person hears of things, in addition to pushes."""

    OFF = "off", gettext_lazy("Not at all")
    APP = "app", gettext_lazy("In the app")
    DIGEST = "digest", gettext_lazy("In the app and in a daily email")
    MAIL = "mail", gettext_lazy("In the app and by email at once")


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


def settings_of(user: User) -> NoticeSettings:
    """Return what a person has chosen; the defaults, unsaved, for one who has chosen nothing."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def choose(user: User, choices: Mapping[NoticeKind, Choice], values: Mapping[str, Any]) -> None:
    """Store what a person has chosen for each kind, and the times and the language (`values`)."""
    stored = {**values, "choices": store_choices(choices)}
    NoticeSettings.objects.update_or_create(user=user, defaults=stored)


def remember_reader(user: User, language: str, zone: str) -> None:
    """Note in which language and time zone a person reads, as her browser says when she signs in."""
    NoticeSettings.objects.update_or_create(user=user, defaults={"language": language, "zone": zone})


def stop_letters(pk: int) -> None:
    """Send a person no e-mails of notices now. Where she was notified by e-mail, she is notified in the app."""
    user = User.objects.filter(pk=pk).first()
    if user is None:
        return
    chosen = settings_of(user)
    found = {kind: find_choice(chosen, kind) for kind in NoticeKind}
    silent = {
        kind: Choice(How.APP, choice.push) if choice.how in (How.MAIL, How.DIGEST) else choice
        for kind, choice in found.items()
    }
    choose(user, silent, {})
    Delivery.objects.filter(notice__user=user, way=Channel.MAIL, state=DeliveryState.WAITING).delete()


def add_device(user: User, values: Mapping[str, str], name: str) -> None:
    """Let a browser show pushes. One that showed those of somebody else shows this person's from now on."""
    with transaction.atomic():
        lock_person(user)
        mine = PushDevice.objects.filter(user=user).exclude(endpoint=values["endpoint"])
        if mine.count() >= MAX_DEVICES:
            sentence = _("You already have %(most)s devices. Remove one first.")
            raise Refused(sentence % {"most": MAX_DEVICES})
        PushDevice.objects.filter(endpoint=values["endpoint"]).delete()
        PushDevice.objects.create(user=user, name=name[:100], **values)


def remove_device(user: User, pk: int) -> None:
    """Send a device no more pushes."""
    PushDevice.objects.filter(user=user, pk=pk).delete()


def set_webhook(membership: Membership, address: str) -> None:
    """Post from now on to this address of Discord what all members may know of the series."""
    with series_to_run(membership) as series:
        DiscordWebhook.objects.update_or_create(series=series, defaults={"address": address, "trouble": ""})


def try_channel(membership: Membership) -> None:
    """Post a test to the Discord channel of a series, soon. Raises `Refused` if it has none."""
    with series_to_run(membership) as series:
        if not DiscordWebhook.objects.filter(series=series).exists():
            raise Refused(_("No channel connected."))
        words, url = (
            Text("Test: notifications of “{series}” arrive here.", series=series.name),
            reverse("series", args=[series.pk]),
        )
        tests = Announcement.objects.filter(series=series, key=CHANNEL_TEST)
        tests.delete()
        Announcement.objects.create(series=series, kind=NoticeKind.SESSION, key=CHANNEL_TEST, words=words, url=url)


def find_channel_test(series: Series) -> Announcement | None:
    """Return the last test of the channel, with what came of it."""
    return Announcement.objects.filter(series=series, key=CHANNEL_TEST).first()


def remove_webhook(membership: Membership) -> None:
    """Post nothing of the series now."""
    with series_to_run(membership) as series:
        DiscordWebhook.objects.filter(series=series).delete()
        Announcement.objects.filter(series=series, state=DeliveryState.WAITING).delete()
        Announcement.objects.filter(series=series, key=CHANNEL_TEST).delete()
