"""The URLs of the site."""

from allauth.account import views as account_views
from allauth.account.decorators import secure_admin_login
from allauth.urls import build_provider_urlpatterns
from django.contrib import admin
from django.urls import include, path

from api.gate import answer as answer_api
from config.accounts.confirmation import confirm_address
from config.accounts.my_data import my_data
from config.accounts.social_login import oidc_login
from config.demo.public import views as public_demo
from config.demo.views import hide_look_around
from config.host import staff
from config.host import views as host
from config.server import well_known
from config.transfer.views import series_export, series_import

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
"""Staff sign in like everybody else: throttled, and with their second factor."""

urlpatterns = [
    path("", include("campaigns.urls")),
    path("demo/", public_demo.demo, name="demo"),
    path("demo/<slug:table>/", public_demo.demo_table, name="demo_table"),
    path("look-around/hide/", hide_look_around, name="hide_look_around"),
    path("first/", host.first_account, name="first_account"),
    path("first/game/", host.first_game, name="first_game"),
    path("about/", host.about, name="about"),
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path(".well-known/change-password", well_known.change_password, name="change_password"),
    path("api/v1/<path:rest>", answer_api, name="api"),
    path("staff/", staff.staff, name="staff"),
    path("staff/server/", host.server, name="staff_server"),
    path("staff/server/letter/", host.server_letter, name="staff_server_letter"),
    path("staff/server/backup/", host.server_backup, name="staff_server_backup"),
    path("staff/server/news/", host.news, name="staff_news"),
    path("staff/changes/", staff.staff_audit, name="staff_audit"),
    path("staff/reset-link/", staff.staff_reset_link, name="staff_reset_link"),
    path("staff/invitation/", staff.staff_invitation, name="staff_invitation"),
    path("series/import/", series_import, name="series_import"),
    path("series/<key:pk>/series.gz", series_export, name="series_export"),
    path("", include("play.urls")),
    path("account/", include("campaigns.accounts.urls")),
    path("account/login/", host.or_first_account(account_views.login), name="account_login"),
    path("account/signup/", host.or_first_account(account_views.signup), name="account_signup"),
    path("account/export/", my_data, name="my_data"),
    path("account/confirm-email/<str:key>/", confirm_address, name="account_confirm_email"),
    path("account/", include("allauth.account.urls")),
    path("account/two-step/", include("allauth.mfa.urls")),
    path("account/by/oidc/<str:provider_id>/login/", oidc_login, name="openid_connect_login"),
    path("account/by/", include("allauth.socialaccount.urls")),
    path("account/by/", include(build_provider_urlpatterns())),
    path("admin/", admin.site.urls),
]

handler400 = "config.server.errors.bad_request"
handler403 = "config.server.errors.permission_denied"
handler404 = "config.server.errors.page_not_found"
handler429 = "config.server.errors.too_many_requests"
handler500 = "config.server.errors.server_error"
