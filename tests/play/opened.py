"""What the page of a table fetches when somebody opens it: forms, rows, tools and steps, each below `stage/`."""

from collections.abc import Iterator
from typing import Any

from django.test import Client

from tests.play.facts_of import page_facts


def open_all(client: Client, scene_pk: int) -> Iterator[tuple[str, Any]]:
    """Each address that somebody's page can open, below `stage/`, and what is told there."""
    waiting = [*_list_shut(page_facts(client, scene_pk))]
    seen = {*waiting}
    while waiting:
        path = waiting.pop(0)
        answer = client.get(f"/scenes/{scene_pk}/stage/{path}")
        assert answer.status_code == 200, path
        yield path, answer.json()
        new = [one for one in _list_below(path, answer.json()) if one not in seen]
        seen |= {*new}
        waiting += new


def _list_shut(facts: Any) -> Iterator[str]:
    """What can be opened of the facts themselves."""
    yield "palette/"
    yield from (f"cards/{id}" for id in facts["hand"]["order"])
    yield from (f"people/{id}" for id in facts.get("fight", {}).get("combatants", ()))
    yield from (f"rolls/{key}" for key, _name in facts.get("rolls", ()))
    yield from (f"tools/{name}" for name in facts["tools"])
    yield from (f"ahead/{id}" for id in facts.get("ahead", {}).get("order", ()))
    yield from (f"entries/{number}" for number in facts["log"])
    if facts["me"]["role"] == "storyteller":
        yield from (f"undo/{number}" for number in facts["log"])


def _list_below(path: str, told: Any) -> Iterator[str]:
    """What can be opened of what was told at an address."""
    kind = path.partition("/")[0]
    if kind in ("cards", "people"):
        heads = told.get("card", told)["offers"]
        yield from (f"offers/{id}" for id, head in heads.items() if not head.get("reason"))
    if kind == "ahead":
        yield from (f"{path}/{on['when']}/{one['offer']}" for on in told.get("occasions", ()) for one in on["offers"])
