"""The members of a series: invites, joining, roles and leaving."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from campaigns.core import access, audit
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.form_views import answer_once
from campaigns.core.qr import draw_qr
from campaigns.core.reach import make_link
from campaigns.core.refusals import Refused
from campaigns.models import Membership, Role, User
from campaigns.series.members.forms import InviteForm, RoleForm
from campaigns.series.members.returning import list_offers
from campaigns.series.members.services import (
    INVITED,
    change_role,
    create_invite,
    hand_over,
    join_series,
    leave_series,
    remove_member,
    revoke_invite,
)
from rules.text import isolate_name


@login_required("GET")
def members(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the members. Storytellers also see the open links and the audit log, and can make changes."""
    series, membership = access.get_series_for(user, pk)
    storyteller = access.is_storyteller(membership)
    people = list(series.memberships.select_related("user"))
    rows = [
        {"member": member, "owner": member.user_id == series.owner_id, "form": RoleForm(initial={"role": member.role})}
        for member in people
    ]
    offers = list_offers(series, people) if storyteller else []
    invites = series.invites.filter(revoked_at__isnull=True) if storyteller else []
    reaches = [make_link(request, reverse("join", args=[invite.token])) for invite in invites]
    links = [(invite, link, draw_qr(link.best)) for invite, link in zip(invites, reaches, strict=True)]
    context = {"series": series, "membership": membership, "storyteller": storyteller, "rows": rows, "links": links}
    changes = audit.list_of_series(series) if storyteller else ()
    return render(
        request,
        "campaigns/members.html",
        {**context, "invite_form": InviteForm(), "changes": changes, "offers": offers},
    )


@login_required("POST")
def invite_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Create an invite link."""
    _series, membership = access.get_series_to_run(user, pk)
    role = _chosen_role(InviteForm(request.POST))

    def invite() -> str:
        create_invite(membership, role)
        return reverse("members", args=[pk])

    return answer_once(request, user, invite)


@login_required("POST")
def invite_revoke(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Revoke an invite link."""
    invite, membership = access.get_invite_to_run(user, pk)
    revoke_invite(membership, invite)
    messages.success(request, _("Link revoked. People who joined with it stay."))
    return redirect("members", invite.series_id)


@login_required("POST")
def member_role(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Give a member another role."""
    target, membership = access.get_member_to_run(user, pk)
    role = _chosen_role(RoleForm(request.POST))
    change_role(membership, target, role)
    target.role = role
    messages.success(request, f"{target.user}: {target.get_role_display()}.")
    return redirect("members", target.series_id)


@login_required("GET", "POST")
def member_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then remove a member."""
    target, membership = access.get_member_to_run(user, pk)
    if request.method == "POST":
        remove_member(membership, target)
        messages.success(
            request, _("%(name)s was removed from the series.") % {"name": isolate_name(target.user.get_username())}
        )
        return redirect("members", target.series_id)
    return _ask(request, "member_remove", target)


@login_required("GET", "POST")
def member_own(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then make another member the owner."""
    target, membership = access.get_member_to_run(user, pk)
    if request.method == "POST":
        hand_over(membership, target)
        messages.success(
            request, _("%(name)s now owns the series.") % {"name": isolate_name(target.user.get_username())}
        )
        return redirect("members", target.series_id)
    return _ask(request, "member_own", target)


@login_required("GET", "POST")
def series_leave(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then leave the series."""
    series, membership = access.get_series_for(user, pk)
    if request.method == "POST":
        leave_series(membership)
        messages.success(request, _("You have left %(name)s.") % {"name": isolate_name(series.name)})
        return redirect("series_list")
    return _ask(request, "series_leave", membership)


@require_methods("GET", "POST")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show where an invite leads, also to people without an account. A POST joins."""
    invite = access.get_open_invite(token)
    if not isinstance(request.user, User):
        if settings.INVITE_ONLY:
            request.session[INVITED] = token
        context = {"invite": invite, "way_back": urlencode({"next": request.path}), "with_mail": settings.MAIL}
        return render(request, "campaigns/join.html", context, status=200 if request.method == "GET" else 403)
    if request.method == "POST":
        membership = join_series(request.user, invite)
        messages.success(request, _("You joined %(name)s.") % {"name": isolate_name(invite.series.name)})
        return redirect(_find_way_in(membership), invite.series_id)
    known = Membership.objects.filter(series=invite.series_id, user=request.user).exists()
    return redirect("series", invite.series_id) if known else render(request, "campaigns/join.html", {"invite": invite})


def _find_way_in(membership: Membership) -> str:
    """Return where a new member goes: a player without a character chooses one."""
    has_character = membership.series.characters.filter(owner=membership.user_id).exists()
    return "heroes" if membership.role == Role.PLAYER and not has_character else "series"


def _chosen_role(form: InviteForm | RoleForm) -> str:
    if not form.is_valid():
        raise Refused(_("Choose a role from the list."), status=422)
    role: str = form.cleaned_data["role"]
    return role


def _ask(request: HttpRequest, what: str, target: Membership) -> HttpResponse:
    return render(request, f"campaigns/{what}.html", {"target": target, "series": target.series})
