"""The picture of a fight as facts: every game's own data becomes the same few parts, in the reader's language."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from play.stage.pictures import list_labels, make_picture
from rules.picture import KINDS
from rules.text import Text
from rules.view import BattleView
from tests.play.fixtures import battle, bridge, fighter
from tests.play.pictures import cards_view, ladder_view, order_view, vault

PARTS: dict[str, Any] = {
    "kind": "parts",
    "parts": [
        {"kind": "clock", "label": Text("The dam"), "says": Text("3 of 6"), "of": 6, "filled": 0},
        {
            "kind": "units", "label": Text("Units"), "says": Text("Two."), "units": [
                {"id": "de", "name": Text("Guards"), "size": 3, "most": 5, "words": Text("")},
                {"id": "ys", "name": Text("Boats"), "size": 1, "most": 1, "words": Text("")},
            ],
        },
    ],
}  # fmt: skip


def draw(view: BattleView) -> list[dict[str, Any]]:
    """Make the picture, and return its parts in their order."""
    made = make_picture(view, "en")
    assert made["order"] == list(made["parts"])
    return [made["parts"][key] for key in made["order"]]


def values(facts: Any) -> Iterator[Any]:
    """Every value in facts, however deep."""
    inside = facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else ()
    yield from inside
    for value in inside:
        yield from values(value)


@pytest.mark.parametrize(
    ("view", "kinds"),
    [
        (bridge(storyteller=True), ["ring"]),
        (vault(), ["column", "line"]),
        (order_view(), ["cards"]),
        (cards_view(), ["cards"]),
        (battle([], picture=PARTS), ["clock", "units"]),
        (battle([], picture={"kind": "unheard of"}), []),
    ],
    ids=["2e", "3e", "wod", "v20", "a stranger's", "of an unknown kind"],
)
def test_every_picture_becomes_parts_that_say_what_they_show(view: BattleView, kinds: list[str]) -> None:
    parts = draw(view)
    assert [part["kind"] for part in parts] == kinds
    assert set(kinds) <= KINDS.keys()
    assert all(part["label"] and part["says"] for part in parts)
    assert all(type(value) in (dict, list, str, int, bool) for value in values(parts)), "plain JSON without a null"


def test_the_wheel_is_a_ring_with_an_arc_for_each_that_waits() -> None:
    (ring,) = draw(bridge())
    assert ring["now"] == 14
    assert ring["marks"]["ys"] == {"at": 14, "now": True}
    assert ring["marks"]["wr"] == {"at": 17}
    assert ring["order"][:2] == ["ys", "de"]
    assert ring["spans"]["to"] == {"start": 13, "lane": 2}
    assert "ys" not in ring["spans"], "who acts now has no penalty to wait for"
    assert ring["lanes"] == ["0", "−1", "−2", "−3"]
    assert ring["says"] == (
        "Acting now: Ysane of the Reeds and Captain Deruvin. Then: Brother Oskel 15; Tolvar Ash-Hand 16; "
        "Toll guard 1 16; Wren Little-Lantern 17; Toll guard 2 18."
    )


def test_a_wheel_without_anybody_says_so() -> None:
    (ring,) = draw(battle([]))
    assert (ring["order"], ring["says"]) == ([], "No one acts on this tick.")


def test_known_distances_are_said_below_the_wheel_the_seats_own_first() -> None:
    view = bridge()
    apart = [{"ids": ["de", "to"], "yards": 4}, {"ids": ["to", "wr"], "yards": 9}, {"ids": ["wr", "ys"], "yards": 1}]
    lines = draw({**view, "picture": {**view["picture"], "distances": apart}})[1]["lines"]
    assert lines == [
        "Ysane of the Reeds to Wren Little-Lantern: 1 yard",
        "Captain Deruvin to Tolvar Ash-Hand: 4 yards",
        "Tolvar Ash-Hand to Wren Little-Lantern: 9 yards",
    ]


def test_the_ladder_is_a_column_with_who_crashed_whom() -> None:
    column, bands = draw(vault())
    assert column["order"] == ["me", "ta", "iq", "ga", "il", "ph", "br"]
    assert column["links"] == [{"id": "ph", "to": "me"}]
    assert column["marks"]["ph"]["pips"] == {"on": 2, "of": 3, "says": "turn 2 of 3"}
    assert column["marks"]["ga"] == {"at": 4, "done": True}
    assert column["zones"] == [{"upto": 0, "label": "Crash, Initiative 0 and below", "tone": "grave"}]
    assert bands["label"] == "Range from Tamsin Cray"
    assert [(stop["label"], len(stop["ids"])) for stop in bands["stops"]] == [("close", 3), ("short", 3)]


def test_difficult_ground_is_said_where_it_lies() -> None:
    fighters = [(fighter("a", "A", None, mine=True), 5), (fighter("b", "B", None, own=False), 3)]
    there = [{"id": "a", "at": 1, "cover": "none"}, {"id": "b", "at": 3, "cover": "none"}]
    view = ladder_view(fighters, "a", positions=there, rough=[2], difficult_terrain=True)
    assert [(stop["label"], stop.get("note")) for stop in draw(view)[1]["stops"]] == [
        ("short", "difficult terrain"), ("medium", None),
    ]  # fmt: skip
    everywhere = ladder_view(fighters, "a", positions=there, difficult_terrain=True)
    assert draw(everywhere)[1]["stops"][0]["note"] == "difficult terrain"


def test_cards_show_what_is_declared_to_this_seat_alone() -> None:
    (cards,) = draw(cards_view())
    assert cards["played"] is True
    assert cards["cards"]["ab"] == {"at": 9, "face": "down", "words": "face down"}
    assert cards["cards"]["mt"]["face"] == "own"
    assert cards["cards"]["mt"]["deeds"] == [
        {"label": "Strike", "target": "at The Abbot", "cost": "−1 die, +1 difficulty"}
    ]
    (order,) = draw(order_view())
    assert "played" not in order
    assert order["note"] == "0:06 on the clock"
    assert order["cards"]["ko"]["now"] is True


def test_a_strangers_parts_are_keyed_like_all_others() -> None:
    clock, units = draw(battle([], picture=PARTS))
    assert clock == {"kind": "clock", "label": "The dam", "says": "3 of 6", "of": 6, "filled": 0}
    assert units["order"] == ["de", "ys"]
    assert units["units"]["ys"] == {"name": "Boats", "size": 1, "most": 1}


def test_pictures_and_their_labels_are_in_the_readers_language() -> None:
    with override("fi"):
        assert list_labels()["would act next"] == "toimisi seuraavaksi"
        made = make_picture(vault(), "fi")
        assert made["parts"]["0"]["label"] == "Aloitetikkaat"
        assert made["parts"]["1"]["label"] == "Etäisyys: Tamsin Cray"
        assert all(text != label for label, text in list_labels().items()), "a label without its Finnish"
