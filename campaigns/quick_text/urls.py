"""URLs of the import from a pasted text."""

from django.urls import URLPattern, path

from campaigns.quick_text import views

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/characters/text/", views.character_text, name="character_text"),
]
