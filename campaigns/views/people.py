"""People and places: the list, a page, its portrait, the forms, the secrets, and the names for completion."""

import json
from base64 import b64decode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.back_links import find_back_links
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.models import Membership, Subject, SubjectKind, SubjectPortrait, User
from campaigns.people import (
    add_faces,
    get_secret_to_run,
    get_subject_for,
    get_subject_to_run,
    load_names,
    visible_secrets,
    visible_subjects,
)
from campaigns.portraits import make_face
from campaigns.services.subjects import EDITABLE, SECRET
from campaigns.subject_forms import SecretForm, SubjectForm
from campaigns.threads import threads_about
from campaigns.ties import read_ties, visible_ties
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data
from campaigns.views.portraits import answer_picture

NO_MARKUP = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
"""How these signs stand in JSON, so that no name is markup, wherever the answer is shown."""


@login_required("GET")
def people(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the people and places that the member knows of, of all kinds or of one."""
    series, membership = access.get_series_for(user, pk)
    faces = add_faces(visible_subjects(membership), membership)
    kind = request.GET.get("kind", "")
    counted = [(one, sum(face.subject.kind == one for face in faces)) for one in SubjectKind]
    context = {
        "series": series,
        "storyteller": access.is_storyteller(membership),
        "kind": kind if kind in SubjectKind.values else "",
        "kinds": [(one, count) for one, count in counted if count],
        "total": len(faces),
        "faces": [face for face in faces if kind not in SubjectKind.values or face.subject.kind == kind],
    }
    return render(request, "campaigns/people.html", context)


@login_required("GET")
def names(_request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the names that the member knows, for completion while they type."""
    access.get_series_for(user, pk)
    known = sorted({name for name, _address in load_names(user, pk).pages}, key=str.casefold)
    text = json.dumps(known).translate(NO_MARKUP)
    return HttpResponse(text, content_type="application/json", headers={"Cache-Control": "private, no-store"})


@login_required("GET")
def subject(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a person, place, faction or thing as the member knows it."""
    subject, membership = get_subject_for(user, pk)
    request.known_names = known = load_names(user, subject.series_id)  # type: ignore[attr-defined]
    ties = visible_ties(membership)
    face = add_faces([subject], membership)[0]
    context = {
        **_context(subject, membership),
        "face": face,
        "threads": threads_about(subject, face.character, membership),
        "secrets": visible_secrets(membership).filter(subject=subject),
        "ties": read_ties(ties.filter(source=subject) | ties.filter(target=subject), membership),
        "back_links": find_back_links(subject, membership, known),
    }
    return render(request, "campaigns/subject.html", context)


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


@login_required("GET", "POST")
def subject_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Make a person, place, faction or thing."""
    series, membership = access.get_series_to_run(user, pk)
    asked = {name: request.GET[name] for name in ("kind", "name", "character") if name in request.GET}
    form = SubjectForm(membership, None, posted_data(request), request.FILES or None, **asked)

    def make() -> str:
        made = services.add_subject(membership, form.values, form.knowers, form.content)
        messages.success(request, _("%(name)s has a page.") % {"name": made.name})
        return made.url

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/subject_form.html", {"form": form, "series": series}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def subject_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a person, place, faction or thing."""
    subject, membership = get_subject_to_run(user, pk)
    form = SubjectForm(membership, subject, posted_data(request), request.FILES or None)

    def change() -> str:
        bare, seen = form.cleaned_data.get("bare", False), form.cleaned_data[SEEN_FIELD]
        with form.catch_conflict(subject, EDITABLE):
            services.edit_subject(membership, subject, form.values, form.knowers, form.content, bare=bare, seen=seen)
        return subject.url

    def draw(status: int) -> HttpResponse:
        context = {"form": form, **_context(subject, membership)}
        return render(request, "campaigns/subject_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def subject_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a person, place, faction or thing."""
    subject, membership = get_subject_to_run(user, pk)
    services.remove_subject(membership, subject)
    messages.success(request, _("%(title)s is taken out.") % {"title": subject.name})
    return redirect("people", subject.series_id)


@login_required("GET", "POST")
def secret_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Write down a secret about a subject."""
    subject, membership = get_subject_to_run(user, pk)
    form = SecretForm(membership, None, posted_data(request))

    def make() -> str:
        services.add_secret(membership, subject, form.values, form.knowers)
        return subject.url

    def draw(status: int) -> HttpResponse:
        context = {"form": form, **_context(subject, membership)}
        return render(request, "campaigns/secret_form.html", context, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def secret_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a secret."""
    secret, membership = get_secret_to_run(user, pk)
    form = SecretForm(membership, secret, posted_data(request))

    def change() -> str:
        with form.catch_conflict(secret, SECRET):
            services.edit_secret(membership, secret, form.values, form.knowers, form.cleaned_data[SEEN_FIELD])
        return secret.subject.url

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "secret": secret, **_context(secret.subject, membership)}
        return render(request, "campaigns/secret_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def secret_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a secret."""
    secret, membership = get_secret_to_run(user, pk)
    services.remove_secret(membership, secret)
    messages.success(request, _("The secret is taken out."))
    return redirect(secret.subject.url)


def _context(subject: Subject, membership: Membership) -> dict[str, object]:
    storyteller = access.is_storyteller(membership)
    return {"subject": subject, "series": membership.series, "storyteller": storyteller}
