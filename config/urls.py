"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("campaigns.urls")),
    path("", include("play.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
