"""URLs of sessions and absences."""

from django.urls import URLPattern, path

from campaigns.sessions import views
from campaigns.sessions.absences import views as absences

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/sessions/", views.PAGES.list_view, name="sessions"),
    path("series/<key:pk>/sessions/new/", views.PAGES.new_view, name="session_new"),
    path("series/<key:pk>/sessions/feed/", views.feed_renew, name="feed_renew"),
    path("series/<key:pk>/absences/", absences.absences, name="absences"),
    path("series/<key:pk>/rest/", absences.series_rest, name="series_rest"),
    path("absences/<key:pk>/end/", absences.absence_end, name="absence_end"),
    path("sessions/<key:pk>/", views.PAGES.page_view, name="session"),
    path("sessions/<key:pk>/edit/", views.PAGES.edit_view, name="session_edit"),
    path("sessions/<key:pk>/answer/", views.session_answer, name="session_answer"),
    path("sessions/<key:pk>/fix/", views.session_fix, name="session_fix"),
    path("sessions/<key:pk>/date/remove/", views.session_date_remove, name="session_date_remove"),
    path("sessions/<key:pk>/attendance/", views.session_attendance, name="session_attendance"),
    path("sessions/<key:pk>/remove/", views.PAGES.remove_view, name="session_remove"),
    path("feed/<slug:token>.ics", views.feed, name="feed"),
]
