"""Caddy with our own file, on loopback: by plain HTTP, or by TLS with a certificate of its own making."""

import shutil
import ssl
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from deploy.processes import ROOT, Site, free_port


class Caddy(Site):
    """The way in to these processes, whose static files lie in `var`."""

    def __init__(self, folder: Path, webs: Sequence[Site], var: Path, *, tls: bool = False) -> None:
        self.plain_port, port = free_port(), free_port()
        self._folder = folder
        host = f"https://localhost:{port}" if tls else f"http://127.0.0.1:{port}"
        environment = {
            "STORYWHEEL_HOST": host,
            "STORYWHEEL_WEBS": " ".join(f"127.0.0.1:{web.port}" for web in webs),
            "STORYWHEEL_STATIC": str(var / "static"),
            "HOME": str(folder),
        }
        config = folder / "Caddyfile"
        options = ("admin off", "skip_install_trust", f"http_port {self.plain_port}")  # another may run here
        own = (ROOT / "deploy" / "Caddyfile").read_text()
        shutil.copy(ROOT / "deploy" / "storywheel.caddy", folder)
        config.write_text(own.replace("\n{\n", "\n".join(("\n{", *options, "")), 1))
        command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
        super().__init__("caddy", folder, command, environment, port)
        self.url = host

    @property
    def context(self) -> ssl.SSLContext:
        """What trusts its certificate, and no other."""
        roots = self._folder.glob(".local/share/caddy/pki/authorities/local/root.crt")
        return ssl.create_default_context(cadata=next(roots).read_text())

    def is_ready(self) -> bool:
        """Whether a page comes through it."""
        try:
            context = self.context if self.url.startswith("https:") else None
            urllib.request.urlopen(f"{self.url}/account/login/", timeout=10, context=context)
        except (OSError, StopIteration):
            return False
        return True
