"""A cable between a browser and the server that a test can cut and mend."""

import contextlib
import socket
import threading


class Cable:
    """A TCP proxy on a port of its own. Cut, it breaks every connection and refuses new ones."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._lock = threading.Lock()
        self._links: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break the line."""
        with self._lock:
            self.is_cut = True
            for link in self._links:
                with contextlib.suppress(OSError):
                    link.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let connections through again."""
        with self._lock:
            self.is_cut = False

    def _accept(self) -> None:
        while True:
            near, _ = self._listener.accept()
            far = None if self.is_cut else self._reach()
            if far is None:
                near.close()
                continue
            with self._lock:
                self._links |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _reach(self) -> socket.socket | None:
        """A connection to the server, or None while it is away."""
        try:
            return socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            return None

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._links -= {source}
        source.close()
