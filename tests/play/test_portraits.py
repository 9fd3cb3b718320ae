"""A portrait stands on the table for those who may know whose it is; everybody else sees initials."""

import io
import uuid
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from campaigns.models import Character, Scene, User
from campaigns.people.portraits.drawing import FACE, make_portrait
from campaigns.people.portraits.services import keep_portrait, remove_portrait
from play.commands.moves import BattleMove, BringIn, OpenBattle
from play.commands.submit import submit
from play.seats.facts import load_room
from play.seats.gather import gather_board
from play.stage.facts import make_facts
from rules import SYSTEMS
from rules.battle import Json
from rules.dice import SeededRoller
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET, Cast, gather_cast
from tests.conftest import SignIn
from tests.play.conftest import find_id
from tests.play.facts_of import facts_of

pytestmark = pytest.mark.walk

PICTURE = make_portrait(picture())
LURKER = f"Lurker {SECRET}"
NOBODY: set[str] = set()


@dataclass
class Fight:
    """A fight under way; everybody of the cast has a portrait, and the lurker lies hidden."""

    cast: Cast
    scene: Scene

    def play(self, move: OpenBattle | BringIn | BattleMove) -> int:
        """A move of the Storyteller; gives how many entries she may see."""
        membership = self.cast.membership(self.cast.storyteller)
        return submit(membership, self.scene, uuid.uuid4(), None, move, SeededRoller(3)).count

    def rule(self, kind: str, **values: Json) -> int:
        """A move of the system."""
        return self.play(BattleMove({"kind": kind, **values}))

    def reads(self, user: User) -> str:
        """All that a person is sent of the table."""
        return str(facts_of(self.scene, self.cast.membership(user)))

    def faces(self, user: User) -> set[str]:
        """Whose portraits a person is shown."""
        told = self.reads(user)
        everybody = Character.objects.filter(series=self.cast.series)
        return {one.name for one in everybody if reverse("face", args=[one.pk]) in told}


@pytest.fixture(params=list(SYSTEMS))
def fight(request: pytest.FixtureRequest, db: None) -> Fight:
    cast = gather_cast(request.param)
    here = Fight(cast, cast.scene)
    for character in (cast.heroine, cast.duelist, cast.warden, cast.lurker):
        keep_portrait(character, PICTURE)
    here.play(OpenBattle())
    here.play(BringIn((str(cast.heroine.pk), str(cast.duelist.pk)), "travellers"))
    here.play(BringIn((str(cast.warden.pk), str(cast.lurker.pk)), "toll company"))
    here.rule("StartBattle")
    return here


def test_each_seat_is_shown_the_faces_of_those_whom_it_knows(fight: Fight) -> None:
    cast, open_faces = fight.cast, {"Ysane of the Reeds", "Tolvar", "Deruvin"}
    for user in (cast.player, cast.rival, cast.spectator):
        assert fight.faces(user) == open_faces
        assert SECRET not in fight.reads(user)
    assert fight.faces(cast.storyteller) == {*open_faces, LURKER}
    cast.heroine.refresh_from_db()
    assert cast.heroine.face_url in fight.reads(cast.rival)


def test_the_face_of_somebody_hidden_is_shown_and_served_once_they_are_revealed(fight: Fight, sign_in: SignIn) -> None:
    cast = fight.cast
    lurker = find_id(cast.scene, cast.lurker)
    address = reverse("table_face", args=[cast.scene.pk, cast.lurker.pk])
    for user, status in ((cast.player, 404), (cast.stranger, 404), (None, 302)):
        assert sign_in(user).get(address).status_code == status
    fight.rule("Reveal", actor=lurker)
    assert address in fight.reads(cast.player)
    assert sign_in(cast.player).get(address)["Content-Type"] == "image/webp"
    assert sign_in(cast.spectator).get(address).status_code == 200
    assert sign_in(cast.stranger).get(address).status_code == 404
    assert sign_in(cast.player).get(cast.lurker.face_url or reverse("face", args=[cast.lurker.pk])).status_code == 404
    fight.rule("Hide", actor=lurker)
    assert address not in fight.reads(cast.player)
    assert sign_in(cast.player).get(address).status_code == 404


def test_a_revealed_character_that_goes_by_another_name_has_no_face(fight: Fight, sign_in: SignIn) -> None:
    cast = fight.cast
    fight.rule("Reveal", actor=find_id(cast.scene, cast.lurker))
    Character.objects.filter(pk=cast.lurker.pk).update(name="Somebody known")
    address = reverse("table_face", args=[cast.scene.pk, cast.lurker.pk])
    assert address not in fight.reads(cast.player)
    assert sign_in(cast.player).get(address).status_code == 404


def test_whoever_fights_under_another_name_has_no_face(fight: Fight) -> None:
    cast = fight.cast
    Character.objects.filter(pk__in=[cast.warden.pk, cast.heroine.pk]).update(name="Somebody known")
    for user, shown in ((cast.storyteller, 4), (cast.player, 2), (cast.rival, 1)):
        told = fight.reads(user)
        everybody = (cast.heroine, cast.duelist, cast.warden, cast.lurker)
        assert sum(reverse("face", args=[one.pk]) in told for one in everybody) == shown


def test_without_a_portrait_initials_stand_alone(fight: Fight) -> None:
    cast = fight.cast
    membership = cast.membership(cast.storyteller)
    for character in Character.objects.filter(series=cast.series):
        remove_portrait(membership, character)
    assert fight.faces(cast.storyteller) == NOBODY
    there = facts_of(cast.scene, cast.membership(cast.player))["fight"]["combatants"].values()
    assert not any("portrait" in who for who in there)
    assert "Ys" in [who["initials"] for who in there]


def test_another_portrait_shows_at_the_next_push(fight: Fight) -> None:
    cast = fight.cast
    before = fight.reads(cast.rival)
    file = io.BytesIO()
    Image.new("RGB", (40, 40), "blue").save(file, "PNG")
    cast.heroine.refresh_from_db()
    first = cast.heroine.face_url
    keep_portrait(cast.heroine, make_portrait(file.getvalue()))
    cast.heroine.refresh_from_db()
    after = fight.reads(cast.rival)
    assert cast.heroine.face_url != first
    assert first in before
    assert first not in after
    assert cast.heroine.face_url in after


def test_a_push_asks_the_database_no_more_for_faces(fight: Fight) -> None:
    cast = fight.cast
    seated = [cast.storyteller.pk, cast.player.pk, cast.spectator.pk]

    def push() -> int:
        with CaptureQueriesContext(connection) as asked:
            seats, facts = load_room(fight.scene.pk, seated)
            assert facts
            for seat in seats.values():
                make_facts(gather_board(facts, seat))
        return len(asked)

    def settle() -> int:
        return [push(), push()][1]

    with_faces = settle()
    Character.objects.filter(series=cast.series).update(portrait_name="")
    assert settle() == with_faces


def test_a_face_is_served_to_those_who_may_know_of_it(fight: Fight, sign_in: SignIn) -> None:
    cast = fight.cast
    for character in (cast.heroine, cast.lurker):
        character.refresh_from_db()
    answer = sign_in(cast.rival).get(cast.heroine.face_url)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["Cache-Control"].endswith("immutable")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (FACE, FACE)
    assert sign_in(cast.stranger).get(cast.heroine.face_url).status_code == 404
    assert sign_in(None).get(cast.heroine.face_url).status_code == 302
    for user, status in ((cast.player, 404), (cast.spectator, 404), (cast.storyteller, 200)):
        assert sign_in(user).get(cast.lurker.face_url).status_code == status
