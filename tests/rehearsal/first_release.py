"""A server of 0.1.0, installed by hand as its own docs/hosting.md said, with the demo and fights that were played."""

from tests.rehearsal.machine import Machine

COMMIT = "681f2c89"
BY_HAND = f"""
apt-get update -qq
apt-get install -y -qq python3-venv git postgresql redis-server caddy >/dev/null
useradd --system --create-home --home-dir /var/lib/storywheel storywheel
git clone -q /root/storywheel.git /srv/storywheel && cd /srv/storywheel && git reset -q --hard {COMMIT}
python3 -m venv .venv && .venv/bin/pip install --quiet --require-hashes -r requirements.txt
cp deploy/storywheel.env.example /etc/storywheel.env && chmod 600 /etc/storywheel.env
KEY=$(tr -dc A-Za-z0-9 </dev/urandom | head -c 64 || true)
SECRET=$(tr -dc A-Za-z0-9 </dev/urandom | head -c 64 || true)
sed -i "s/^SECRET_KEY=.*/SECRET_KEY=$KEY/; s/table.example.org/@@/g; s/^POSTGRES_PASSWORD=.*/POSTGRES_PASSWORD=$SECRET/
s|^DATABASE_URL=.*|DATABASE_URL=postgres://storywheel:$SECRET@127.0.0.1:5432/storywheel|
s|^REDIS_URL=.*|REDIS_URL=redis://127.0.0.1:6379/0|" /etc/storywheel.env
printf "CREATE ROLE storywheel LOGIN PASSWORD '%s';" "$SECRET" | su postgres -c 'psql -q'
su postgres -c 'createdb --owner storywheel --encoding UTF8 --locale C.UTF-8 --template template0 storywheel'
cp deploy/systemd/* /etc/systemd/system/
cp deploy/Caddyfile /etc/caddy/Caddyfile
mkdir -p /etc/systemd/system/caddy.service.d
printf '[Service]\\nEnvironment=STORYWHEEL_HOST=@@\\n' >/etc/systemd/system/caddy.service.d/storywheel.conf
systemctl daemon-reload
"""
SERVICES = "storywheel-web@8001 storywheel-web@8002 storywheel-worker storywheel-beat storywheel-backup.timer"


def install(machine: Machine, host: str) -> None:
    """Install it and start it."""
    machine.run(BY_HAND.replace("@@", host))
    machine.manage("migrate", "--verbosity", "0")
    machine.manage("collectstatic", "--noinput", "--verbosity", "0")
    machine.run(f"systemctl enable --now -q {SERVICES}; systemctl restart caddy")


def play(machine: Machine) -> None:
    """Load its demo, and play on in every game as its own pictures did."""
    machine.manage("load_demo")
    machine.run(
        "systemd-run --quiet --pipe --wait --uid=storywheel --working-directory=/srv/storywheel"
        " --property=EnvironmentFile=/etc/storywheel.env /srv/storywheel/.venv/bin/python -m tests.e2e.showcase"
    )
