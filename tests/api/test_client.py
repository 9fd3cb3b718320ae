"""The client of the docs is short, and plays a whole fight through a real server."""

import ast
import importlib.util
import uuid
from types import ModuleType

import pytest
from django.conf import LazySettings
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Character, TokenScope
from play.models import Command, Entry
from rules import get_system
from tests.api.conftest import sit
from tests.cast import gather_cast
from tests.test_architecture import ROOT

pytestmark = pytest.mark.walk

CLIENT = ROOT / "docs" / "client.py"
MOST_LINES = 30
"""What the API's page says of the client."""


def load_client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_of_the_docs_has_thirty_lines_besides_its_imports() -> None:
    source = CLIENT.read_text()
    written = [one for one in ast.parse(source).body if not isinstance(one, ast.Import | ast.ImportFrom | ast.Expr)]
    lines = "\n".join(ast.get_source_segment(source, one) or "" for one in written).splitlines()
    assert len([line for line in lines if line.strip()]) <= MOST_LINES
    assert ";" not in source


@pytest.mark.django_db(transaction=True)
def test_the_client_of_the_docs_plays_a_whole_fight(
    live_server: LiveServer, settings: LazySettings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "api": (0, 0)}
    client, cast = load_client(), gather_cast("wod2004")
    client.random.seed(5)
    monkeypatch.setattr(client.time, "sleep", lambda _seconds: None)
    soldier = get_system("wod2004").sheets.blank("soldier")
    Character.objects.filter(series=cast.series).update(sheet=soldier)
    program = sit(cast, cast.storyteller, TokenScope.STORYTELLER)
    scene, number = f"{live_server.url}/api/v1/scenes/{cast.scene.pk}", 0
    sides = {"Travellers": cast.heroine, "Toll company": cast.duelist}
    opening: list[dict[str, object]] = [{"kind": "OpenBattle"}]
    opening += [{"kind": "BringIn", "characters": [str(who.pk)], "side": side} for side, who in sides.items()]
    opening += [{"kind": "BattleMove", "move": {"kind": "StartBattle"}}]
    for move in opening:
        command = {"command": str(uuid.uuid4()), "number": number, "move": move}
        number = client.call(f"{scene}/moves", program.secret, command)["number"]
    capsys.readouterr()
    client.play(scene, program.secret, number)
    kinds = list(Entry.objects.filter(table__scene=cast.scene).order_by("number").values_list("event__kind", flat=True))
    assert (kinds[0], kinds[-1]) == ("BattleOpened", "BattleClosed")
    assert {"Fought"} < set(kinds)
    assert capsys.readouterr().out.splitlines()[-1].startswith("The fight is over.")
    assert set(Command.objects.values_list("user", flat=True)) == {cast.storyteller.pk}
