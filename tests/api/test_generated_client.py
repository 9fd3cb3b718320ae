"""A typed client that is generated from the OpenAPI document reads a table and plays a fight."""

import importlib
import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import LazySettings
from django.core.wsgi import get_wsgi_application
from django.test import Client

from campaigns.models import Character, TokenScope
from play.models import Entry
from rules import get_system
from tests.api.conftest import sit
from tests.cast import gather_cast
from tests.schemas import Filler

pytestmark = pytest.mark.walk

PACKAGE = "storywheel_client"
SETTINGS = {"post_hooks": [], "content_type_overrides": {"image/webp": "application/octet-stream"}}
MOST_MOVES = 20


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package that is generated from the document of one game, ready to be imported."""
    folder = tmp_path_factory.mktemp("client")
    described, settings = folder / "openapi.json", folder / "settings.json"
    described.write_bytes(Client().get("/api/v1/openapi.json?system=wod2004").content)
    settings.write_text(json.dumps(SETTINGS))
    generator = Path(sys.executable).with_name("openapi-python-client")
    files = ("--path", described, "--config", settings, "--output-path", folder / PACKAGE)
    asked = (generator, "generate", *files, "--meta", "none", "--fail-on-warning")
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return PACKAGE


class Bot:
    """What a developer writes with the generated client."""

    def __init__(self, package: str, token: str, scene: int) -> None:
        self.package, self.scene = package, scene
        self.models: Any = importlib.import_module(f"{package}.models")
        client: Any = importlib.import_module(f"{package}.client").AuthenticatedClient
        transport = httpx.WSGITransport(app=get_wsgi_application())
        self.client = client("http://testserver", token, httpx_args={"transport": transport})

    def call(self, name: str, **values: Any) -> Any:
        operation: Any = importlib.import_module(f"{self.package}.api.tables.{name}")
        answer = operation.sync(self.scene, client=self.client, **values)
        assert not isinstance(answer, self.models.Problem), answer
        return answer

    def make(self, number: int, move: Any) -> int:
        command = self.models.CommandIn(command=uuid.uuid4(), number=number, move=move)
        made: int = self.call("make_move", body=command).number
        return made

    def choose(self, filler: Filler) -> Any:
        """Answer what is asked, else attack; filled in by the schema of the offer."""
        urgency = {"answer": 2, "act": 1}
        offers = [one for one in self.call("list_offers").offers if one.schema]
        best = max(offers, key=lambda one: (urgency.get(one.group, 0), one.move == "Attack", one.move))
        return self.models.BattleMove.from_dict(filler.fill(best.schema.to_dict()))


@pytest.mark.django_db
def test_a_generated_client_plays_a_whole_fight(package: str, settings: LazySettings) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "api": (0, 0)}
    cast = gather_cast("wod2004")
    Character.objects.filter(series=cast.series).update(sheet=get_system("wod2004").sheets.blank("soldier"))
    bot = Bot(package, sit(cast, cast.storyteller, TokenScope.STORYTELLER).secret, cast.scene.pk)
    models, number, filler = bot.models, 0, Filler(5, optional=0.0)
    for move in (
        models.OpenBattle(kind="OpenBattle"),
        models.BringIn(kind="BringIn", characters=[str(cast.heroine.pk)], side="Travellers"),
        models.BringIn(kind="BringIn", characters=[str(cast.duelist.pk)], side="Toll company"),
        models.BattleMove.from_dict({"kind": "BattleMove", "move": {"kind": "StartBattle"}}),
    ):
        number = bot.make(number, move)
    for _ in range(MOST_MOVES):
        table = bot.call("read_table")
        if len({one.side for one in table.battle.combatants if not one.out}) < 2:
            break
        bot.make(table.number, bot.choose(filler))
    bot.make(bot.call("read_table").number, models.CloseBattle(kind="CloseBattle"))
    assert bot.call("read_table").battle is None
    lines = bot.call("read_log").lines
    assert "AttackResolved" in {line.kind for line in lines}
    assert any(step.name for line in lines for step in line.steps)
    kinds = list(Entry.objects.filter(table__scene=cast.scene).order_by("number").values_list("event__kind", flat=True))
    assert (kinds[0], kinds[-1]) == ("BattleOpened", "BattleClosed")


@pytest.mark.django_db
def test_a_generated_client_rolls_and_is_told_why_it_is_refused(package: str) -> None:
    cast = gather_cast("wod2004")
    bot = Bot(package, sit(cast, cast.player, TokenScope.ACT, cast.heroine).secret, cast.scene.pk)
    (offer,) = bot.call("list_rolls").rolls
    roll = bot.models.MakeRoll.from_dict(Filler(3, optional=0.0).fill(offer.schema.to_dict()))
    assert bot.call("read_odds", body=bot.models.MoveIn(move=roll)).dice is not None
    number = bot.make(0, roll)
    with pytest.raises(AssertionError, match="Only the Storyteller"):
        bot.make(number, bot.models.OpenBattle(kind="OpenBattle"))
