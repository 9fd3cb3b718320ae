"""The examples for other proxies do what our file for Caddy does."""

import re
import subprocess
from pathlib import Path

import yaml

from deploy.processes import ROOT, free_port
from tests.left_out import needs

FOLDER = ROOT / "deploy" / "proxies"
NGINX, TRAEFIK = (FOLDER / "nginx.conf").read_text(), (FOLDER / "traefik.yaml").read_text()
CADDY = (ROOT / "deploy" / "storywheel.caddy").read_text()


def test_all_send_a_scene_to_one_process() -> None:
    found = re.search(r"@scene path_regexp scene (\S+)\n", CADDY)
    assert found
    scene = found[1].replace("([0-9]+)", "[0-9]+")
    assert f"location ~ {scene} {{" in NGINX
    for digits in ("[02468]", "[13579]"):
        assert f"PathRegexp(`{scene.replace('[0-9]+', f'[0-9]*{digits}')}`)" in TRAEFIK
    assert "hash $storywheel_scene consistent;" in NGINX


def test_none_shows_strangers_what_is_not_for_them() -> None:
    for path in ("/metrics", "/readyz"):
        assert f"location = {path} {{\n        return 404;" in NGINX
        assert f"!Path(`{path}`)" in TRAEFIK


def test_nginx_takes_files_as_large_as_caddy_does_and_serves_the_same_folder() -> None:
    found = re.search(r"max_size (\d+)MB", CADDY)
    assert found
    assert f"client_max_body_size {found[1]}m;" in NGINX
    assert NGINX.count("alias /var/lib/storywheel-static/") == 2


def test_what_a_router_of_traefik_names_is_there() -> None:
    http = yaml.safe_load(TRAEFIK)["http"]
    for router in http["routers"].values():
        assert router["service"] in http["services"]
        assert set(router.get("middlewares", [])) <= set(http["middlewares"])
    for service in http["services"].values():
        assert set(service.get("failover", {}).values()) <= set(http["services"])


@needs("nginx")
def test_nginx_takes_its_example(tmp_path: Path) -> None:
    site = re.sub(r"^ +ssl_certificate.*\n", "", NGINX, flags=re.MULTILINE)
    for port in ("443 ssl", "80"):
        site = re.sub(rf"listen (\[::\]:)?{port};", f"listen 127.0.0.1:{free_port()};", site, count=1)
        site = re.sub(rf" +listen \[::\]:{port};\n", "", site)
    config = tmp_path / "nginx.conf"
    config.write_text(f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{\n}}\nhttp {{\naccess_log off;\n{site}}}\n")
    done = subprocess.run(["nginx", "-t", "-c", str(config)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
