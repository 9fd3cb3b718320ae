"""What the page that draws itself is served, and what it fetches when somebody opens it."""

import json

from play.commands.moves import Say
from play.seats.facts import read_facts
from play.seats.log import read_log
from rules.battle import STORYTELLER
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.test_stage_socket import read_page


def test_the_page_has_its_facts_its_labels_and_its_addresses(coins: TableInPlay, sign_in: SignIn) -> None:
    client, base = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/"
    page = client.get(f"{base}stage/").content.decode()
    assert f'data-socket="/ws{base}?facts=1"' in page
    assert f'data-command="{base}command/"' in page
    assert f'data-base="{base}"' in page
    words = json.loads(page.partition('<script id="words" type="application/json">')[2].partition("</script>")[0])
    assert words["log"] == "Log"
    facts = read_page(client, coins)
    assert facts["me"] == {"role": "player", "characters": [str(coins.cast.heroine.pk)]}
    assert facts["party"]["members"][str(coins.cast.heroine.pk)]["is_own"]
    assert sign_in(coins.cast.stranger).get(f"{base}stage/").status_code == 404


def test_the_steps_of_an_entry_are_fetched(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.player, Say("/roll 3"), [9, 4, 2])
    client = sign_in(coins.cast.player)
    (entry,) = read_page(client, coins)["log"].values()
    assert entry["more"]
    base = f"/scenes/{coins.scene.pk}/stage/entries/"
    steps = client.get(f"{base}{entry['number']}").json()["steps"]
    assert steps[0]["name"] == "Pool"
    assert steps[1]["dice"] == [[die["face"], die["worth"], die["why"]] for die in _dice(coins)]
    gone = client.get(f"{base}999")
    assert (gone.status_code, list(gone.json())) == (404, ["error"])
    assert sign_in(coins.cast.stranger).get(f"{base}1").status_code == 404


def _dice(coins: TableInPlay) -> list[dict[str, object]]:
    """The dice of the only roll, as the log's own page has them."""
    _count, (line,) = read_log(read_facts(coins.scene.pk), STORYTELLER)
    return next(step["dice"] for step in line.event["steps"] if "dice" in step)
