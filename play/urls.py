"""Addresses of the live table."""

from django.conf import settings
from django.urls import path

from play.views import (
    ahead,
    export,
    favorites,
    log,
    missed,
    odds,
    pace,
    portraits,
    public_odds,
    recap,
    search,
    series,
    speech,
    style,
    table,
    write,
)

urlpatterns = [
    path("", series.series_list, name="series_list"),
    path("series/<key:pk>/", series.series, name="series"),
    path("read/", log.read_all, name="read_all"),
    path("series/<key:pk>/read/", log.read_all, name="series_read"),
    path("series/<key:pk>/party/", series.series_party, name="series_party"),
    path("odds/", public_odds.choose_odds, name="odds"),
    path("odds/<slug:system>/", public_odds.show_odds, name="public_odds"),
    path("scenes/<int:scene_id>/", table.show_table, name="table"),
    path("scenes/<int:scene_id>/command/", table.command, name="table_command"),
    path("scenes/<int:scene_id>/frame/", table.frame, name="table_frame"),
    path("scenes/<int:scene_id>/rewind/<int:entry>/", table.rewind_preview, name="table_rewind"),
    path("scenes/<int:scene_id>/folds/<str:fold>/", table.lazy_details, name="table_fold"),
    path("scenes/<int:scene_id>/faces/<int:character_id>.webp", portraits.show_portrait, name="table_face"),
    path("scenes/<int:scene_id>/favorites/", favorites.keep_or_drop, name="table_favorites"),
    path("scenes/<int:scene_id>/ahead/", ahead.preview_order, name="table_ahead"),
    path("scenes/<int:scene_id>/odds/", odds.show_odds, name="table_odds"),
    path("scenes/<int:scene_id>/weigh/", odds.show_outlook, name="table_weigh"),
    path("scenes/<int:scene_id>/meaning/", speech.show_meaning, name="table_meaning"),
    path("series/<key:pk>/search/", search.search_series, name="search"),
    path("scenes/<int:scene_id>/log/<int:count>/", log.show_log, name="table_log"),
    path("scenes/<int:scene_id>/unread/", log.show_unread, name="table_unread"),
    path("scenes/<int:scene_id>/read/", log.keep_mark, name="table_read"),
    path("scenes/<int:scene_id>/pace/", pace.pace, name="pace"),
    path("scenes/<int:scene_id>/waits/<key:wait_id>/nudge/", pace.nudge, name="nudge"),
    path("scenes/<int:scene_id>/missed/", missed.show_missed, name="table_missed"),
    path("scenes/<int:scene_id>/strands/<str:strand>/", log.show_strand, name="table_strand"),
    path("scenes/<int:scene_id>/write/", write.write, name="table_write"),
    path("scenes/<int:scene_id>/write/<int:count>/", write.write, name="table_write"),
    path("scenes/<int:scene_id>/recap/", recap.scene_recap, name="scene_recap"),
    path("episode/<key:pk>/played/", recap.episode_recap, name="episode_recap"),
    path("<kind:kind>/<key:pk>/", series.part, name="part"),
    path("<kind:kind>/<key:pk>/inside/", series.part_inside, name="part_inside"),
    path("<kind:kind>/<key:pk>/recap/", recap.recap_edit, name="recap_edit"),
    path("scenes/<int:scene_id>/log.txt", export.transcript, name="table_transcript"),
    path("scenes/<int:scene_id>/fights/<int:bound>.json", export.battle, name="table_battle"),
]
if settings.DEBUG:
    urlpatterns.append(path("style/", style.show_style, name="style"))
