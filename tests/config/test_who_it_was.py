"""The person of a request: as the database has them now, and nobody else's object."""

import pytest
from django.conf import settings
from django.contrib.auth import load_backend

from campaigns.models import User

BACKEND = load_backend(settings.AUTHENTICATION_BACKENDS[0])


def find(player: User) -> User:
    found = BACKEND.get_user(player.pk)
    assert isinstance(found, User)
    return found


@pytest.mark.django_db
def test_each_request_has_a_person_of_its_own(player: User) -> None:
    first, second = find(player), find(player)
    assert first == second == player
    assert first is not second
    first.email = "another@example.com"
    assert second.email == find(player).email == player.email
    for field in User._meta.concrete_fields:
        assert getattr(second, field.attname) == getattr(player, field.attname)
    assert not second.get_deferred_fields()


@pytest.mark.django_db
def test_what_has_changed_is_known_at_once(player: User) -> None:
    assert find(player).email == player.email
    User.objects.filter(pk=player.pk).update(email="another@example.com")
    assert find(player).email == "another@example.com"
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert BACKEND.get_user(player.pk) is None
    User.objects.filter(pk=player.pk).delete()
    assert BACKEND.get_user(player.pk) is None


@pytest.mark.django_db
@pytest.mark.parametrize("key", [0, -1, 2**63, 2**70])
def test_nobody_has_a_key_that_no_key_can_be(key: int) -> None:
    assert BACKEND.get_user(key) is None
