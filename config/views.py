"""Pages that reach over the whole of a series, record and tables: its owner takes it out, anybody brings one in."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from campaigns import access
from campaigns.models import Series, User
from campaigns.refusals import Refused
from campaigns.services.quotas import MEGABYTE, measure
from campaigns.views.gate import signed_in
from config import transfer


class SeriesFileForm(forms.Form):
    """The file of a series."""

    file = forms.FileField(label="File", help_text="One that the page of a series has written.")


@signed_in("GET")
def series_export(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The whole series as one file, for its owner: it holds every secret."""
    series, _membership = access.get_series_to_run(user, pk)
    if series.owner_id != user.pk:
        raise PermissionDenied("Only the owner can take the whole series out.")
    answer = HttpResponse(transfer.write(series), content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(series.name) or "series"}.storywheel.gz"'
    return answer


@signed_in("GET", "POST")
def series_import(request: HttpRequest, user: User) -> HttpResponse:
    """Bring a series in. It becomes the person's own; the players are invited anew."""
    form = SeriesFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            series = transfer.bring_in(user, transfer.read(form.cleaned_data["file"].read(transfer.MAX_BYTES + 1)))
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
        else:
            messages.success(request, f"{series.name} is yours. Invite your players, and give them their characters.")
            return redirect("series", series.pk)
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/series_import.html", {"form": form}, status=status)


PAGE = 50


@signed_in("GET")
def staff(request: HttpRequest, user: User) -> HttpResponse:
    """What the series of this server take up, for those who run it: counts and times, nothing of what is in them."""
    if not user.is_staff:
        raise Http404
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
    context = {"page": page, "rows": rows, "people": User.objects.count(), "limits": limits}
    return render(request, "campaigns/staff.html", context)
