"""Every form of a record keeps what another person wrote meanwhile, in each field that it writes."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import models, transaction
from django.forms import MultiWidget
from django.urls import get_resolver, reverse

from campaigns.calendar.calendar import DAY, Calendar, dump_calendar
from campaigns.calendar.forms import CalendarForm
from campaigns.chronicle.forms import DowntimeForm, EpisodeForm, PartForm, SceneForm, StoryForm
from campaigns.chronicle.recaps.forms import RecapForm
from campaigns.core.edit_conflict import SEEN_FIELD, plain, stored_value
from campaigns.core.records.form import KnownForm, RecordForm
from campaigns.core.records.settings import SettingsForm
from campaigns.downtime.forms import ResultForm
from campaigns.downtime.projects.forms import ProjectForm, RatingForm
from campaigns.handouts.attachments.forms import AttachmentForm, UploadForm
from campaigns.handouts.forms import HandoutForm
from campaigns.handouts.private_notes.forms import NoteForm
from campaigns.models import Character, DowntimeResult, DowntimeRun, Project, RunState, Scene, Story, Subject
from campaigns.people.forms import SecretForm, SubjectForm
from campaigns.people.ties.forms import TieForm
from campaigns.series.boundaries.forms import BoundariesForm
from campaigns.series.forms import BudgetForm, ClockForm, FirstGameForm, NewSeriesForm, OptionsForm, SeriesForm
from campaigns.sessions.absences.forms import RestForm
from campaigns.sessions.deadlines import Rest, dump_rest
from campaigns.sessions.forms import SessionForm
from campaigns.threads.forms import ThreadForm
from rules import get_system
from rules.codec import encode
from tests.cast import Cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

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


def make_series(cast: Cast) -> Made:
    return cast.series, reverse("series_edit", args=[cast.series.pk])


def make_options(cast: Cast) -> Made:
    return cast.series, reverse("series_options", args=[cast.series.pk])


def make_budget(cast: Cast) -> Made:
    return cast.series, reverse("series_budget", args=[cast.series.pk])


def make_rest(cast: Cast) -> Made:
    return cast.series, reverse("series_rest", args=[cast.series.pk])


def make_calendar(cast: Cast) -> Made:
    return cast.series, reverse("series_calendar", args=[cast.series.pk])


def make_boundaries(cast: Cast) -> Made:
    cast.series.lines = "Needles"
    cast.series.save()
    return cast.series, reverse("boundaries_edit", args=[cast.series.pk])


def make_clock(cast: Cast) -> Made:
    type(cast.series).objects.filter(pk=cast.series.pk).update(clock=2 * DAY + 3 * 3600 + 7)
    return cast.series, reverse("series_clock", args=[cast.series.pk])


def make_part(kind: str, part: str, **values: Any) -> Callable[[Cast], Made]:
    def make(cast: Cast) -> Made:
        made = getattr(cast, part)
        type(made).objects.filter(pk=made.pk).update(begins_at=DAY + 3 * 3600 + 7, in_world_time="Dusk", **values)
        made.refresh_from_db()
        return made, reverse("part_edit", args=[kind, made.pk])

    return make


def make_project(cast: Cast) -> Made:
    """In a game that has tasks."""
    sheets, rolled = get_system("exalted2e").sheets, {"attribute": "intelligence", "ability": "craft"}
    type(cast.series).objects.filter(pk=cast.series.pk).update(system="exalted2e")
    sheet = encode(sheets.make(next(iter(sheets.archetypes))))
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=sheet)
    made = Project.objects.create(character=cast.heroine, title="A boat", request=rolled, difficulty=3, goal=6)
    return made, reverse("project", args=[made.pk])


def make_result(cast: Cast) -> Made:
    run = DowntimeRun.objects.create(downtime=cast.downtime, seed="a", state=RunState.LOOK)
    made = DowntimeResult.objects.create(run=run, character=cast.heroine, words="It rained.", carry={"nights": 1})
    return made, reverse("downtime_result", args=[made.pk])


RECORDS: dict[type[RecordForm], Callable[[Cast], Made]] = {
    ThreadForm: make_thread,
    SubjectForm: make_subject,
    SecretForm: make_secret,
    TieForm: make_tie,
    HandoutForm: make_handout,
    AttachmentForm: make_attachment,
    SessionForm: make_session,
    RecapForm: make_recap,
    NoteForm: make_note,
    SeriesForm: make_series,
    OptionsForm: make_options,
    BudgetForm: make_budget,
    RestForm: make_rest,
    CalendarForm: make_calendar,
    BoundariesForm: make_boundaries,
    ClockForm: make_clock,
    StoryForm: make_part("story", "story", secret_notes="A sealed gate."),
    EpisodeForm: make_part("episode", "episode", notes="Silt."),
    SceneForm: make_part("scene", "scene", notes="Fog."),
    DowntimeForm: make_part("downtime", "downtime"),
    RatingForm: make_project,
    ResultForm: make_result,
}
BLANK = {KnownForm, SettingsForm, NewSeriesForm, FirstGameForm, UploadForm, PartForm, ProjectForm}
"""Forms that others build on, and forms of new records alone."""
MEANWHILE: dict[str, Any] = {
    "options": {"heads": 8},
    "budget": {"dots": {}, "each": {}, "points": 5},
    "rest": dump_rest(Rest(frozenset({1}))),
    "calendar": dump_calendar(Calendar(era="RY")),
    "begins_at": 40 * DAY,
    "clock": 40 * DAY,
    "changes": {"strings": [0, 3]},
    "carry": {"nights": 2},
    "request": {"attribute": "intelligence", "ability": "craft", "stunt": 2},
}
"""What somebody sets meanwhile."""
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
    if name in MEANWHILE:
        value: Any = MEANWHILE[name]
    elif field.is_relation:
        value = OTHERS[field.related_model](cast)
    elif field.choices:
        value = next(key for key, _label in field.choices if key != getattr(record, name))
    elif isinstance(field, models.BooleanField):
        value = not getattr(record, name)
    elif isinstance(field, models.IntegerField):
        value = getattr(record, name) + 30
    else:
        value = "Meanwhile."
    type(record).objects.filter(pk=record.pk).update(**{name: value})


def typed_parts(field: Any) -> list[tuple[str, Any]]:
    """What a field shows: in one place, or in several beside each other."""
    value, widget = field.value(), field.field.widget
    if not isinstance(widget, MultiWidget):
        return [(field.name, value)]
    shown = value if isinstance(value, list) else widget.decompress(value)
    return [(f"{field.name}_{place}", part) for place, part in enumerate(shown or ())]


def typed(form: Any) -> dict[str, Any]:
    """What a browser would send of a form that nobody has touched."""
    sent = {name: value for field in form if not field.field.disabled for name, value in typed_parts(field)}
    kept = {name: plain(value) for name, value in sent.items() if value not in (None, "") and value is not False}
    kept["do"] = "draft"  # the button of a recap
    return {name: list(map(str, value)) if isinstance(value, list) else str(value) for name, value in kept.items()}


def list_forms(base: type[RecordForm] = RecordForm) -> Iterator[type[RecordForm]]:
    """Every form of a record in the program."""
    for form in base.__subclasses__():
        yield form
        yield from list_forms(form)


def test_each_form_of_a_record_is_tried() -> None:
    assert get_resolver().url_patterns  # they load the forms of all pages
    assert set(list_forms()) - BLANK == RECORDS.keys()


@pytest.mark.parametrize("tried", RECORDS, ids=lambda form: form.__name__)
def test_an_old_form_replaces_nothing_that_another_person_changed(
    tried: type[RecordForm], cast: Cast, sign_in: SignIn, settings: LazySettings
) -> None:
    record, address = RECORDS[tried](cast)
    client = sign_in(cast.storyteller)
    form = client.get(address).context["form"]
    assert type(form) is tried
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
    settings.LIMIT_STORAGE_MB = 0.000001  # what is no longer than before goes on when all is full
    assert client.post(address, sent).status_code == 302
