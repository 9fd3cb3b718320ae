"""URLs of imports and exports of characters."""

from django.urls import URLPattern, path

from campaigns.imports import views

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/characters/import/", views.character_import, name="character_import"),
    path("series/<key:pk>/characters/look/<slug:token>/", views.import_look, name="import_look"),
    path("characters/<key:pk>/export/", views.character_export, name="character_export"),
    path("characters/<key:pk>/sheet.pdf", views.character_pdf, name="character_pdf"),
]
