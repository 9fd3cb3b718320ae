"""URLs of the calendar of a series."""

from django.urls import URLPattern, path

from campaigns.calendar import views

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/calendar/", views.calendar, name="calendar"),
    path("series/<key:pk>/calendar/edit/", views.series_calendar, name="series_calendar"),
]
