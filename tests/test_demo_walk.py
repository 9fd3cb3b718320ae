"""A walk over the pages of all four series of the demo, as each of its people, and a move in each of its fights."""

import re
import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from campaigns.models import Character, Membership, Scene, User
from config.demo import load_demo
from config.demo.tour import FIGHTS
from config.server.limits.throttle import buckets
from play.commands.moves import BattleMove
from play.commands.submit import submit
from play.models import Table
from play.table.newest import load_state
from rules import get_system
from rules.battle import Seat
from rules.defaults import default_answer, fill_form
from tests.config.test_public_demo_walk import Offers, find_kind
from tests.kept import put

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
INSIDE = re.compile(r"/(series|scenes?|episode|story|downtime|characters|people|threads|handouts)/\d+/")
"""The addresses of a series and of what lies in it."""
ONLY_POSTED, TOO_MANY = 405, 429


@pytest.mark.parametrize("name", ["petra", "mira", "jonas", "aino"])
def test_every_page_of_the_four_series_opens(name: str) -> None:
    put(load_demo)
    client = Client()
    client.force_login(User.objects.get(username=name))
    known: set[Any] = set()
    waiting, opened, failed = ["/"], [], []
    while waiting:
        address = waiting.pop()
        kind = find_kind(address)
        if kind is None or kind in known:
            continue
        known.add(kind)
        answer = client.get(address, follow=True)
        if answer.status_code == TOO_MANY:  # no person opens so many pages in a minute
            cache.clear()
            buckets.forget()
            answer = client.get(address, follow=True)
        if answer.status_code == 200:
            opened.append(address)
            if answer["Content-Type"].startswith("text/html"):
                waiting += [one for one in Offers(answer.content.decode()).links if INSIDE.match(one)]
        elif answer.status_code != ONLY_POSTED:
            failed.append((address, answer.status_code))
    assert not failed
    scenes = {
        f"/scenes/{scene.pk}/" for scene in Scene.objects.filter(hidden=False, planned=False, table__isnull=False)
    }
    assert scenes
    assert scenes <= set(opened)


@pytest.mark.parametrize("system", FIGHTS)
def test_the_hero_who_is_awaited_can_make_a_move(system: str) -> None:
    put(load_demo)
    scene = Scene.objects.select_related("episode__story__series").get(title=FIGHTS[system])
    game, table = get_system(system), Table.objects.get(scene=scene)
    battle, state = game.battle, load_state(game, table).battle
    for hero in Character.objects.filter(series=scene.series, owner__isnull=False):
        seat = Seat(characters=frozenset({str(hero.pk)}))
        view = battle.view(state, seat)
        asked = next((prompt["id"] for prompt in view["pending"] if prompt["mine"]), None)
        turn = next((who["id"] for who in view["combatants"] if who["mine"] and who["acts_now"]), None)
        move = None
        if asked:
            move = default_answer([one for one in battle.legal_moves(state, seat) if not one.reason], asked)
        elif turn and not view["pending"]:
            passing = battle.pass_turn(state, turn)
            move = fill_form(passing[1]) if passing else None
        if move:
            player = Membership.objects.select_related("user", "series").get(series=scene.series, user=hero.owner)
            assert submit(player, scene, uuid.uuid4(), None, BattleMove(move)).last > table.number
            return
    raise AssertionError("nobody is awaited")
