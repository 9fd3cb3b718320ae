"""What counts as a difference to what was kept, and what as lost."""

import pytest

from tests.earlier.compare import find_difference, find_lost


@pytest.mark.parametrize(
    ("now", "then", "old", "found"),
    [
        ({"wounds": 2}, {"wounds": 2}, {"wounds": 2}, ""),
        ({"wounds": 2}, {"wounds": 3}, {"wounds": 3}, "wounds is 2, and was 3"),
        ({"wounds": 2, "new": 7}, {"wounds": 2, "new": 0}, {"wounds": 2}, ""),
        ({"harm": 2}, {"harm": 3}, {"wounds": 3}, "harm is 2, and was 3"),
        ({"harm": 0, "new": 7}, {"harm": 3, "new": 0}, {"wounds": 3}, "harm is 0, and was 3"),
        ({"harm": 3, "new": 7}, {"harm": 3, "new": 0}, {"wounds": 3}, ""),
        ({"harm": 3}, {"harm": 0}, {"wounds": 0}, "harm is 3, and was 0"),
        ({"on": [{"at": 1}]}, {"on": [{"at": 2}]}, {"on": [{"at": 2}]}, "on[0].at is 1, and was 2"),
        ({"on": [1]}, {"on": [1, 2]}, {"on": [1, 2]}, "on is [1], and was [1, 2]"),
        ({"says": "Hit, 2 over DV."}, {"says": "Hit by 2."}, {"says": "Hit by 2."}, ""),
        ({"on": "At 2."}, {"on": "Hit by 2."}, {"on": "Hit by 2."}, "on is 'At 2.', and was 'Hit by 2.'"),
        ({"by": {"ada": 1, "ben": 2}}, {"by": {"ada": 1}}, {"by": {"ada": 1}}, "by.ben is 2, and was None"),
        ({"on": [{"at": 1, "new": 1}]}, {"on": [{"at": 1, "new": 0}]}, {"on": [{"at": 1}]}, ""),
    ],
)
def test_only_a_new_field_may_differ(now: object, then: object, old: object, found: str) -> None:
    assert find_difference(now, then, old) == found


@pytest.mark.parametrize(
    ("then", "old", "lost"),
    [
        ({"kind": "Gone", "wounds": 2}, {"kind": "Left", "wounds": 2}, []),
        ({"harm": {"levels": 2}}, {"wounds": 2}, []),
        ({"wounds": 0}, {"wounds": 2}, ["2"]),
        ({"a": 2}, {"a": 2, "b": 2}, ["2"]),
        ({}, {"wounds": 0, "name": "", "on": [], "seen": False, "hidden": True}, ["True"]),
        ({"names": ["Ada"]}, {"names": ["Ada", "Ben"]}, ["'Ben'"]),
        ({"exchange": "x1"}, {"within": "x1", "exchange": "x1"}, []),
        ({"exchange": ""}, {"within": "x1", "exchange": ""}, ["'x1'"]),
        ({"kind": "CombatantLeft"}, {"kind": "WentOut", "why": "left"}, []),
        ({"kind": "CombatantLeft"}, {"kind": "WentOut", "why": "dissolved"}, ["'dissolved'"]),
    ],
)
def test_a_figure_is_lost_that_is_nowhere_under_any_name(then: object, old: object, lost: list[str]) -> None:
    assert find_lost(then, old) == lost
