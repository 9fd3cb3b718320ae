"""Addresses of the sockets."""

from django.urls import path, re_path

from play.consumers import NoSuchPlace, OverlayConsumer, PartyConsumer, RehearsalConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/scenes/<int:scene_id>/", TableConsumer.as_asgi()),
    path("ws/scenes/<int:scene_id>/rehearsal/", RehearsalConsumer.as_asgi()),
    path("ws/series/<key:series_id>/party/", PartyConsumer.as_asgi()),
    path("ws/overlay/<slug:secret>/", OverlayConsumer.as_asgi()),
    re_path(r"", NoSuchPlace.as_asgi()),
]
