"""The ASGI application: pages by Django, live scenes by Channels."""

import os
import warnings

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# WhiteNoise opens files, not async iterators; serving them through a thread is what we want.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django.setup()

from api.events import KeptOpen  # noqa: E402
from config.checks import refuse_unsafe_start  # noqa: E402  needs the apps that the line above loads
from config.server.limits.body_limit import limit_body  # noqa: E402
from config.server.limits.fair_share import FairShare  # noqa: E402  needs the apps that the line above loads
from config.server.limits.throttle import is_within_limits, limit_by_address, limit_by_person, limit_streams  # noqa: E402
from config.server.memory_care import MemoryCare, collect_little, limit_arenas  # noqa: E402
from config.server.monitoring.health import Probes  # noqa: E402
from config.server.monitoring.metrics import RequestMetrics  # noqa: E402
from config.server.pages import Pages  # noqa: E402
from config.server.socket_sessions import SessionGuard  # noqa: E402
from play.fast_path import FastPath  # noqa: E402  needs the apps that the line above loads
from play.routing import websocket_urlpatterns  # noqa: E402  needs the apps that the line above loads

refuse_unsafe_start()
pages = Pages()
request_metrics = RequestMetrics()
sockets = limit_by_address(
    AllowedHostsOriginValidator(AuthMiddlewareStack(limit_by_person(SessionGuard(URLRouter(websocket_urlpatterns)))))
)
limit_arenas()
requests = request_metrics.count_commands(limit_streams(KeptOpen(FastPath(pages, is_within_limits))))
application = ProtocolTypeRouter(
    {
        "http": Probes(MemoryCare(limit_body(FairShare(requests)))),
        "websocket": request_metrics.count_sockets(sockets),
    },
)
collect_little()
