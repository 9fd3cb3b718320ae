"""The relationship map: who sees which ties, how it is drawn, what changed when, and what sheets offer."""

import uuid
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.models import Character, KnownTo, Scene, Subject, Tie, TieKind
from campaigns.people.ties import services as tying
from campaigns.people.ties.graph_layout import keep_apart, place_nodes
from campaigns.people.ties.map import RADIUS, WIDE
from campaigns.people.ties.offers import list_sheet_ties
from campaigns.people.ties.services import End
from tests.cast import SECRET, Cast
from tests.conftest import SignIn


@pytest.fixture
def two(cast: Cast) -> tuple[Subject, Subject]:
    """Two pages that everybody knows."""
    pier, weir = (
        Subject.objects.create(series=cast.series, name=name, known_to=KnownTo.ALL) for name in ("Pier", "Weir")
    )
    return pier, weir


def tie(cast: Cast, source: Subject, target: Subject, known_to: KnownTo = KnownTo.ALL, **fields: Any) -> Tie:
    return Tie.objects.create(series=cast.series, source=source, target=target, known_to=known_to, **fields)


def look(client: Client, cast: Cast, at: Scene | None = None) -> str:
    answer = client.get(reverse("ties", args=[cast.series.pk]), {"at": at.pk} if at else {})
    assert answer.status_code == 200
    return str(answer.content.decode())


def kinds(page: str) -> set[str]:
    """The kinds of ties that the map shows."""
    return {kind.value for kind in TieKind if f'class="tie tie--{kind.value}"' in page}


def test_a_large_map_is_narrowed_to_a_subject_and_a_kind(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    pier, weir = two
    others = [Subject.objects.create(series=cast.series, name=f"Isle {n}", known_to=KnownTo.ALL) for n in range(8)]
    hidden = Subject.objects.create(series=cast.series, name=SECRET)
    for other in others:
        tie(cast, pier, other, kind=TieKind.OWES)
    tie(cast, others[0], weir, kind=TieKind.HATES)
    tie(cast, hidden, weir, kind=TieKind.SERVES)
    client, address = sign_in(cast.player), reverse("ties", args=[cast.series.pk])

    def count(**asked: str) -> int:
        answer = client.get(address, asked)
        assert SECRET not in answer.content.decode()
        assert "serves" not in answer.content.decode()
        return len(answer.context["ties"])

    weirs, isle = str(weir.pk), str(others[0].pk)
    assert (count(), count(around=weirs), count(around=isle), count(around=isle, kind="owes")) == (9, 1, 2, 1)
    assert count(around=weirs, kind="owes") == 0
    assert [count(around=str(hidden.pk)), count(around="9" * 30), count(kind="x")] == [9, 9, 9]


def test_a_tie_shows_to_those_who_know_it_and_both_its_ends(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    pier, weir = two
    lurker = Subject.objects.create(series=cast.series, name=f"Lurker {SECRET}")
    tie(cast, pier, weir, kind=TieKind.KIN)
    tie(cast, weir, pier, KnownTo.SOME, kind=TieKind.OWES).knowers.add(cast.heroine)
    tie(cast, pier, weir, KnownTo.STORYTELLER, kind=TieKind.HATES)
    tie(cast, lurker, pier, kind=TieKind.LOVES, words=SECRET)
    tie(cast, pier, lurker, kind=TieKind.SERVES, words=SECRET)
    shown = {name: look(sign_in(getattr(cast, name)), cast) for name in ("storyteller", "player", "rival", "spectator")}
    assert kinds(shown["storyteller"]) == {"kin", "owes", "hates", "loves", "serves"}
    assert kinds(shown["player"]) == {"kin", "owes"}
    assert kinds(shown["rival"]) == kinds(shown["spectator"]) == {"kin"}
    assert SECRET in shown["storyteller"]
    assert not any(SECRET in shown[name] for name in ("player", "rival", "spectator"))
    for name, count in (("player", 2), ("rival", 1)):
        page = sign_in(getattr(cast, name)).get(pier.url).content.decode()
        assert page.count('class="tie__what"') == count
        assert SECRET not in page


def test_the_map_lies_the_same_with_and_without_what_one_does_not_know(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    hidden = Subject.objects.create(series=cast.series, name="Lurker")
    tie(cast, *two)
    tie(cast, hidden, two[0])
    tie(cast, two[1], hidden)
    client = sign_in(cast.player)
    before = [line for line in look(client, cast).splitlines() if "csrf" not in line]
    hidden.delete()
    assert [line for line in look(client, cast).splitlines() if "csrf" not in line] == before


def test_a_map_is_drawn_in_finnish_with_figures_that_svg_reads(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    tie(cast, *two)
    client = sign_in(cast.player)
    client.cookies["django_language"] = "fi"
    page = look(client, cast)
    assert 'lang="fi"' in page
    svg = page[page.index('<svg class="tiemap__svg"') : page.index("</svg>", page.index("tiemap__svg"))]
    assert ',0" ' not in svg.replace('points="', "")
    assert 'viewBox="0 0 405 276"' in svg


def test_the_map_as_it_was_after_a_scene(cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn) -> None:
    pier, weir = two
    later = Scene.objects.create(episode=cast.episode, title="The Weir at Night", position=5)
    tie(cast, pier, weir, kind=TieKind.KIN)
    tie(cast, pier, weir, kind=TieKind.ALLY, ended=True, until=later)
    tie(cast, pier, weir, kind=TieKind.HATES, since=later)
    tie(cast, pier, weir, kind=TieKind.LOVES, since=cast.scene, ended=True)
    client = sign_in(cast.player)
    assert kinds(look(client, cast)) == {"kin", "hates"}
    assert kinds(look(client, cast, cast.scene)) == {"kin", "ally", "loves"}
    assert kinds(look(client, cast, later)) == {"kin", "hates", "loves"}
    history = look(client, cast).partition('id="history-h"')[2]
    assert history.index("The Toll Bridge") < history.index("The Weir at Night")
    assert history.count("<s>") == 2


def test_a_hidden_scene_is_not_named_where_a_tie_began_in_it(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    tie(cast, *two, kind=TieKind.KIN, since=cast.hidden_scene)
    tie(cast, *two, kind=TieKind.OWES, ended=True, until=cast.hidden_scene)
    client = sign_in(cast.player)
    for page in (look(client, cast), look(client, cast, cast.hidden_scene), client.get(two[0].url).content.decode()):
        assert SECRET not in page
        assert f'value="{cast.hidden_scene.pk}"' not in page
    assert SECRET in look(sign_in(cast.storyteller), cast)


def post(client: Client, address: str, pk: int, **fields: Any) -> Any:
    sent = {"kind": "owes", "strength": "2", "known_to": "all", "command": str(uuid.uuid4()), **fields}
    return client.post(reverse(address, args=[pk]), sent)


def test_a_tie_is_drawn_between_pages_characters_and_somebody_new(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    client, series = sign_in(cast.storyteller), cast.series.pk
    pages = {"source": f"s{two[0].pk}", "target": f"s{two[1].pk}"}
    assert post(client, "tie_new", series, **pages, since=cast.scene.pk).status_code == 302
    assert post(client, "tie_new", series, source=f"c{cast.heroine.pk}", name="Henna").status_code == 302
    assert post(client, "tie_new", series, source=f"s{two[0].pk}", target=f"c{cast.lurker.pk}").status_code == 302
    assert [str(one) for one in Tie.objects.all()] == [
        "Pier owes Weir",
        "Ysane of the Reeds owes Henna",
        f"Pier owes Lurker {SECRET}",
    ]
    made = {
        one.name: (one.character, one.known_to) for one in Subject.objects.exclude(pk__in=[page.pk for page in two])
    }
    assert made == {
        "Ysane of the Reeds": (cast.heroine, "all"),
        "Henna": (None, "all"),
        f"Lurker {SECRET}": (cast.lurker, "storyteller"),
    }
    assert SECRET not in look(sign_in(cast.player), cast)


def test_a_tie_that_changed_in_play_leaves_the_old_one_in_the_history(
    cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    old = tie(cast, *two, kind=TieKind.ALLY)
    client = sign_in(cast.storyteller)
    answer = post(client, "tie_edit", old.pk, kind="hates", keeps_old="on", since=cast.scene.pk)
    assert answer.status_code == 302
    was, now = Tie.objects.order_by("pk")
    assert (was.kind, was.ended, was.until) == ("ally", True, cast.scene)
    assert (now.kind, now.ended, now.since) == ("hates", False, cast.scene)
    assert post(client, "tie_edit", now.pk, kind="hates", ended="on", until=cast.scene.pk).status_code == 302
    assert kinds(look(client, cast)) == set()
    assert post(client, "tie_edit", now.pk, kind="hates", until=cast.scene.pk).status_code == 302
    now.refresh_from_db()
    assert (now.ended, now.until) == (False, None)
    assert post(client, "tie_remove", now.pk).status_code == 302
    assert Tie.objects.get() == was


@pytest.mark.parametrize(
    "fields",
    [
        {"target": ""},
        {"source": ""},
        {"source": "s424242"},
        {"source": "x"},
        {"strength": "4"},
        {"kind": "song"},
        {"since": "424242"},
        {"known_to": "some"},
        {"words": "x" * 201},
        {"target": "same"},
    ],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    fields: dict[str, str], cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn
) -> None:
    ends = {"source": f"s{two[0].pk}", "target": f"s{two[1].pk}"}
    if fields.get("target") == "same":
        fields = {"target": ends["source"]}
    answer = post(sign_in(cast.storyteller), "tie_new", cast.series.pk, **{**ends, **fields})
    assert answer.status_code == 422
    assert b'class="wrong"' in answer.content
    assert not Tie.objects.exists()


def test_nothing_of_another_series_is_tied(cast: Cast, two: tuple[Subject, Subject]) -> None:
    far = type(cast.series).objects.create(name="Far", system=cast.series.system, owner=cast.storyteller)
    page = far.subjects.create(name="Far")
    stranger = Character.objects.create(series=far, name="Far", sheet={})
    member, here = cast.membership(cast.storyteller), End(subject=two[0].pk)
    values, new = {"kind": "owes", "known_to": "all"}, Tie(series=cast.series)
    for end in (End(subject=page.pk), End(character=stranger.pk)):
        with pytest.raises(Refused, match="just deleted this page"):
            save_record(tying.TIES, member, new, values, beside={"ends": (here, end)})
    assert not Tie.objects.exists()


def test_a_series_has_as_many_ties_as_it_may(
    cast: Cast, two: tuple[Subject, Subject], monkeypatch: pytest.MonkeyPatch
) -> None:
    tie(cast, *two)
    monkeypatch.setattr(tying.TIES, "most", 1)
    member, ends = cast.membership(cast.storyteller), (End(subject=two[0].pk), End(name="New"))
    values, new = {"kind": "owes", "known_to": "all"}, Tie(series=cast.series)
    with pytest.raises(Refused, match="already 1 relationships"):
        save_record(tying.TIES, member, new, values, beside={"ends": ends})
    assert Subject.objects.count() == 2


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        ({"intimacies": [{"text": "Loves the sea", "kind": "tie", "intensity": "defining"}]}, [("loves", 3)]),
        ({"intimacies": [{"text": "Truth", "kind": "principle", "intensity": "major"}]}, []),
        ({"intimacies": [{"text": "Her brother"}, {"text": ""}]}, [("kin", 2)]),
        ({"intimacies": "The ferrymen\nA debt to Henna"}, [("other", 2), ("owes", 2)]),
        ({"backgrounds": {"allies": 2, "mentor": 5, "herd": 3, "contacts": 0}}, [("ally", 1), ("learns", 3)]),
        ({"intimacies": 7, "backgrounds": [1]}, []),
        ({}, []),
    ],
)
def test_what_sheets_tell_of(sheet: dict[str, Any], found: list[tuple[str, int]]) -> None:
    assert [(kind, strength) for _words, kind, strength in list_sheet_ties(sheet)] == found


def test_a_tie_is_taken_over_from_a_sheet_once(cast: Cast, two: tuple[Subject, Subject], sign_in: SignIn) -> None:
    words = "Owes the Weir a life"
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={"intimacies": [{"text": words}]})
    client = sign_in(cast.storyteller)
    page = client.get(reverse("ties", args=[cast.series.pk]))
    (offer,) = page.context["offers"]
    form = client.get(f"{reverse('tie_new', args=[cast.series.pk])}?{offer.query}").context["form"]
    first = {name: form[name].value() for name in ("source", "target", "kind", "words", "strength", "known_to")}
    assert first == {
        "source": f"c{cast.heroine.pk}",
        "target": f"s{two[1].pk}",
        "kind": "owes",
        "words": words,
        "strength": "2",
        "known_to": "some",
    }
    assert post(client, "tie_new", cast.series.pk, **first, knowers=form["knowers"].value()).status_code == 302
    assert not client.get(reverse("ties", args=[cast.series.pk])).context["offers"]
    assert words in look(sign_in(cast.player), cast)
    assert words not in look(sign_in(cast.rival), cast)


def test_sheets_are_offered_to_the_storyteller_alone(cast: Cast, sign_in: SignIn) -> None:
    Character.objects.filter(pk=cast.duelist.pk).update(sheet={"intimacies": [{"text": "Hates Ysane"}]})
    assert "Hates Ysane" in look(sign_in(cast.storyteller), cast)
    assert "Hates Ysane" not in look(sign_in(cast.player), cast)


def test_nodes_lie_apart_in_the_picture_and_always_the_same() -> None:
    edges = tuple((n, n // 2) for n in range(1, 40))
    places = place_nodes(40, edges)
    assert all(0 <= place.real <= 1 and 0 <= place.imag <= 1 for place in places)
    assert min(abs(a - b) for a in places for b in places if a is not b) > 0.02
    place_nodes.cache_clear()
    assert place_nodes(40, edges) == places
    near = sum(abs(places[a] - places[b]) for a, b in edges) / len(edges)
    assert near < sum(abs(a - b) for a in places for b in places) / 1600 / 2


def test_groups_that_know_nothing_of_each_other_stand_apart() -> None:
    edges = tuple((4 * group + n, 4 * group + n + 1) for group in range(20) for n in range(3))
    places = [complex(WIDE.real * place.real, WIDE.imag * place.imag) * 80**0.5 for place in place_nodes(80, edges)]
    assert min(abs(a - b) for a, b in combinations(places, 2)) > 2 * RADIUS
    groups = [places[first : first + 4] for first in range(0, 80, 4)]
    across, down = ([[getattr(place, way) for place in group] for group in groups] for way in ("real", "imag"))
    boxes = [(min(x), max(x), min(y), max(y)) for x, y in zip(across, down, strict=True)]
    for (left, right, top, end), (left_2, right_2, top_2, end_2) in combinations(boxes, 2):
        assert right < left_2 or right_2 < left or end < top_2 or end_2 < top


@pytest.mark.parametrize(("count", "edges"), [(0, ()), (1, ()), (2, ((0, 1),)), (3, ()), (4, ((0, 1), (2, 3)))])
def test_small_graphs_are_placed(count: int, edges: tuple[tuple[int, int], ...]) -> None:
    assert len({complex(round(p.real, 3), round(p.imag, 3)) for p in place_nodes(count, edges)}) == count


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(50, 120), st.integers(78, 93))))
def test_no_name_in_the_picture_touches_another(nodes: list[tuple[int, int, int, int]]) -> None:
    places, rooms = [complex(x, y) for x, y, _w, _h in nodes], [complex(w, h) for _x, _y, w, h in nodes]
    found = keep_apart(places, rooms)
    assert [place.real for place in found] == [place.real for place in places]
    for (a, one), (b, other) in combinations(zip(found, rooms, strict=True), 2):
        beside = abs(a.real - b.real) >= (one.real + other.real) / 2
        assert beside or a.imag + one.imag <= b.imag or b.imag + other.imag <= a.imag
