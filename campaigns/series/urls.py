"""URLs of series, their members, boundaries, overlays and tokens."""

from django.urls import URLPattern, path

from campaigns.series import views
from campaigns.series.boundaries import views as boundaries
from campaigns.series.members import views as members
from campaigns.series.overlays import views as overlay
from campaigns.series.tokens import views as tokens

urlpatterns: list[URLPattern] = [
    path("join/<slug:token>/", members.join, name="join"),
    path("series/new/", views.series_new, name="series_new"),
    path("series/<key:pk>/start/", views.series_started, name="series_started"),
    path("series/<key:pk>/edit/", views.series_edit, name="series_edit"),
    path("series/<key:pk>/clock/", views.series_clock, name="series_clock"),
    path("series/<key:pk>/boundaries/", boundaries.boundaries, name="boundaries"),
    path("series/<key:pk>/boundaries/edit/", boundaries.boundaries_edit, name="boundaries_edit"),
    path("series/<key:pk>/boundaries/read/", boundaries.boundaries_read, name="boundaries_read"),
    path("series/<key:pk>/budget/", views.series_budget, name="series_budget"),
    path("series/<key:pk>/rulings/", views.series_options, name="series_options"),
    path("series/<key:pk>/remove/", views.series_remove, name="series_remove"),
    path("series/<key:pk>/leave/", members.series_leave, name="series_leave"),
    path("series/<key:pk>/members/", members.members, name="members"),
    path("series/<key:pk>/overlay/", overlay.overlay_settings, name="overlay_settings"),
    path("series/<key:pk>/overlay/revoke/", overlay.overlay_revoke, name="overlay_revoke"),
    path("series/<key:pk>/tokens/", tokens.tokens, name="tokens"),
    path("series/<key:pk>/tokens/<key:token_id>/revoke/", tokens.token_revoke, name="token_revoke"),
    path("series/<key:pk>/invites/new/", members.invite_new, name="invite_new"),
    path("invites/<key:pk>/revoke/", members.invite_revoke, name="invite_revoke"),
    path("members/<key:pk>/role/", members.member_role, name="member_role"),
    path("members/<key:pk>/remove/", members.member_remove, name="member_remove"),
    path("members/<key:pk>/own/", members.member_own, name="member_own"),
]
