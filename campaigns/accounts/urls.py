"""URLs of a person's own account, beside those of allauth, and of their preferences."""

from django.urls import path

from campaigns.accounts import preferences, views
from campaigns.notices import views as notices

PREFERENCES = [
    path("theme/", preferences.theme, name="theme"),
    path("language/", preferences.language, name="set_language"),
]
"""What anybody can choose for their browser, on any page."""

urlpatterns = [
    path("", views.account, name="account"),
    path("sessions/", views.sessions, name="account_sessions"),
    path("sessions/end/", views.sessions_end, name="account_sessions_end"),
    path("sessions/<key:pk>/end/", views.session_end, name="account_session_end"),
    path("notices/", notices.notice_choices, name="notice_choices"),
    path("notices/devices/", notices.device_add, name="device_add"),
    path("notices/devices/<key:pk>/remove/", notices.device_remove, name="device_remove"),
    path("logout/", views.sign_out, name="account_logout"),
    path("offline/", preferences.offline, name="offline_choice"),
    path("delete/", views.account_delete, name="account_delete"),
    path("invited/<str:word>/", views.invited, name="invited"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
]
