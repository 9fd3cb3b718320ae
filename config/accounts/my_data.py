"""All that this server stores of one person, for that person, without what others would not show them."""

import json
from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify

from campaigns.accounts.services import list_sessions
from campaigns.chronicle.recaps.visible import visible_recaps
from campaigns.core.access import visible_parts
from campaigns.core.decorators import login_required
from campaigns.core.known import known_rows
from campaigns.core.language import translate
from campaigns.imports import storywheel_file
from campaigns.models import (
    Attachment,
    Attendee,
    Doing,
    Downtime,
    DowntimeResult,
    Draft,
    ExperienceEntry,
    KnownTo,
    Membership,
    Notice,
    NoticeSettings,
    PrivateNote,
    Project,
    Proposal,
    PushDevice,
    ReadMark,
    RunState,
    Scene,
    SeatToken,
    Secret,
    SessionAnswer,
    SheetChange,
    Subject,
    User,
    Webhook,
)
from play.models import Entry, Wait

FORMAT = "storywheel-my-data"
SPOKEN = ("Said", "Emoted", "Posted", "PostEdited", "DiceMixed")


@login_required("GET")
def my_data(request: HttpRequest, user: User) -> HttpResponse:
    """Return the person's data as a file."""
    answer = HttpResponse(write(user), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="storywheel-{slugify(user.get_username()) or "me"}.json"'
    return answer


def write(user: User) -> bytes:
    """Return the file as JSON, with times in ISO 8601. It only says that second factors and other sign-ins
    exist."""
    mine = Membership.objects.filter(user=user).select_related("series")
    memberships = list(mine.prefetch_related("absences__stand_in"))
    scenes = _name_scenes(memberships)
    data = {
        "format": FORMAT,
        "written_at": timezone.now(),
        **_describe_account(user),
        "memberships": [_membership(member) for member in memberships],
        **_describe_characters(user),
        "downtimes": _list_downtimes(user, memberships),
        "secrets": _list_secrets(user),
        "pictures_and_files": _list_uploads(user, memberships),
        "notes": _list_notes(user, scenes),
        "recaps": _list_recaps(user, memberships),
        "dates": _list_dates(user),
        "read": _list_read(user, scenes),
        "awaited": _list_awaited(user, scenes),
        "notices": _list_notices(user),
        "tokens": _list_tokens(user),
        "webhooks": _list_webhooks(user),
        "said": _list_said(user, scenes),
        "drafts": _list_drafts(user, scenes),
    }
    return json.dumps(data, ensure_ascii=False, indent=1, default=_plain).encode()


def _describe_account(user: User) -> dict[str, Any]:
    return {
        "account": {name: getattr(user, name) for name in ("username", "email", "date_joined", "last_login")},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "signed_in": [
            {"since": session.created_at, "address": session.ip, "browser": session.user_agent}
            for session in list_sessions(user)
        ],
        "second_steps": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sign_in_by": list(SocialAccount.objects.filter(user=user).values("provider", "uid", "date_joined")),
    }


def _describe_characters(user: User) -> dict[str, Any]:
    """Return the person's characters, and what was written, paid, bought and worked at for them."""
    changes = SheetChange.objects.filter(user=user, character__owner=user)
    mine = {"character__owner": user}
    bought = ("character__name", "at", "label", "points", "state", "words", "answer", "values")
    return {
        "characters": [
            {
                "series": character.series.name,
                **storywheel_file.write(character, False),
                "player_notes": character.player_notes,
            }
            for character in user.characters.select_related("series")
        ],
        "sheet_changes": list(changes.values("character__name", "at", "why")),
        "experience": list(ExperienceEntry.objects.filter(**mine).values("character__name", "at", "points", "reason")),
        "purchases": list(Proposal.objects.filter(**mine).values(*bought)),
        "projects": list(Project.objects.filter(**mine).values("character__name", "title", "gains", "outcome")),
    }


def _plain(value: object) -> str:
    isoformat = getattr(value, "isoformat", None)
    return str(isoformat() if isoformat else value)


def _membership(member: Membership) -> dict[str, Any]:
    return {
        "series": member.series.name,
        "role": member.role,
        "joined_at": member.joined_at,
        "owner": member.series.owner_id == member.user_id,
        "absences": [
            {"first_day": absence.first_day, "last_day": absence.last_day, "stand_in": str(absence.stand_in or "")}
            for absence in member.absences.all()
        ],
    }


def _list_downtimes(user: User, memberships: list[Membership]) -> list[dict[str, Any]]:
    """Return what was put in for the person's characters, and the published results, of downtimes that they may see."""
    rows: list[dict[str, Any]] = []
    for member in memberships:
        places = visible_parts(Downtime.objects.filter(story__series=member.series_id), member)
        doings = Doing.objects.filter(character__owner=user, downtime__in=places)
        results = DowntimeResult.objects.filter(
            character__owner=user, run__downtime__in=places, run__state=RunState.PUBLISHED
        )
        days = doings.values("downtime__title", "character__name", "kind", "first", "days", "text", "secret")
        accounts = results.values("run__downtime__title", "character__name", "lines", "words")
        rows += [dict(row) for row in days] + [dict(row) for row in accounts]
    return rows


def _list_uploads(user: User, memberships: list[Membership]) -> list[dict[str, Any]]:
    """Return what the person has uploaded. The series is named only if they are still in it."""
    names = {member.series_id: member.series.name for member in memberships}
    rows = Attachment.objects.filter(uploaded_by=user).order_by("pk").values_list("series", "created_at", "title")
    return [{"where": names.get(series, ""), "at": at, "title": title} for series, at, title in rows]


def _list_dates(user: User) -> dict[str, Any]:
    """Return the person's answers to proposed dates, and the sessions at which they were. Of their feed only that it
    exists."""
    answers = SessionAnswer.objects.filter(user=user).order_by("pk")
    there = Attendee.objects.filter(user=user).order_by("pk")
    return {
        "answers": list(answers.values("date__session__series__name", "date__starts_at", "reply")),
        "attended": list(there.values("session__series__name", "session__starts_at")),
        "feed": user.feed_token is not None,
    }


def _list_secrets(user: User) -> list[dict[str, Any]]:
    """Return what the person's characters know about people and places and not everybody knows."""
    about = known_rows(Subject, user.pk).values("pk")
    some = Secret.objects.filter(known_to=KnownTo.SOME, knowers__owner=user).values("pk")
    known = known_rows(Secret, user.pk).filter(pk__in=some, subject__in=about).order_by("pk")
    return [dict(row) for row in known.values("series__name", "subject__name", "text")]


def _name_scenes(memberships: list[Membership]) -> dict[int, str]:
    """Return the names of the scenes that the person may still see."""
    seen: dict[int, str] = {}
    for member in memberships:
        scenes = visible_parts(Scene.objects.filter(episode__story__series=member.series_id), member)
        seen |= {scene.pk: f"{member.series.name}: {scene.title}" for scene in scenes}
    return seen


def _list_notes(user: User, scenes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the person's private notes, which are in no other file but a backup."""
    notes = PrivateNote.objects.filter(user=user).values_list("scene", "changed_at", "text")
    return [{"where": scenes.get(scene or 0, ""), "at": at, "text": text} for scene, at, text in notes]


def _list_drafts(user: User, scenes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return what the person is writing for scenes, which is in no other file but a backup."""
    drafts = Draft.objects.filter(user=user).values_list("scene", "changed_at", "text")
    return [{"where": scenes.get(scene, ""), "at": at, "text": text} for scene, at, text in drafts]


def _list_read(user: User, scenes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return when the person last read which log. The scene is named only if they may still see it."""
    marks = ReadMark.objects.filter(user=user).order_by("pk").values_list("scene", "at")
    return [{"where": scenes.get(scene, ""), "at": at} for scene, at in marks]


def _list_awaited(user: User, scenes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return since when, until when and for how long the person was awaited in scenes by post that they may see."""
    rows = Wait.objects.filter(user=user).values("table__scene", "kind", "name", "since", "due_at", "ended_at")
    return [{**row, "table__scene": scenes[row["table__scene"]]} for row in rows if row["table__scene"] in scenes]


def _list_notices(user: User) -> dict[str, Any]:
    """Return the person’s notifications and choices. Of devices only their names."""
    chosen = NoticeSettings.objects.filter(user=user)
    notices = Notice.objects.filter(user=user).select_related("series").order_by("pk")
    return {
        "told": [
            {
                "where": notice.series.name,
                "at": notice.created_at,
                "words": translate(notice.words),
                "read_at": notice.read_at,
            }
            for notice in notices
        ],
        "chosen": list(chosen.values("choices", "digest_hour", "quiet_from", "quiet_until", "zone", "language")),
        "devices": list(PushDevice.objects.filter(user=user).values("name", "created_at")),
    }


def _list_tokens(user: User) -> list[dict[str, Any]]:
    """Return what the person's tokens of the API are called and may do. Their secrets are stored nowhere."""
    named = ("membership__series__name", "name", "scope", "created_at", "expires_at", "last_used_at")
    return list(SeatToken.objects.filter(membership__user=user).order_by("pk").values(*named))


def _list_webhooks(user: User) -> list[dict[str, Any]]:
    """Return where the person has posted what she may see, without the secrets."""
    named = ("membership__series__name", "address", "created_at", "failing_since", "ended_at")
    return list(Webhook.objects.filter(membership__user=user).order_by("pk").values(*named))


def _list_recaps(user: User, memberships: list[Membership]) -> list[dict[str, Any]]:
    """Return the recaps that the person wrote last, where they may still read them."""
    found: list[dict[str, Any]] = []
    for member in memberships:
        recaps = visible_recaps(member).filter(edited_by=user).select_related("scene", "episode")
        found += [
            {"where": f"{member.series.name}: {recap.part}", "at": recap.edited_at, "text": recap.text}
            for recap in recaps
        ]
    return found


def _list_said(user: User, scenes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return what the person said at tables, oldest first. The scene is named only if they may still see it."""
    entries = Entry.objects.filter(command__user=user, event__kind__in=SPOKEN).order_by("pk")
    rows = entries.values_list("table__scene_id", "at", "event__text")
    return [{"where": scenes.get(scene, ""), "at": at, "text": text} for scene, at, text in rows]
