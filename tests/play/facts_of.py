"""The facts of a table, as a seat is sent them."""

import json
import re
from typing import Any

from django.test import Client

from campaigns.models import Membership, Scene
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.facts import make_facts

SCRIPT = re.compile(r'<script id="facts" type="application/json">(.*?)</script>', re.DOTALL)


def facts_of(scene: Scene, membership: Membership) -> Any:
    """The facts of a member's seat, as they come out of a frame."""
    return json.loads(json.dumps(make_facts(gather_board(load_facts(scene.pk), seat_class_of(membership)))))


def page_facts(client: Client, scene_pk: int) -> Any:
    """The facts with which somebody is served the page of a scene."""
    return json.loads(SCRIPT.findall(client.get(f"/scenes/{scene_pk}/").content.decode())[0])
