"""A cable between a browser and the server that a test can cut and mend."""

import contextlib
import socket
import threading


class Cable:
    """A TCP proxy on a port of its own. Cut, it breaks every connection and refuses new ones; hushed, it lets nothing
    through and says nothing of it."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._lock = threading.Lock()
        self._links: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.is_cut = self.is_hushed = False
        self._hushed: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break the line."""
        with self._lock:
            self.is_cut = True
            self._break(self._links)

    def hush(self) -> None:
        """Lose the line without a word, as a phone does that leaves the house: what was open stays so, for nothing."""
        with self._lock:
            self.is_hushed = True
            self._hushed |= self._links

    def mend(self) -> None:
        """Let connections through again; what a hush has swallowed has come to nothing."""
        with self._lock:
            self.is_cut = self.is_hushed = False
            self._break(self._hushed)
            self._hushed.clear()

    def _break(self, links: set[socket.socket]) -> None:
        for link in links:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            near, _ = self._listener.accept()
            if self.is_hushed:
                self._hushed.add(near)  # open, and never answered
                continue
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
                if source not in self._hushed:
                    sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._links -= {source}
        source.close()
