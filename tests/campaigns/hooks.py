"""A server on loopback that keeps what is posted to it, as Discord and push services do."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Posted(NamedTuple):
    """What was posted."""

    path: str
    headers: dict[str, str]
    body: bytes


class HookServer:
    """Listens until it is closed. It answers with `status`; 0 closes the line without an answer."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.status = 204
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.posted.append(Posted(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                if server.status:
                    self.send_response(server.status)
                    self.send_header("Retry-After", "600")
                    self.send_header("Location", "/elsewhere")
                    self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
