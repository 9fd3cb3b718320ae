"""The rules and the board for a host's monitoring name metrics that exist."""

import json
import re

import pytest
import yaml
from prometheus_client import REGISTRY, ProcessCollector

import campaigns.notices.outcome  # noqa: F401  makes the metric of posts
import config.background.counts  # noqa: F401  makes those of tasks
from config.background.watch import PartsCollector
from config.server.monitoring import metrics
from deploy.processes import ROOT

FOLDER = ROOT / "deploy" / "monitoring"
NAME = re.compile(r"\b(?:storywheel|process)_\w+")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def list_names() -> set[str]:
    """All names that `/metrics` of a web process and of the background work can have."""
    found = [*REGISTRY.collect(), *PartsCollector([]).collect()]
    return {metric.name + suffix for metric in found for suffix in SUFFIXES.get(metric.type, ())}


def list_rules() -> list[str]:
    rules = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"][0]["rules"]
    return [str(rule["expr"]) for rule in rules]


def list_panels() -> list[str]:
    panels = json.loads((FOLDER / "grafana.json").read_text())["panels"]
    return [str(target["expr"]) for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("asked", [list_rules, list_panels], ids=["alerts", "board"])
def test_what_a_host_watches_exists(asked: object) -> None:
    assert callable(asked)
    named = {name for text in asked() for name in NAME.findall(text)}
    assert len(named) > 10
    assert named <= list_names()


def test_the_example_asks_the_ports_on_which_the_units_answer() -> None:
    scrape = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    (job,) = scrape["scrape_configs"]
    assert job["job_name"] == "storywheel"
    ports = [target for group in job["static_configs"] for target in group["targets"]]
    assert ports == ["127.0.0.1:8001", "127.0.0.1:8002", "127.0.0.1:8010"]
    assert scrape["rule_files"] == ["alerts.yml"]


def test_a_process_tells_of_itself_where_a_unit_hides_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `ProcSubset=pid` there is no /proc/stat, in which the library looks for the moment of the boot."""
    seen = {metric.name: metric for metric in ProcessCollector(registry=None).collect()}

    def hide(_self: ProcessCollector) -> float:
        raise FileNotFoundError("/proc/stat")

    monkeypatch.setattr(ProcessCollector, "_boot_time", hide)
    assert list(ProcessCollector(registry=None).collect()) == []
    told = {metric.name: metric for metric in metrics.OwnProcess(registry=None).collect()}
    assert told.keys() == seen.keys()
    name = "process_start_time_seconds"
    assert told[name].samples[0].value == pytest.approx(seen[name].samples[0].value, abs=3)
