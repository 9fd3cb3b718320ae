"""Addresses of the record."""

from django.urls import URLPattern, path, register_converter

from campaigns.converters import KeyConverter, KindConverter
from campaigns.views import characters, chronicle, imports, look, members, portraits, series

register_converter(KeyConverter, "key")
register_converter(KindConverter, "kind")

urlpatterns: list[URLPattern] = [
    path("", series.series_list, name="series_list"),
    path("theme/", look.theme, name="theme"),
    path("language/", look.language, name="set_language"),
    path("offline/", look.offline, name="offline"),
    path("worker.js", look.worker, name="worker"),
    path("join/<slug:token>/", members.join, name="join"),
    path("series/new/", series.series_new, name="series_new"),
    path("series/<key:pk>/", series.series, name="series"),
    path("series/<key:pk>/edit/", series.series_edit, name="series_edit"),
    path("series/<key:pk>/clock/", series.series_clock, name="series_clock"),
    path("series/<key:pk>/rulings/", series.series_options, name="series_options"),
    path("series/<key:pk>/leave/", members.series_leave, name="series_leave"),
    path("series/<key:pk>/members/", members.members, name="members"),
    path("series/<key:pk>/invites/new/", members.invite_new, name="invite_new"),
    path("invites/<key:pk>/revoke/", members.invite_revoke, name="invite_revoke"),
    path("members/<key:pk>/role/", members.member_role, name="member_role"),
    path("members/<key:pk>/remove/", members.member_remove, name="member_remove"),
    path("members/<key:pk>/own/", members.member_own, name="member_own"),
    path("series/<key:pk>/characters/new/", characters.character_new, name="character_new"),
    path("series/<key:pk>/characters/import/", imports.character_import, name="character_import"),
    path("characters/<key:pk>/", characters.character, name="character"),
    path("characters/<key:pk>/export/", imports.character_export, name="character_export"),
    path("characters/<key:pk>/edit/", characters.character_edit, name="character_edit"),
    path("characters/<key:pk>/settle/", characters.character_settle, name="character_settle"),
    path("characters/<key:pk>/changes/", characters.character_changes, name="character_changes"),
    path("changes/<key:pk>/undo/", characters.change_undo, name="change_undo"),
    path("characters/<key:pk>/extra/", characters.character_extra, name="character_extra"),
    path("characters/<key:pk>/owner/", characters.character_owner, name="character_owner"),
    path("characters/<key:pk>/remove/", characters.character_remove, name="character_remove"),
    path("characters/<key:pk>/portrait/", portraits.portrait_edit, name="portrait_edit"),
    path("characters/<key:pk>/portrait.webp", portraits.portrait, name="portrait"),
    path("series/<key:pk>/story/new/", chronicle.part_new, {"inside": "series", "kind": "story"}, "story_new"),
    path("story/<key:pk>/episode/new/", chronicle.part_new, {"inside": "story", "kind": "episode"}, "episode_new"),
    path("episode/<key:pk>/scene/new/", chronicle.part_new, {"inside": "episode", "kind": "scene"}, "scene_new"),
    path("story/<key:pk>/downtime/new/", chronicle.part_new, {"inside": "story", "kind": "downtime"}, "downtime_new"),
    path("episode/<key:pk>/downtime/new/", chronicle.part_new, {"inside": "episode", "kind": "downtime"}, "rest_new"),
    path("<kind:kind>/<key:pk>/", chronicle.part, name="part"),
    path("<kind:kind>/<key:pk>/edit/", chronicle.part_edit, name="part_edit"),
    path("<kind:kind>/<key:pk>/move/", chronicle.part_move, name="part_move"),
    path("<kind:kind>/<key:pk>/open/", chronicle.part_open, name="part_open"),
    path("<kind:kind>/<key:pk>/remove/", chronicle.part_remove, name="part_remove"),
]
