"""URLs of a person's own account, beside those of allauth."""

from django.urls import path

from campaigns.views import accounts, notices, preferences

urlpatterns = [
    path("", accounts.account, name="account"),
    path("sessions/", accounts.sessions, name="account_sessions"),
    path("sessions/end/", accounts.sessions_end, name="account_sessions_end"),
    path("sessions/<key:pk>/end/", accounts.session_end, name="account_session_end"),
    path("notices/", notices.notice_choices, name="notice_choices"),
    path("notices/devices/", notices.device_add, name="device_add"),
    path("notices/devices/<key:pk>/remove/", notices.device_remove, name="device_remove"),
    path("logout/", accounts.sign_out, name="account_logout"),
    path("offline/", preferences.offline, name="offline_choice"),
    path("delete/", accounts.account_delete, name="account_delete"),
    path("invited/<str:word>/", accounts.invited, name="invited"),
    path("password/reset/", accounts.password_reset, name="account_reset_password"),
]
