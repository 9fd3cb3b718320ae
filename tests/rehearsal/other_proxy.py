"""nginx in the place of Caddy, by the example that the repository brings."""

from tests.rehearsal.machine import Machine
from tests.rehearsal.steps import HOST, SOURCE, install

CERTIFICATE = "/etc/letsencrypt/live/table.example.org"
"""Where the example looks for it."""


def put_nginx_before(machine: Machine) -> None:
    """Take Caddy away, and let nginx hold a certificate of its own making."""
    machine.run("systemctl disable --quiet --now caddy")
    machine.run("apt-get install -y -qq nginx openssl >/dev/null && rm /etc/nginx/sites-enabled/default")
    install(machine, "--tls", "elsewhere", "--commit", "HEAD")
    machine.run(
        f"mkdir -p {CERTIFICATE} && openssl req -x509 -newkey rsa:2048 -nodes -subj /CN={HOST} "
        f"-keyout {CERTIFICATE}/privkey.pem -out {CERTIFICATE}/fullchain.pem 2>/dev/null"
    )
    site = "/etc/nginx/sites-available/storywheel"
    machine.run(f"sed 's/server_name .*;/server_name {HOST};/' {SOURCE}/deploy/proxies/nginx.conf >{site}")
    machine.run(f"ln -s {site} /etc/nginx/sites-enabled/ && nginx -t 2>&1 && systemctl restart nginx")
