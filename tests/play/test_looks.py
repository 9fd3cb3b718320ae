"""What each process asks of its scenes several times a second."""

from typing import Any

from django.utils import timezone

from campaigns.models import Scene
from play.live.hub import load_tables
from play.models import Table
from play.table import cached_query
from play.table.people import load_roles
from tests.cast import Cast


def test_looks_build_their_statements_once_and_see_what_has_changed(cast: Cast, django_assert_num_queries: Any) -> None:
    scene, now = cast.scene.pk, timezone.now()
    before = load_roles([scene]), load_tables([scene])
    built = cached_query.build_statement.cache_info().misses
    cast.membership(cast.player).delete()
    Table.objects.create(scene=cast.scene, number=7, due_at=now)
    Scene.objects.filter(pk=scene).update(closed_at=now)
    with django_assert_num_queries(3):
        after = load_roles([scene]), load_tables([scene])
    assert before[0][scene].keys() - after[0][scene].keys() == {cast.player.pk}
    assert before[1] == [(scene, 0, None, True)]
    assert after[1] == [(scene, 7, now, False)]
    assert cached_query.build_statement.cache_info().misses == built


def test_looks_at_no_scene_ask_nothing(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert (load_roles([]), load_tables([])) == ({}, [])
