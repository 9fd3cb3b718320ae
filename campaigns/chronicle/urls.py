"""URLs of the parts of a series and its public page."""

from django.urls import URLPattern, path

from campaigns.chronicle import views
from campaigns.chronicle.recaps import views as public_page

urlpatterns: list[URLPattern] = [
    path("read/<slug:token>/", public_page.public_page, name="public_page"),
    path("read/<slug:token>/<key:pk>.webp", public_page.public_portrait, name="public_portrait"),
    path("series/<key:pk>/between/", views.series_between, name="series_between"),
    path("series/<key:pk>/public/", public_page.public_page_settings, name="public_page_settings"),
    path("series/<key:pk>/story/new/", views.NEW["series", "story"], name="story_new"),
    path("story/<key:pk>/episode/new/", views.NEW["story", "episode"], name="episode_new"),
    path("episode/<key:pk>/scene/new/", views.NEW["episode", "scene"], name="scene_new"),
    path("story/<key:pk>/downtime/new/", views.NEW["story", "downtime"], name="downtime_new"),
    path("episode/<key:pk>/downtime/new/", views.NEW["episode", "downtime"], name="rest_new"),
    path("<kind:kind>/<key:pk>/edit/", views.part_edit, name="part_edit"),
    path("<kind:kind>/<key:pk>/move/", views.part_move, name="part_move"),
    path("<kind:kind>/<key:pk>/place/", views.part_place, name="part_place"),
    path("<kind:kind>/<key:pk>/open/", views.part_open, name="part_open"),
    path("<kind:kind>/<key:pk>/remove/", views.part_remove, name="part_remove"),
]
