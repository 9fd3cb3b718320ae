"""URLs of characters and their sheets."""

from django.urls import URLPattern, path

from campaigns.sheets import library, views
from campaigns.sheets import step_views as character_steps
from campaigns.sheets.heroes import views as heroes

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/characters/new/", views.character_new, name="character_new"),
    path("series/<key:pk>/heroes/", heroes.heroes, name="heroes"),
    path("series/<key:pk>/library/", library.library, name="library"),
    path("characters/<key:pk>/", views.character, name="character"),
    path("characters/<key:pk>/edit/", character_steps.character_edit, name="character_edit"),
    path("characters/<key:pk>/edit/<slug:step>/", character_steps.character_edit, name="character_step"),
    path("characters/<key:pk>/check/", character_steps.character_check, name="character_check"),
    path("characters/<key:pk>/settle/", character_steps.character_settle, name="character_settle"),
    path("characters/<key:pk>/changes/", views.character_changes, name="character_changes"),
    path("characters/<key:pk>/tap/", views.character_tap, name="character_tap"),
    path("changes/<key:pk>/undo/", views.change_undo, name="change_undo"),
    path("characters/<key:pk>/extra/", views.character_extra, name="character_extra"),
    path("characters/<key:pk>/owner/", views.character_owner, name="character_owner"),
    path("characters/<key:pk>/remove/", views.character_remove, name="character_remove"),
]
