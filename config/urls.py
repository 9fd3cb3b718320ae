"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from config import views

urlpatterns = [
    path("", include("campaigns.urls")),
    path("staff/", views.staff, name="staff"),
    path("series/import/", views.series_import, name="series_import"),
    path("series/<key:pk>/series.gz", views.series_export, name="series_export"),
    path("", include("play.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
