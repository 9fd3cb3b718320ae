"""A mail server that keeps what it is sent: as much of SMTP as Django speaks to it."""

import socketserver
import threading
import time
from email import message_from_bytes, policy
from email.message import EmailMessage


class PostOffice:
    """Listens at an address of this machine, loopback if none is named, until it is closed."""

    PATIENCE = 10.0

    def __init__(self, address: str = "127.0.0.1") -> None:
        self._letters: list[EmailMessage] = []
        self.answers: dict[bytes, bytes] = {}
        """What is said to a command instead of "good": `{b"RCPT": b"450 later"}`. An empty answer ends the line."""
        office = self

        class Counter(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                office._serve(self)

        self._server = socketserver.ThreadingTCPServer((address, 0), Counter)
        self._server.daemon_threads = True
        self.url = f"smtp://{address}:{self._server.server_address[1]}"
        """What `EMAIL_URL` must say."""
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def _serve(self, caller: socketserver.StreamRequestHandler) -> None:
        def say(line: bytes) -> None:
            caller.wfile.write(line + b"\r\n")

        say(b"220 here")
        while word := caller.rfile.readline().strip().upper()[:4]:
            if word == b"DATA":
                say(b"354 go on")
                self._letters.append(self._take(caller))
            answer = self.answers.get(word, b"221 bye" if word == b"QUIT" else b"250 good")
            if answer:
                say(answer)
            if word == b"QUIT" or not answer:
                return

    def _take(self, caller: socketserver.StreamRequestHandler) -> EmailMessage:
        lines = []
        while (line := caller.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        return message_from_bytes(b"".join(lines), policy=policy.default)

    @property
    def letters(self) -> list[EmailMessage]:
        """The letters that nobody has fetched."""
        return list(self._letters)

    def fetch(self, address: str, subject: str) -> str:
        """What the next letter about this to somebody says; it is not there afterwards."""
        deadline = time.monotonic() + self.PATIENCE
        while True:
            for letter in list(self._letters):
                if address in str(letter["To"]) and subject in str(letter["Subject"]):
                    self._letters.remove(letter)
                    return str(letter.get_content())
            told = [str(letter["Subject"]) for letter in self._letters]
            assert time.monotonic() < deadline, f"no letter to {address} about {subject!r}, only {told}"
            time.sleep(0.02)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
