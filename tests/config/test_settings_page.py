"""The page of settings has every environment variable that the code reads, with a default, a unit and a sentence."""

import re
from pathlib import Path

import pytest

from deploy import settings_page
from deploy.processes import ROOT
from deploy.settings_page import PAGE, BadSettings, list_readings, write_page

DEPLOY = ROOT / "deploy"
ROW = re.compile(r"^\| `([A-Z_]+)` \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)


def test_the_page_is_made_of_the_code_as_it_is_now() -> None:
    assert PAGE.read_text() == write_page(), "run `python -m deploy.settings_page > docs/hosting/settings.md`"


def test_every_variable_has_one_row_with_a_sentence() -> None:
    rows = ROW.findall(PAGE.read_text())
    names = [name for name, *_ in rows]
    assert {"DATABASE_URL", "LIMIT_SERIES", "STORYWHEEL_LOGS", "PROMETHEUS_MULTIPROC_DIR", "DATABASE_URL_TO"} <= set(
        names
    )
    assert len(names) == len(set(names))
    assert [name for name, default, unit, means in rows if not (default and unit and means.endswith((".", ".)")))] == []


def test_every_setting_of_the_code_that_a_simpler_search_finds_is_there() -> None:
    found = {
        name
        for path in (ROOT / "config").rglob("*.py")
        for name in re.findall(r'\benv\.\w+\("([A-Z_]+)"', path.read_text())
    }
    assert len(found) > 50
    assert found <= {name for name, *_ in ROW.findall(PAGE.read_text())}


def test_every_variable_of_the_files_in_deploy_is_there() -> None:
    example = (DEPLOY / "storywheel.env.example").read_text()
    named = set(re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE))
    for path in (DEPLOY / "Caddyfile", DEPLOY / "storywheel.caddy", DEPLOY / "compose.yaml", *DEPLOY.glob("systemd/*")):
        named |= set(re.findall(r"\$\{?([A-Z_]+)", path.read_text()))
    assert {"STORYWHEEL_HOST", "STORYWHEEL_WEBS", "STORYWHEEL_BIND", "REDIS_PASSWORD"} <= named
    assert named - {"COMMIT"} <= {name for name, *_ in ROW.findall(PAGE.read_text())}


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("STORYWHEEL_LOGS =", "STORYWHEEL_LOG =", "names what nothing reads: STORYWHEEL_LOG"),
        ('METRICS_TOKEN = "', '# METRICS_TOKEN = "', "has no sentence for METRICS_TOKEN"),
        ('LIMIT_API = {unit = "a minute",', "LIMIT_API = {", "LIMIT_API needs a unit"),
        (
            'EMAIL_FROM = {default = "storywheel@ the first of `ALLOWED_HOSTS`",',
            "EMAIL_FROM = {",
            "EMAIL_FROM needs a default",
        ),
        ('EMAIL_URL = {default = "none",', "EMAIL_URL = {", "EMAIL_URL has several defaults"),
    ],
)
def test_what_is_missing_or_too_much_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: str, after: str, why: str
) -> None:
    sentences = settings_page.SENTENCES.read_text()
    assert before in sentences
    changed = tmp_path / "settings.toml"
    changed.write_text(sentences.replace(before, after))
    monkeypatch.setattr(settings_page, "SENTENCES", changed)
    with pytest.raises(BadSettings, match=re.escape(why)):
        write_page()


def test_a_variable_whose_name_is_put_together_is_found() -> None:
    patterns = {reading.name.pattern for reading in list_readings()}
    assert {"[A-Z]+_CLIENT_ID", "[A-Z]+_CLIENT_SECRET"} <= patterns
