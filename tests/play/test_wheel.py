"""The geometry of the battle wheel: where things stand, and what it never tells."""

import math
import re
from itertools import combinations

import pytest
from django.conf import settings as site
from hypothesis import given, settings
from hypothesis import strategies as st

from play.html.reach_region import list_yards
from play.html.wheel import RINGS, Token, angle, describe, lay_next_tick, list_next_ticks, make_next_face, short, wheel
from play.html.wheel.markup import draw_next_ticks, draw_turning
from play.html.wheel.names import SMALL, WIDE, Page, cut
from play.html.wheel.size import BAND, GHOST, HEIGHT, NARROW, RADIUS, STEP, TOKEN_AT, TOP, WIDTH
from rules.view import BattleView
from tests.play.fixtures import NOW, battle, bridge, crowd, fighter


def place(token: Token) -> tuple[float, float]:
    """A token's distance from the centre, and its angle clockwise from the top, in degrees."""
    x, y = float(token.x), float(token.y)
    return math.hypot(x, y), math.degrees(math.atan2(x, -y)) % 360


def token_of(view: BattleView, id: str) -> Token:
    return next(token for token in wheel(view).tokens if token.id == id)


def alone(at: int, **changes: object) -> BattleView:
    view = battle([(fighter("ys", "Ysane", at), NOW - 3, 1)])
    view["picture"]["tokens"][0].update(changes)
    return view


@pytest.mark.parametrize(("at", "turn"), [(14, 0), (15, 36), (19, 180), (21, 252)])
def test_now_stands_at_the_top_and_each_tick_a_tenth_further_clockwise(at: int, turn: int) -> None:
    distance, degrees = place(token_of(alone(at), "ys"))
    assert distance == pytest.approx(TOKEN_AT, abs=0.1)
    assert degrees == pytest.approx(turn, abs=0.1)


def test_a_tick_beyond_the_last_sector_stands_in_it_with_its_tick_for_a_name() -> None:
    token = token_of(alone(NOW + 12), "ys")
    assert place(token)[1] == pytest.approx(252, abs=0.1)
    assert token.face.name.text == token.face.small.text == f"tick {NOW + 12}"


def test_the_ring_shows_two_past_ticks_now_and_seven_to_come() -> None:
    told = re.findall(r'wheel__no( is-\w+)?" x="[\d.-]+" y="[\d.-]+">(\d+)<', draw_turning(wheel(bridge())))
    assert [int(tick) for _, tick in told] == list(range(NOW - 2, NOW + 8))
    assert [state for state, _ in told] == [" is-past", " is-past", " is-now", *[""] * 7]


def test_two_on_one_tick_stand_side_by_side_as_far_apart_as_their_halos_need() -> None:
    ys, de = token_of(bridge(), "ys"), token_of(bridge(), "de")
    assert float(de.x) - float(ys.x) == pytest.approx(66, abs=0.2)
    assert ys.y == de.y


@pytest.mark.parametrize("grown", [1.0, NARROW])
@pytest.mark.parametrize("count", range(1, 17))
def test_tokens_never_lie_on_one_another_on_wide_and_narrow_pages(count: int, grown: float) -> None:
    tokens = wheel(crowd(count)).tokens
    for i, one in enumerate(tokens):
        for other in tokens[:i]:
            gap = math.dist((float(one.x), float(one.y)), (float(other.x), float(other.y)))
            assert gap > (one.face.r + other.face.r) * grown - 0.5


def guards(*ticks: int) -> BattleView:
    return battle([(fighter(f"c{i}", f"Guard {i}", NOW + k, own=False), NOW - 1, 0) for i, k in enumerate(ticks)])


@pytest.mark.parametrize(("ticks", "count"), [([2] * 10, 10), ([2] * 8 + [3] * 2, 8)])
def test_too_many_on_one_tick_become_one_stack_with_their_number(ticks: list[int], count: int) -> None:
    drawn = wheel(guards(*ticks))
    stack = drawn.tokens[0]
    assert (stack.id, stack.face.initials, stack.stacked, stack.face.is_round) == (
        f"stack-{NOW + 2}", str(count), count, False,
    )  # fmt: skip
    assert {arc.turn for arc in drawn.arcs[:count]} == {f"{angle(2):.1f}"}


@pytest.mark.parametrize("ticks", [[2] * 5, [2] * 9, [2] * 4 + [3] * 2, [2] * 6 + [3] * 2])
def test_a_crowd_on_one_tick_stands_in_two_rows(ticks: list[int]) -> None:
    crowded = wheel(guards(*ticks)).tokens[: ticks.count(2)]
    assert [token.stacked for token in crowded] == [0] * len(crowded)
    outer = [token for token in crowded if place(token)[0] > TOKEN_AT]
    assert len(outer) - len(crowded) / 2 in (0, 0.5)
    assert all(abs(place(token)[1] - 72) < STEP * 0.65 for token in crowded)


def test_four_with_room_beside_them_stand_by_themselves() -> None:
    assert [token.stacked for token in wheel(guards(2, 2, 2, 2)).tokens] == [0, 0, 0, 0]


def test_a_narrow_page_has_shorter_names_or_none() -> None:
    faces = {token.id: token.face for token in wheel(bridge()).tokens}
    assert (faces["g2"].name.text, faces["g2"].small.text) == ("Toll guard 2", "guard 2")
    drawn = draw_turning(wheel(bridge()))
    assert 'class="tok__name is-wide" x="0" y="-28.0">Toll guard 2<' in drawn
    assert re.search(r'class="tok__name is-narrow[^>]*>guard 2<', drawn)


def test_names_of_crowded_ticks_stand_under_their_tokens_over_them_or_beside_them() -> None:
    names = {token.face.name for token in wheel(guards(2, 2, 3, 3, 4, 4)).tokens}
    assert {name.text for name in names} == {f"Guard {i}" for i in range(6)}
    assert len({(name.anchor, float(name.y) > 0) for name in names}) == 3


def boxes_of(view: BattleView, page: Page) -> dict[str, tuple[float, float, float, float]]:
    """The room of each name on a page: left, top, right, bottom."""
    boxes = {}
    for token in wheel(view).tokens:
        name = token.face.name if page is WIDE else token.face.small
        if name.text:
            size, width = page.grown * page.size, 0.59 * page.grown * page.size * len(name.text)
            left = float(token.x) + page.grown * float(name.x)
            left -= {"start": 0, "middle": width / 2, "end": width}[name.anchor]
            foot = float(token.y) + page.grown * float(name.y)
            boxes[token.id] = (left, foot - 0.75 * size, left + width, foot + 0.2 * size)
    return boxes


def named(ticks: list[int]) -> BattleView:
    called = [NAMES[i % len(NAMES)] for i in range(len(ticks))]
    return battle([(fighter(f"c{i}", called[i], NOW + k), NOW - 1, 0) for i, k in enumerate(ticks)])


@settings(max_examples=60)
@given(st.lists(st.integers(0, 8), min_size=1, max_size=12), st.sampled_from([WIDE, SMALL]))
def test_no_name_stands_on_the_black_band_or_beyond_the_page(ticks: list[int], page: Page) -> None:
    for left, top, right, _bottom in boxes_of(named(ticks), page).values():
        assert max(-left, right) <= WIDTH / 2 / page.grown
        edge = RADIUS * math.sin(math.radians(STEP / 2))
        if left < edge and right > -edge and top < 0:
            assert max(math.hypot(max(left, -edge), top), math.hypot(min(right, edge), top)) < RADIUS - BAND


@pytest.mark.parametrize("page", [WIDE, SMALL])
@pytest.mark.parametrize(
    "ticks", [[0, 0, 2, 3, 5, 7], [0, 0, 1, 3, 4, 5, 7, 7], [0, 0, 1, 2, 4, 5, 5], [0, 0, 1, 1, 3]]
)
def test_everybody_in_a_fight_of_common_size_has_a_name(ticks: list[int], page: Page) -> None:
    assert len(boxes_of(named(ticks), page)) == len(ticks)


@pytest.mark.parametrize("count", range(1, 8))
def test_no_token_stands_on_the_border_of_its_sector(count: int) -> None:
    for token in wheel(guards(*[3] * count)).tokens:
        x, y = float(token.x), float(token.y)
        away = abs(math.degrees(math.atan2(y, x)) - angle(3))
        assert away + math.degrees(math.asin(token.face.r / math.hypot(x, y))) <= STEP / 2


@pytest.mark.parametrize(
    ("name", "limit", "shown"),
    [
        ("Bartholomew", 6, "Barth…"),
        ("Drowned monk 12", 8, "Drow… 12"),
        ("Drowned monk 12", 4, "12"),
        ("Captain Deruvin", 4, "Der…"),
        ("Ysane", 6, "Ysane"),
    ],
)
def test_a_name_without_room_is_cut_and_keeps_its_number(name: str, limit: int, shown: str) -> None:
    assert cut(name, limit) == shown


TICKS = st.lists(st.integers(0, 8), min_size=1, max_size=12)
NAMES = ["Ysane", "Captain Deruvin", "Toll guard 2", "Wren Little-Lantern", "Bartholomew the Elder"]


@settings(max_examples=60)
@given(TICKS, st.sampled_from([WIDE, SMALL]))
def test_no_name_lies_on_a_token_or_on_another_name(ticks: list[int], page: Page) -> None:
    tokens = wheel(named(ticks)).tokens
    boxes: list[tuple[float, float, float, float]] = []
    for i, token in enumerate(tokens):
        name = token.face.name if page is WIDE else token.face.small
        if not name.text:
            continue
        size, foot = page.grown * page.size, float(token.y) + page.grown * float(name.y)
        width = 0.59 * size * len(name.text)
        begin = float(token.x) + page.grown * float(name.x)
        begin -= {"start": 0, "middle": width / 2, "end": width}[name.anchor]
        left, top, right, bottom = begin, foot - 0.75 * size, begin + width, foot + 0.2 * size
        boxes.append((left, top, right, bottom))
        for other in (*tokens[:i], *tokens[i + 1 :]):
            x, y, r = float(other.x), float(other.y), page.grown * other.face.r
            assert math.dist((x, y), (min(max(x, left), right), min(max(y, top), bottom))) >= r - 0.1
    for here, there in combinations(boxes, 2):
        assert here[2] <= there[0] or there[2] <= here[0] or here[3] <= there[1] or there[3] <= here[1]


def test_the_stylesheet_makes_tokens_larger_by_as_much_as_they_have_room_for() -> None:
    sheet = (site.BASE_DIR / "static" / "css" / "wheel.css").read_text()
    assert f".wheelbox .tok > * {{ transform: scale({NARROW}); }}" in sheet


def test_a_turn_of_the_wheel_is_one_line_for_each_token() -> None:
    before, after = (draw_turning(wheel(alone(NOW + k))).split("\n") for k in (3, 2))
    new = [line.partition(" transform")[0] for line in after if line not in before]
    assert new[-1] == '<g id="tok-ys" class="tok"'
    assert [line for line in new if "tok__" in line] == []


def ring_of(view: BattleView, penalty: int) -> int:
    """On which ring, 0 being the outermost, the only arc runs."""
    view["picture"]["tokens"][0]["penalty"] = penalty
    drawn = wheel(view)
    r = float(re.findall(r"A([\d.]+)", drawn.arcs[0].path)[0])
    return sum(r < float(ring.r) for ring in drawn.rings) - 1


def test_the_deeper_the_arc_the_lower_the_dv() -> None:
    assert [ring_of(alone(NOW + 4), penalty) for penalty in (0, 1, -1, 2, 3, 7)] == [0, 1, 1, 2, 3, RINGS - 1]


def test_arcs_of_one_ring_keep_lanes_of_their_own() -> None:
    arcs = wheel(crowd()).arcs
    radii = [re.findall(r"A([\d.]+)", arc.path)[0] for arc in arcs]
    assert len(arcs) == 9
    assert len(set(radii)) == len(arcs)


def test_whoever_acts_now_has_a_halo_and_no_arc() -> None:
    drawn = wheel(bridge())
    assert {token.id for token in drawn.tokens if token.face.acts_now} == {"ys", "de"}
    assert not {"ys", "de"} & {arc.id for arc in drawn.arcs}


def test_an_arc_from_long_ago_begins_at_the_seam() -> None:
    arc = wheel(alone(NOW + 1, acted=NOW - 9)).arcs[0]
    x, y = map(float, re.findall(r"M([\d.-]+) ([\d.-]+)", arc.path)[0])
    begin = math.degrees(math.atan2(y, x)) + float(arc.turn)
    assert begin % 360 == pytest.approx(angle(-2.5) % 360, abs=0.1)


def test_an_arc_ends_at_its_token() -> None:
    arc = wheel(alone(NOW + 3)).arcs[0]
    assert float(arc.turn) == pytest.approx(angle(3))
    assert arc.path.endswith(" 0")


def test_who_is_not_on_the_wheel_is_left_out() -> None:
    view = battle([(fighter("ys", "Ysane", None), None, 0)])
    drawn = wheel(view)
    assert (drawn.tokens, drawn.arcs) == ((), ())
    assert drawn.description == "No one acts on this tick."


def test_the_empty_wheel_still_has_its_rings() -> None:
    assert len(wheel(battle([])).rings) == RINGS + 1


def test_a_hidden_combatant_changes_nothing_for_those_who_do_not_see_it() -> None:
    assert "fe" in {token.id for token in wheel(bridge(storyteller=True)).tokens}
    seen = bridge()
    without = wheel(seen)
    assert "Ferryman" not in repr(without)
    assert len(without.tokens) == len(seen["combatants"])


def test_the_twin_in_words_tells_who_acts_and_when_the_others_do() -> None:
    assert describe(bridge()) == (
        "Acting now: Ysane of the Reeds and Captain Deruvin. Then: Brother Oskel 15; Tolvar Ash-Hand 16; "
        "Toll guard 1 16; Wren Little-Lantern 17; Toll guard 2 18."
    )


def test_ghosts_stand_outside_the_ring_once_for_each_tick() -> None:
    told = list(list_next_ticks(NOW, {17: ["Guard", "Aim", "Dash"], 19: ["Strike"]}))
    assert told == [(3, "Guard, Aim or Dash"), (5, "Strike")]
    drawn = draw_next_ticks(NOW, make_next_face(fighter("ys", "Ysane", 14)), {17: ["Guard"], 19: ["Strike"]})
    assert drawn.count('class="next-tick ') == 2
    assert [line for line, _, _ in lay_next_tick(*told[0]).lines] == ["Guard, Aim", "or Dash"]


@pytest.mark.parametrize("own", [True, False])
def test_a_ghost_looks_like_its_token(own: bool) -> None:
    who = fighter("ys", "Ysane", 14, own=own)
    next_ticks = {17: ["Guard"]}
    plain = draw_next_ticks(NOW, make_next_face(who), next_ticks)
    pictured = draw_next_ticks(NOW, make_next_face({**who, "portrait": "/faces/1"}), next_ticks)
    assert (">Ys<" in plain, "<image" in plain) == (True, False)
    assert 'href="/faces/1"' in pictured
    for drawn in (plain, pictured):
        assert ('<circle class="tok__body"' in drawn, '<rect class="tok__body"' in drawn) == (own, not own)
    assert ("tok__face--square" in pictured) != own


@pytest.mark.parametrize("place", range(1, 8))
def test_a_ghost_meets_neither_the_ring_nor_the_edge_of_the_picture(place: int) -> None:
    next_tick = lay_next_tick(place, "Strike")
    x, y = float(next_tick.x), float(next_tick.y)
    assert math.hypot(x, y) - GHOST * NARROW > RADIUS
    assert y - GHOST * NARROW > TOP
    assert y + GHOST * NARROW < TOP + HEIGHT


@pytest.mark.parametrize(
    ("name", "limit", "shown"),
    [
        ("Ysane of the Reeds", 15, "Ysane"),
        ("Captain Deruvin", 15, "Captain Deruvin"),
        ("Captain Deruvin", 9, "Deruvin"),
        ("Toll guard 2", 9, "guard 2"),
        ("Drowned monk 2", 9, "monk 2"),
        ("Drowned monk 2 1", 9, "monk 2 1"),
        ("Tolvar Ash-Hand", 6, "Tolvar"),
        ("Bartholomew", 6, ""),
        (", , ,", 3, ""),
    ],
)
def test_a_name_is_shown_whole_in_part_or_not_at_all(name: str, limit: int, shown: str) -> None:
    assert short(name, limit) == shown


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=80), st.integers(0, 20))
def test_a_shortened_name_always_fits(name: str, limit: int) -> None:
    assert len(short(name, limit)) <= max(limit, 0)


def test_known_distances_are_told_from_the_one_who_acts() -> None:
    view = battle([(fighter("ys", "Ysane", NOW), NOW, 1), (fighter("bo", "Bo", NOW + 2), NOW - 2, 1)])
    view["picture"] = {**view["picture"], "distances": [{"ids": ["bo", "ys"], "yards": 30}]}
    for who in view["combatants"]:
        who["acts_now"] = who["id"] == "ys"
    assert list_yards(view) == ["Ysane to Bo: 30 yards"]
