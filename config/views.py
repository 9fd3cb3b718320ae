"""Pages about a whole series with its tables (export, import), a person's data, and the staff pages."""

import secrets

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.models import AuditKind, Series, User
from campaigns.refusals import Refused
from campaigns.services import accounts, audit
from campaigns.services.quotas import MEGABYTE, measure, require_series_room
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_once, was_sent
from config import transfer
from config.host.views import require_staff
from config.my_data import write as write_my_data
from config.version import describe_version
from rules.text import isolate_name

LOOK_SECONDS = 900
"""Seconds for which the file of a preview is kept."""


class SeriesFileForm(forms.Form):
    """The file of a series."""

    file = forms.FileField(label=gettext_lazy("File"), help_text=gettext_lazy("A file exported from a series page."))


@login_required("GET")
def series_export(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the whole series as a file. Only the owner may have it: it holds every secret."""
    series, _membership = access.get_series_to_run(user, pk)
    if series.owner_id != user.pk:
        raise PermissionDenied(_("Only the owner can export the whole series."))
    answer = HttpResponse(transfer.write(series), content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(series.name) or "series"}.storywheel.gz"'
    return answer


@login_required("GET", "POST")
def series_import(request: HttpRequest, user: User) -> HttpResponse:
    """Choose a file, preview it, and confirm. Nothing is saved before."""
    if "look" in request.POST:
        return _bring_in(request, user)
    form = SeriesFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(transfer.MAX_BYTES + 1)
        try:
            preview = transfer.preview_series(transfer.read(content))
            require_series_room(user)
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
        else:
            token = secrets.token_urlsafe(16)
            cache.set(_preview_key(user), (token, content), LOOK_SECONDS)
            return render(request, "campaigns/series_import_preview.html", {"preview": preview, "token": token})
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/series_import.html", {"form": form}, status=status)


def _bring_in(request: HttpRequest, user: User) -> HttpResponse:
    """Import the series of the preview. It belongs to the person; its players must be invited anew."""
    content = _find_previewed(request, user)
    data = transfer.read(content) if content and not was_sent(request, user) else None

    def make() -> str:
        if data is None or not _find_previewed(request, user):
            raise Refused(gettext("This preview has expired. Choose the file again."), status=422)
        cache.delete(_preview_key(user))
        series = transfer.import_series(user, data)
        told = _("%(name)s is yours. Invite your players, then assign their characters.")
        messages.success(request, told % {"name": isolate_name(series.name)})
        return reverse("series", args=[series.pk])

    return answer_once(request, user, make)


def _find_previewed(request: HttpRequest, user: User) -> bytes:
    """Return the file of the preview that a form confirms. Empty if it is gone."""
    token, content = cache.get(_preview_key(user), ("", b""))
    return content if token and token == request.POST["look"] else b""


def _preview_key(user: User) -> str:
    return f"series-import:{user.pk}"


@login_required("GET")
def my_data(request: HttpRequest, user: User) -> HttpResponse:
    """Return the person's data as a file."""
    answer = HttpResponse(write_my_data(user), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="storywheel-{slugify(user.get_username()) or "me"}.json"'
    return answer


PAGE = 50


@login_required("GET")
def staff(request: HttpRequest, user: User) -> HttpResponse:
    """Show the staff what the series of this server take up: counts and times, nothing of their content."""
    return _show_staff(request, user)


@login_required("GET")
def staff_audit(request: HttpRequest, user: User) -> HttpResponse:
    """Show the audit log, filtered by kind or person."""
    require_staff(user)
    kind, name = (request.GET.get(field, "").replace("\0", "") for field in ("kind", "name"))
    context = {
        "page": Paginator(audit.search(kind, name), PAGE).get_page(request.GET.get("page")),
        "filter": urlencode({"kind": kind, "name": name}),
        "kinds": AuditKind.choices,
        "kind": kind,
        "name": name,
        "days": settings.AUDIT_DAYS,
    }
    return render(request, "campaigns/staff_audit.html", context)


@login_required("POST")
def staff_reset_link(request: HttpRequest, user: User) -> HttpResponse:
    """Make a link with which a person can set a new password."""
    require_staff(user)
    name = request.POST.get("name", "").replace("\0", "")
    path = accounts.make_reset_path_for(user, name)
    what = gettext("%(name)s can set a new password here. The link works once, for three days.") % {
        "name": isolate_name(name)
    }
    return _show_staff(request, user, {"what": what, "url": request.build_absolute_uri(path)})


@login_required("POST")
def staff_invitation(request: HttpRequest, user: User) -> HttpResponse:
    """Make a link with which people can sign up on an invite-only server."""
    require_staff(user)
    path = reverse("invited", args=[accounts.make_host_invitation(user)])
    what = gettext("Anyone who opens this link can create an account. It lasts two weeks.")
    return _show_staff(request, user, {"what": what, "url": request.build_absolute_uri(path)})


def _show_staff(request: HttpRequest, user: User, link: dict[str, str] | None = None) -> HttpResponse:
    require_staff(user)
    table = "stories__episodes__scenes__table"
    series = Series.objects.select_related("owner").annotate(
        people=Count("memberships", distinct=True),
        cast=Count("characters", distinct=True),
        scenes=Count("stories__episodes__scenes", distinct=True),
        active_at=Max(f"{table}__commands__at"),
    )
    page = Paginator(series.order_by("-active_at", "pk"), PAGE).get_page(request.GET.get("page"))
    sizes = measure(Series.objects.filter(pk__in=[one.pk for one in page]))
    rows = [(one, sizes[one.pk] / MEGABYTE) for one in page]
    limits = {
        "series": settings.LIMIT_SERIES,
        "members": settings.LIMIT_MEMBERS,
        "characters": settings.LIMIT_CHARACTERS,
        "storage": settings.LIMIT_STORAGE_MB,
    }
    context = {"page": page, "rows": rows, "people": User.objects.count(), "limits": limits, "link": link}
    host = {"version": describe_version(), "invite_only": settings.INVITE_ONLY}
    return render(request, "campaigns/staff.html", {**context, **host})
