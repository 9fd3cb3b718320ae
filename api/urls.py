"""Addresses of the API, below `api.gate.PREFIX`."""

from api.app import api

urlpatterns = api.urls[0]
