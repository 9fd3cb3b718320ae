"""Posts: longer words in Markdown, and how their writers change them."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle.drafts import drop_draft
from campaigns.core.seats import seat_members
from campaigns.core.visible_text import is_visible
from campaigns.models import Membership, NoticeKind, ReadMark
from campaigns.notices.read_marks import story_key
from campaigns.notices.services import notify
from play.commands.chat import say_to
from play.commands.context import CommandContext
from play.commands.forms import check_text
from play.commands.moves import MAX_POST, EditPost, Post
from play.commands.voices import find_voice
from play.models import Command, Entry
from play.table.history import is_effective, table_spans
from play.table.people import load_characters
from play.table.seat_log import find_number
from play.table.speech import Posted, PostEdited, Said, count_edits
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.text import Text

AT_THE_TABLE = timedelta(minutes=1)
"""Somebody who has read or done something within this time is at the table, and needs no notice."""


def post(context: CommandContext, move: Post) -> Sequence[Event]:
    """Put a post into the log. The writer's draft for the scene is done with."""
    posted = say_to(context, find_voice(context, move), move.to, _clean(move.text), Posted)
    context.afterwards.append(partial(drop_draft, context.membership, context.scene))
    context.afterwards.append(partial(_notify_readers, context, posted))
    return [posted]


def edit_post(context: CommandContext, move: EditPost) -> Sequence[Event]:
    """Change a post: its writer may, as long as it counts. The first text stays in the log."""
    number, text = find_number(context.table, context.seat, move.entry) or 0, _clean(move.text)
    entry = Entry.objects.filter(table=context.table, number=number, event__kind=Posted.__name__).first()
    if entry is None or entry.command.user_id != context.membership.user_id:
        raise IllegalMove("not_your_post", Text("You can edit only your own posts."))
    if not is_effective(table_spans(context.table, context.table.number), entry.number):
        raise IllegalMove("taken_back", Text("This post was taken back. Write a new one."))
    if move.times != count_edits(context.state.edits, entry.number):
        raise IllegalMove(
            "changed_elsewhere",
            Text("You edited this post elsewhere in the meantime. Your text here is not saved yet."),
        )
    audience = None if entry.event["audience"] is None else tuple(entry.event["audience"])
    return [PostEdited(entry.number, context.table.number + 1, text, audience=audience)]


def _clean(text: str) -> str:
    """Return a text as it is stored. Raises `BadInput` for one that is empty, too long, or holds what no text has."""
    plain = check_text(text, "text").replace("\r\n", "\n").strip()
    if not is_visible(plain):
        raise BadInput("empty_text", Text("Write something first."))
    if len(plain) > MAX_POST:
        sentence = Text("A post can be up to {n} characters; this has {text}.", n=MAX_POST, text=len(plain))
        raise BadInput("long_text", sentence)
    return plain


def _notify_readers(context: CommandContext, posted: Said) -> None:
    """Give notice of a post to those who may read it and are not at the table. The notice holds none of its words."""
    scene, since = context.scene, timezone.now() - AT_THE_TABLE
    members = list(Membership.objects.filter(series=context.series, user__is_active=True).select_related("user"))
    seats = seat_members(members, load_characters(scene))
    readers = {
        member.user_id
        for member in members
        if seats[member.user_id].may_see(posted.audience) and (seats[member.user_id].storyteller or not scene.is_hidden)
    }
    there = set(ReadMark.objects.filter(scene=scene, at__gt=since).values_list("user", flat=True))
    acted = Command.objects.filter(table=context.table, at__gt=since, user__in=readers)
    away = readers - there - set(acted.values_list("user", flat=True)) - {context.membership.user_id}
    words, url = Text("A new post in “{title}”", title=scene.title), reverse("table_unread", args=[scene.pk])
    notify(NoticeKind.STORY, context.series, away, story_key(scene.pk), words, url)
