"""Pages for the staff: what the series take up, the audit log, and links for people."""

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from campaigns.accounts import services as accounts
from campaigns.core import audit
from campaigns.core.decorators import login_required
from campaigns.core.quotas import MEGABYTE, measure
from campaigns.models import AuditKind, Series, User
from config.host.views import require_staff
from config.server.monitoring.version import describe_version
from rules.text import isolate_name

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
    by_activity = Series.objects.select_related("owner").annotate(
        people=Count("memberships", distinct=True),
        cast=Count("characters", distinct=True),
        scenes=Count("stories__episodes__scenes", distinct=True),
        active_at=Max(f"{table}__commands__at"),
    )
    page = Paginator(by_activity.order_by("-active_at", "pk"), PAGE).get_page(request.GET.get("page"))
    sizes = measure(Series.objects.filter(pk__in=[series.pk for series in page]))
    rows = [(series, sizes[series.pk] / MEGABYTE) for series in page]
    limits = {
        "series": settings.LIMIT_SERIES,
        "members": settings.LIMIT_MEMBERS,
        "characters": settings.LIMIT_CHARACTERS,
        "storage": settings.LIMIT_STORAGE_MB,
    }
    context = {"page": page, "rows": rows, "people": User.objects.count(), "limits": limits, "link": link}
    host = {"version": describe_version(), "invite_only": settings.INVITE_ONLY}
    return render(request, "campaigns/staff.html", {**context, **host})
