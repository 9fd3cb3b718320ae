"""The geometry of the battle wheel: where things stand, and what it never tells."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play.wheel import FULL, RINGS, SMALL, Size, Token, angle, describe, lay_ghosts, short, wheel
from rules.view import BattleView
from tests.play.fixtures import NOW, battle, bridge, crowd, fighter


def place(size: Size, token: Token) -> tuple[float, float]:
    """A token's distance from the centre, and its angle clockwise from the top, in degrees."""
    dx, dy = float(token.x) - size.cx, float(token.y) - size.cy
    return math.hypot(dx, dy), math.degrees(math.atan2(dx, -dy)) % 360


def token_of(view: BattleView, id: str, size: Size = FULL) -> Token:
    return next(token for token in wheel(view, size).tokens if token.id == id)


def alone(at: int, **changes: object) -> BattleView:
    view = battle([(fighter("ys", "Ysane", at), NOW - 3, 1)])
    view["picture"]["tokens"][0].update(changes)
    return view


@pytest.mark.parametrize("size", [FULL, SMALL])
@pytest.mark.parametrize(("at", "turn"), [(14, 0), (15, 36), (19, 180), (21, 252)])
def test_now_stands_at_the_top_and_each_tick_a_tenth_further_clockwise(size: Size, at: int, turn: int) -> None:
    distance, degrees = place(size, token_of(alone(at), "ys", size))
    assert distance == pytest.approx(size.token_at, abs=0.1)
    assert degrees == pytest.approx(turn, abs=0.1)


def test_a_tick_beyond_the_last_sector_stands_in_it_with_its_tick_for_a_name() -> None:
    token = token_of(alone(NOW + 12), "ys")
    assert place(FULL, token)[1] == pytest.approx(252, abs=0.1)
    assert token.name == f"tick {NOW + 12}"


def test_the_ring_shows_two_past_ticks_now_and_seven_to_come() -> None:
    sectors = wheel(bridge(), FULL).sectors
    assert [sector.tick for sector in sectors] == list(range(NOW - 2, NOW + 8))
    assert [sector.state for sector in sectors] == ["past", "past", "now", *[""] * 7]


def test_two_on_one_tick_stand_side_by_side_as_far_apart_as_their_halos_need() -> None:
    ys, de = token_of(bridge(), "ys"), token_of(bridge(), "de")
    assert float(de.x) - float(ys.x) == pytest.approx(62, abs=0.2)
    assert ys.y == de.y


@pytest.mark.parametrize("size", [FULL, SMALL])
@pytest.mark.parametrize("count", range(1, 17))
def test_tokens_never_lie_on_one_another(size: Size, count: int) -> None:
    tokens = wheel(crowd(count), size).tokens
    for i, one in enumerate(tokens):
        for other in tokens[:i]:
            gap = math.dist((float(one.x), float(one.y)), (float(other.x), float(other.y)))
            assert gap > one.r + other.r - 0.5


def test_five_on_one_tick_become_one_stack_with_their_number() -> None:
    view = battle([(fighter(f"c{i}", f"Guard {i}", NOW + 2, own=False), None, 0) for i in range(FULL.stack_from)])
    (stack,) = wheel(view, FULL).tokens
    assert (stack.id, stack.initials, stack.count, stack.is_round) == (f"stack-{NOW + 2}", "5", 5, False)


def ring_of(view: BattleView, penalty: int) -> int:
    """On which ring, 0 being the outermost, the only arc runs."""
    view["picture"]["tokens"][0]["penalty"] = penalty
    drawn = wheel(view, FULL)
    r = float(re.findall(r"A([\d.]+)", drawn.arcs[0].path)[0])
    return sum(r < float(ring.r) for ring in drawn.rings) - 1


def test_the_deeper_the_arc_the_lower_the_dv() -> None:
    assert [ring_of(alone(NOW + 4), penalty) for penalty in (0, 1, -1, 2, 3, 7)] == [0, 1, 1, 2, 3, RINGS - 1]


def test_arcs_of_one_ring_keep_lanes_of_their_own() -> None:
    arcs = wheel(crowd(), FULL).arcs
    radii = [re.findall(r"A([\d.]+)", arc.path)[0] for arc in arcs]
    assert len(arcs) == 9
    assert len(set(radii)) == len(arcs)


def test_whoever_acts_now_has_a_halo_and_no_arc() -> None:
    drawn = wheel(bridge(), FULL)
    assert {token.id for token in drawn.tokens if token.acts_now} == {"ys", "de"}
    assert not {"ys", "de"} & {arc.id for arc in drawn.arcs}


def test_an_arc_from_long_ago_begins_at_the_seam() -> None:
    path = wheel(alone(NOW + 1, acted=NOW - 9), FULL).arcs[0].path
    x, y = map(float, re.findall(r"M([\d.]+) ([\d.]+)", path)[0])
    assert math.degrees(math.atan2(y - FULL.cy, x - FULL.cx)) % 360 == pytest.approx(angle(-2.5) % 360, abs=0.1)


def test_who_is_not_on_the_wheel_is_left_out() -> None:
    view = battle([(fighter("ys", "Ysane", None), None, 0)])
    drawn = wheel(view, FULL)
    assert (drawn.tokens, drawn.arcs) == ((), ())
    assert drawn.description == "Nobody acts on this tick. "


def test_the_empty_wheel_still_has_its_rings() -> None:
    assert len(wheel(battle([]), SMALL).rings) == RINGS + 1


def test_a_hidden_combatant_changes_nothing_for_those_who_do_not_see_it() -> None:
    assert "fe" in {token.id for token in wheel(bridge(storyteller=True), FULL).tokens}
    seen = bridge()
    without = wheel(seen, FULL)
    assert "Ferryman" not in repr(without)
    assert len(without.tokens) == len(seen["combatants"])


def test_the_twin_in_words_tells_who_acts_and_when_the_others_do() -> None:
    assert describe(bridge()) == (
        "Acting now: Ysane of the Reeds and Captain Deruvin. Then: Brother Oskel 15; Tolvar Ash-Hand 16; "
        "Toll guard 1 16; Wren Little-Lantern 17; Toll guard 2 18."
    )


def test_ghosts_stand_outside_the_ring_once_for_each_tick() -> None:
    ghosts = lay_ghosts(NOW, FULL, "Ys", {17: ["Guard", "Aim", "Dash"], 19: ["Strike"]})
    assert [ghost.place for ghost in ghosts] == [3, 5]
    assert [line for line, _, _ in ghosts[0].lines] == ["Guard, Aim", "or Dash"]
    for ghost in ghosts:
        assert math.dist((float(ghost.x), float(ghost.y)), (FULL.cx, FULL.cy)) > FULL.radius + FULL.ghost


@pytest.mark.parametrize(
    ("name", "limit", "shown"),
    [
        ("Ysane of the Reeds", 15, "Ysane"),
        ("Captain Deruvin", 15, "Captain Deruvin"),
        ("Captain Deruvin", 9, "Deruvin"),
        ("Toll guard 2", 9, "guard 2"),
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
