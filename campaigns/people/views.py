"""People and places: the list, a page, its portrait, the forms, the secrets, and the names for completion."""

import json
from base64 import b64decode
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.faces import add_faces
from campaigns.core.known import visible_subjects
from campaigns.core.pictures import answer_picture
from campaigns.core.records.form import RecordForm
from campaigns.core.records.pages import RecordPages
from campaigns.models import KnownTo, Membership, Secret, Subject, SubjectKind, SubjectPortrait, User
from campaigns.people.back_links import find_back_links
from campaigns.people.forms import SecretForm, SubjectForm
from campaigns.people.portraits.drawing import make_face
from campaigns.people.ties.visible import load_ties, visible_ties
from campaigns.people.visible import (
    get_secret_to_run,
    get_subject_for,
    get_subject_to_run,
    list_known_names,
    load_names,
    visible_secrets,
)
from campaigns.threads.visible import threads_about
from rules.text import isolate_name

NO_MARKUP = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
"""How these signs stand in JSON, so that no name is markup, wherever the answer is shown."""


class SubjectPages(RecordPages[Subject]):
    """The pages of people, places, factions and things."""

    form = SubjectForm
    name, plural = "subject", "people"

    def initial_values(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with what a mention that leads nowhere yet, or a sheet, says."""
        return {name: request.GET[name] for name in ("kind", "name", "character") if name in request.GET}

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Show those that the member knows of, of all kinds or of one."""
        faces = add_faces(visible_subjects(membership), membership)
        kind = request.GET.get("kind", "")
        counted = [(kind, sum(face.subject.kind == kind for face in faces)) for kind in SubjectKind]
        return {
            "kind": kind if kind in SubjectKind.values else "",
            "kinds": [(kind, count) for kind, count in counted if count],
            "total": len(faces),
            "faces": [face for face in faces if kind not in SubjectKind.values or face.subject.kind == kind],
        }

    def page_context(self, request: HttpRequest, row: Subject, membership: Membership) -> dict[str, Any]:
        """Show what the member knows of it."""
        known = load_names(membership.user, row.series_id)
        request.known_names = known  # type: ignore[attr-defined]
        ties = visible_ties(membership)
        face = add_faces([row], membership)[0]
        return {
            "face": face,
            "threads": threads_about(row, face.character, membership),
            "secrets": visible_secrets(membership).filter(subject=row),
            "ties": load_ties(ties.filter(source=row) | ties.filter(target=row), membership),
            "back_links": find_back_links(row, membership, known),
        }

    def say_saved(self, row: Subject, *, is_new: bool) -> str:
        """Name a new page."""
        return _("Page for %(name)s created.") % {"name": isolate_name(row.name)} if is_new else ""

    def say_removed(self, row: Subject) -> str:
        """Name what was deleted."""
        return _("%(title)s deleted.") % {"title": isolate_name(row.name)}


class SecretPages(RecordPages[Secret]):
    """The forms of secrets. Those who know one meet it on the page of its subject."""

    form = SecretForm
    name = "secret"

    def begin(self, request: HttpRequest, user: User, pk: int) -> tuple[Secret, Membership]:
        """Return a blank secret about the subject with this key."""
        subject, membership = get_subject_to_run(user, pk)
        return Secret(series=membership.series, subject=subject, known_to=KnownTo.SOME), membership

    def form_context(self, row: Secret | None, blank: Secret, membership: Membership) -> dict[str, Any]:
        """Show the subject beside the form."""
        return super().form_context(row, blank, membership) | {"subject": blank.subject}

    def find_way_on(self, row: Secret, form: RecordForm) -> str:
        """Go to the page of the subject."""
        return row.subject.url

    def find_way_back(self, row: Secret) -> str:
        """Go to the page of the subject."""
        return row.subject.url

    def say_removed(self, row: Secret) -> str:
        """Say that it was deleted."""
        return _("Secret deleted.")


SUBJECT_PAGES = SubjectPages(get_subject_to_run, get_subject_for)
SECRET_PAGES = SecretPages(get_secret_to_run)


@login_required("GET")
def names(_request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the names that the member knows, for completion while they type."""
    access.get_series_for(user, pk)
    text = json.dumps(list_known_names(user, pk)).translate(NO_MARKUP)
    return HttpResponse(text, content_type="application/json", headers={"Cache-Control": "private, no-store"})


@login_required("GET")
def subject_portrait(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the portrait, for people who know of the subject."""
    return _answer_portrait(request, get_subject_for(user, pk)[0], is_small=False)


@login_required("GET")
def subject_face(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the small portrait, for people who know of the subject."""
    return _answer_portrait(request, get_subject_for(user, pk)[0], is_small=True)


def _answer_portrait(request: HttpRequest, subject: Subject, *, is_small: bool) -> HttpResponse:
    image = b64decode(get_object_or_404(SubjectPortrait, subject=subject).image)
    return answer_picture(request, make_face(image) if is_small else image, subject.portrait_name)
