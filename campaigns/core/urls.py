"""URLs of pages that belong to no series."""

from django.urls import URLPattern, path

from campaigns.core import views

urlpatterns: list[URLPattern] = [
    path("offline/", views.offline, name="offline"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("worker.js", views.worker, name="worker"),
    path("app.webmanifest", views.manifest, name="manifest"),
]
