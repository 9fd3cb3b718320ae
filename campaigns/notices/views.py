"""Notices: the list behind the bell, what a person chooses, her devices, and the Discord channel of a series."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from campaigns.core import access
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.refusals import Refused
from campaigns.core.timezone import get_timezone
from campaigns.models import DiscordWebhook, Notice, PushDevice, User
from campaigns.notices import choices
from campaigns.notices.browsers import name_browser
from campaigns.notices.forms import ChoicesForm, DeviceForm, DiscordForm
from campaigns.notices.letters import parse_stop_token
from campaigns.notices.pushes import public_key
from campaigns.notices.services import count_unread_notices, mark_notices_read

SHOWN = 100
"""The most notices on the page, the newest first."""


@login_required("GET")
def notices(request: HttpRequest, user: User) -> HttpResponse:
    """List a person's notices."""
    found = list(Notice.objects.filter(user=user).select_related("series")[:SHOWN])
    return render(
        request, "campaigns/notices.html", {"notices": found, "unread": any(not notice.read_at for notice in found)}
    )


@login_required("GET")
def notice(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Mark a notice as read, and lead on to what it is about."""
    found = get_object_or_404(Notice, pk=pk, user=user)
    mark_notices_read(user, pk)
    return redirect(found.url)


@login_required("GET")
def bell(request: HttpRequest, user: User) -> HttpResponse:
    """Return the bell with its number, for a page to which somebody comes back."""
    return render(request, "_bell.html", {"unread": count_unread_notices([user.pk])[user.pk]})


@login_required("POST")
def notices_read(request: HttpRequest, user: User) -> HttpResponse:
    """Mark all notices as read."""
    mark_notices_read(user)
    return redirect("notices")


@login_required("GET", "POST")
def notice_choices(request: HttpRequest, user: User) -> HttpResponse:
    """Show and store what a person is notified of, how, and when not. Times are in her browser's time zone."""
    chosen = choices.settings_of(user)
    form, zone = ChoicesForm(chosen, posted_data(request)), get_timezone(request)

    def change() -> str:
        reader = {"zone": str(zone), "language": get_language() or ""}
        choices.choose(user, form.choices, {**form.values, **reader})
        messages.success(request, _("Choices saved."))
        return reverse("notice_choices")

    def draw(status: int) -> HttpResponse:
        context = {
            "form": form,
            "mail": settings.MAIL,
            "address": user.email,
            "devices": PushDevice.objects.filter(user=user),
            "key": public_key(),
        }
        return render(request, "account/notices.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def device_add(request: HttpRequest, user: User) -> HttpResponse:
    """Let this browser show pushes."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        raise Refused(str(next(iter(form.errors.values()))[0]), status=422)
    choices.add_device(user, form.cleaned_data, name_browser(request.headers.get("User-Agent", "")))
    messages.success(request, _("This device now shows notifications."))
    return redirect("notice_choices")


@login_required("POST")
def device_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Send a device no more pushes."""
    choices.remove_device(user, pk)
    messages.success(request, _("That device no longer shows notifications."))
    return redirect("notice_choices")


@csrf_exempt
@require_methods("GET", "POST")
def notices_stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the e-mails to the person whom the signed word names. Mail programs post here by themselves (RFC 8058)."""
    person = parse_stop_token(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        choices.stop_letters(person)
    return render(request, "campaigns/notices_stop.html", {"done": request.method == "POST"})


@login_required("GET", "POST")
def discord(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Connect a series with a Discord channel, or end that. The address is not shown again."""
    series, membership = access.get_series_to_run(user, pk)
    if request.method == "POST" and request.POST.get("do") == "end":
        choices.remove_webhook(membership)
        messages.success(request, _("Nothing is posted to Discord any more."))
        return redirect("discord", pk)
    if request.method == "POST" and request.POST.get("do") == "try":
        choices.try_channel(membership)
        messages.success(request, _("Test sent. The result appears here in a few seconds."))
        return redirect("discord", pk)
    form = DiscordForm(posted_data(request))

    def change() -> str:
        choices.set_webhook(membership, form.cleaned_data["address"])
        choices.try_channel(membership)
        messages.success(request, _("Address saved. A test is on its way; its result appears here in a few seconds."))
        return reverse("discord", args=[pk])

    def draw(status: int) -> HttpResponse:
        webhook = DiscordWebhook.objects.filter(series=series).first()
        context = {"series": series, "form": form, "webhook": webhook, "test": choices.find_channel_test(series)}
        return render(request, "campaigns/discord.html", context, status=status)

    return answer_form(request, form, change, draw)
