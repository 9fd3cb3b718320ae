"""What is read and told of other people's tables: packets of socket.io, rounds put together, ratios."""

import pytest

from benchmarks.peers import compare, pool
from benchmarks.report import percentile, summarise
from benchmarks.socket_io import Event, parse_event, write_packet
from benchmarks.tables import PlayFigures


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ('42["encounter updated",{"RoundCounter":3}]', ("encounter updated", {"RoundCounter": 3})),
        ('42/planarally,["Initiative.Round.Update",{"round":7}]', ("Initiative.Round.Update", {"round": 7})),
        ('4212["asked to answer"]', ("asked to answer",)),
        ('42/planarally,5["a, b",1]', ("a, b", 1)),
        ('40/planarally,{"sid":"x"}', ()),
        ("2", ()),
    ],
)
def test_events_are_read_out_of_packets(text: str, event: Event) -> None:
    assert parse_event(text) == event


@pytest.mark.parametrize(
    ("kind", "namespace", "payload", "text"),
    [
        ("40", "/", (), "40"),
        ("40", "/planarally", (), "40/planarally,"),
        ("42", "/", ("join encounter", "bridge"), '42["join encounter","bridge"]'),
        ("42", "/planarally", ("Initiative.Active.Set", True), '42/planarally,["Initiative.Active.Set",true]'),
    ],
)
def test_packets_are_written_for_their_namespace(kind: str, namespace: str, payload: Event, text: str) -> None:
    assert write_packet(kind, namespace, payload) == text


@pytest.mark.parametrize(("share", "milliseconds"), [(0.0, 1.0), (0.5, 51.0), (0.99, 100.0), (1.0, 100.0)])
def test_a_percentile_is_the_time_below_which_that_share_lies(share: float, milliseconds: float) -> None:
    assert percentile([place / 1000 for place in range(100, 0, -1)], share) == milliseconds


def test_without_times_a_percentile_is_nothing() -> None:
    assert percentile([], 0.5) == 0.0


def test_rounds_are_put_together_as_if_they_had_been_one() -> None:
    first, second = (PlayFigures(seconds=2.0, times=times, cpu_all=0.03, lost=1) for times in ([0.001, 0.002], [0.009]))
    first.statuses[200], second.statuses[409] = 2, 1
    row = summarise("both", pool([first, second]))
    assert (row["ticks"], row["ticks_s"], row["p50"], row["cpu_tick"], row["lost"]) == (3, 0.8, 2.0, 20.0, 2)
    assert row["statuses"] == {200: 2, 409: 1}
    assert first.times == [0.001, 0.002]


def test_ours_is_divided_by_theirs() -> None:
    ours = {"p50": 6.0, "p99": 12.0, "cpu_tick": 3.0, "full_ticks_s": 200.0, "full_cpu_tick": 4.0}
    theirs = {"name": "theirs", "p50": 3.0, "p99": 10.0, "cpu_tick": 0.0, "full_ticks_s": 800.0, "full_cpu_tick": 1.0}
    found = compare(ours, theirs)
    assert found["name"] == "ours to theirs"
    assert [found[key] for key in ours] == [2.0, 1.2, "-", 0.25, 4.0]
