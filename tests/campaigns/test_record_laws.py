"""Every form of a record keeps what another person wrote meanwhile, in each field that it writes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import models, transaction
from django.urls import reverse

from campaigns.edit_conflict import SEEN_FIELD, plain, stored_value
from campaigns.models import Character, Scene, Story, Subject
from tests.cast import Cast
from tests.conftest import SignIn

Made = tuple[Any, str]
"""A record, and the address of its form."""


def make_thread(cast: Cast) -> Made:
    thread = cast.series.threads.create(title="The hollow pile", known_to="all", segments=6)
    thread.scenes.set([cast.scene])
    return thread, reverse("thread_edit", args=[thread.pk])


def make_subject(cast: Cast) -> Made:
    page = cast.series.subjects.create(name="The Pier", known_to="some", portrait_name="p1", character=cast.warden)
    page.knowers.set([cast.duelist])
    return page, reverse("subject_edit", args=[page.pk])


def make_secret(cast: Cast) -> Made:
    page, _address = make_subject(cast)
    secret = page.secrets.create(series=cast.series, text="It leans.", known_to="some")
    secret.knowers.set([cast.duelist])
    return secret, reverse("secret_edit", args=[secret.pk])


def make_tie(cast: Cast) -> Made:
    ends = {name: cast.series.subjects.create(name=name) for name in ("source", "target")}
    tie = cast.series.ties.create(**ends, known_to="all", since=cast.scene, until=cast.scene, ended=True)
    return tie, reverse("tie_edit", args=[tie.pk])


def make_handout(cast: Cast) -> Made:
    handout = cast.series.handouts.create(title="A map", text="The piers", picture_name="p1", scene=cast.scene)
    return handout, reverse("handout_edit", args=[handout.pk])


def make_attachment(cast: Cast) -> Made:
    attachment = cast.series.attachments.create(title="The weir", number=10_001, known_to="all")
    return attachment, reverse("attachment_edit", args=[attachment.pk])


def make_session(cast: Cast) -> Made:
    session = cast.series.sessions.create(words="At the quay")
    return session, reverse("session_edit", args=[session.pk])


def make_recap(cast: Cast) -> Made:
    recap = cast.series.recaps.create(scene=cast.scene, text="They crossed.")
    return recap, reverse("recap_edit", args=["scene", cast.scene.pk])


def make_note(cast: Cast) -> Made:
    note = cast.series.private_notes.create(scene=cast.scene, user=cast.storyteller, text="Ask the warden.")
    return note, reverse("private_note", args=[cast.scene.pk])


RECORDS: list[Callable[[Cast], Made]] = [
    make_thread,
    make_subject,
    make_secret,
    make_tie,
    make_handout,
    make_attachment,
    make_session,
    make_recap,
    make_note,
]
OTHERS: dict[type[models.Model], Callable[[Cast], Any]] = {
    Character: lambda cast: cast.heroine,
    Scene: lambda cast: cast.hidden_scene,
    Story: lambda cast: cast.hidden_story,
    Subject: lambda cast: cast.series.subjects.create(name="The weir"),
}
"""What somebody ties a record to meanwhile."""


def change(record: Any, name: str, cast: Cast) -> None:
    """Let somebody else change one field of a record."""
    field = record._meta.get_field(name)
    if isinstance(field, models.ManyToManyField):
        getattr(record, name).add(OTHERS[field.related_model](cast))
        return
    if field.is_relation:
        value: Any = OTHERS[field.related_model](cast)
    elif field.choices:
        value = next(key for key, _label in field.choices if key != getattr(record, name))
    elif isinstance(field, models.BooleanField):
        value = not getattr(record, name)
    elif isinstance(field, models.IntegerField):
        value = getattr(record, name) + 30
    elif isinstance(field, models.JSONField):
        value = {"changed": "meanwhile"}
    else:
        value = "Meanwhile."
    type(record).objects.filter(pk=record.pk).update(**{name: value})


def typed(form: Any) -> dict[str, Any]:
    """What a browser would send of a form that nobody has touched."""
    sent = {field.name: field.value() for field in form if not field.field.disabled}
    kept = {name: plain(value) for name, value in sent.items() if value not in (None, "", False)}
    kept["do"] = "draft"  # the button of a recap
    return {name: list(map(str, value)) if isinstance(value, list) else str(value) for name, value in kept.items()}


@pytest.mark.parametrize("make", RECORDS, ids=lambda make: make.__name__.removeprefix("make_"))
def test_an_old_form_replaces_nothing_that_another_person_changed(make: Any, cast: Cast, sign_in: SignIn) -> None:
    record, address = make(cast)
    client = sign_in(cast.storyteller)
    form = client.get(address).context["form"]
    sent = typed(form)
    assert sent[SEEN_FIELD]
    for name in form.watched:
        with transaction.atomic():
            change(record, name, cast)
            record.refresh_from_db()
            before = {one: plain(stored_value(record, one)) for one in form.watched}
            answer = client.post(address, sent)
            assert (name, answer.status_code) == (name, 409)
            shown = answer.context["form"]
            assert len(shown.theirs) == 1, name
            assert typed(shown) | {SEEN_FIELD: ""} == sent | {SEEN_FIELD: ""}, name
            record.refresh_from_db()
            assert before == {one: plain(stored_value(record, one)) for one in form.watched}, name
            transaction.set_rollback(True)
        record.refresh_from_db()
    assert client.post(address, sent).status_code == 302
