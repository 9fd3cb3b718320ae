"""URLs of notifications and webhooks."""

from django.urls import URLPattern, path

from campaigns.notices import views
from campaigns.notices.webhooks import views as webhooks

urlpatterns: list[URLPattern] = [
    path("notices/", views.notices, name="notices"),
    path("notices/bell/", views.bell, name="notices_bell"),
    path("notices/read/", views.notices_read, name="notices_read"),
    path("notices/<key:pk>/", views.notice, name="notice"),
    path("notices/stop/<str:token>/", views.notices_stop, name="notices_stop"),
    path("series/<key:pk>/discord/", views.discord, name="discord"),
    path("series/<key:pk>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("series/<key:pk>/webhooks/<key:webhook_id>/try/", webhooks.webhook_try, name="webhook_try"),
    path("series/<key:pk>/webhooks/<key:webhook_id>/remove/", webhooks.webhook_remove, name="webhook_remove"),
]
