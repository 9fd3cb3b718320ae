"""Commands of people who claim another's seat, send again what somebody sent, or name what they cannot know."""

import types
import uuid
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from django.test import Client
from django.utils.http import urlencode

from campaigns.core.seats import get_seat
from campaigns.models import Character, Membership, Scene
from play.commands.moves import MOVES, BattleMove
from play.models import Command, Entry, Table
from play.seats.facts import load_facts
from play.table.seat_log import count_entries
from rules import get_system
from rules.battle import STORYTELLER
from tests.attacks.siege import browser
from tests.cast import Cast

pytestmark = pytest.mark.walk

FORGED = {"seat": "storyteller", "user": "1", "role": "storyteller", "storyteller": "1", "audience": "all"}
FORM = "application/x-www-form-urlencoded"
UNHARMFUL = {"Say", "ShowCard"}
"""What every player may do: speak in their own name, and stop play without one."""
WATCHING = {"ShowCard"}
"""What spectators may do."""


def shown(client: Client, scene: Scene) -> int:
    """How many entries the page of whoever is signed in shows: a command from it is refused for no age of the page."""
    table = Table.objects.filter(scene=scene).first()
    user = client.session.get("_auth_user_id")
    membership = Membership.objects.filter(series=scene.series, user=user).select_related("series").first()
    return count_entries(table, get_seat(membership)) if table and membership else 0


def post(client: Client, scene: Scene, fields: dict[str, Any], key: str = "") -> Any:
    client.raise_request_exception = False
    data = {"command": key or str(uuid.uuid4()), "number": shown(client, scene), **FORGED, **fields}
    body = urlencode(data, doseq=True)  # as pages send it; of bytes, Django's own client would make a part each
    return client.post(f"/scenes/{scene.pk}/command/", body, FORM, headers={"hx-request": "true"})


def forge(cls: type, prefix: str, who: str, target: str) -> dict[str, Any]:
    """A form of a move in which everybody that is named is `who`, and everything else is plausible."""
    return {f"{prefix}{name}": _fill(hint, name, who, target) for name, hint in get_type_hints(cls).items()}


def _fill(hint: Any, name: str, who: str, target: str) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    if get_origin(hint) is tuple:
        return [who]
    if hint is int:
        return "1"
    if hint is bool:
        return "on"
    return target if name.startswith("target") else who


def all_forms(cast: Cast, who: str, combatant: str) -> dict[str, dict[str, Any]]:
    """One forged form for every move of the table and of the system's battle."""
    moves = get_system(cast.series.system).battle.moves
    forms = {
        name: {"move": name, **forge(cls, "", who, who)} for name, cls in MOVES.classes.items() if cls is not BattleMove
    }
    for name, cls in moves.classes.items():
        form = {"move": "BattleMove", "kind": name, **forge(cls, "m.", combatant, combatant)}
        forms[f"battle:{name}"] = form
        forms[f"order:{name}"] = {**form, "m.order_others": [combatant, "all:"], "m.order_answers": "on"}
    return forms


def combatants(cast: Cast) -> dict[str, str]:
    """The ids in the fight, by name."""
    facts = load_facts(cast.scene.pk)
    shown = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    return {one["name"]: one["id"] for one in shown}


@pytest.mark.parametrize(("person", "as_whom"), [("player", "duelist"), ("rival", "warden")])
def test_nobody_acts_for_another(person: str, as_whom: str, siege: Cast) -> None:
    client, other = browser(getattr(siege, person)), getattr(siege, as_whom)
    before = Entry.objects.count()
    for name, fields in all_forms(siege, str(other.pk), combatants(siege)[other.name]).items():
        if name not in UNHARMFUL:
            answer = post(client, siege.scene, fields)
            assert 400 <= answer.status_code < 500, (name, answer.status_code)
            assert Entry.objects.count() == before, name


@pytest.mark.parametrize(("person", "statuses"), [("spectator", {400, 409, 403}), ("stranger", {404}), (None, {403})])
def test_who_only_watches_or_is_not_here_does_nothing(person: str | None, statuses: set[int], siege: Cast) -> None:
    client = browser(getattr(siege, person) if person else None)
    before = Entry.objects.count()
    for name, fields in all_forms(siege, str(siege.heroine.pk), combatants(siege)[siege.heroine.name]).items():
        if person != "spectator" or name not in WATCHING:
            assert post(client, siege.scene, fields).status_code in statuses, name
    assert Entry.objects.count() == before


def test_a_hidden_enemy_is_refused_like_one_that_does_not_exist(siege: Cast) -> None:
    client, nobody = browser(siege.player), "zz-nobody"
    lurker = combatants(siege)[siege.lurker.name]
    hidden = all_forms(siege, str(siege.lurker.pk), lurker)
    missing = all_forms(siege, "424242", nobody)
    for name in hidden.keys() - UNHARMFUL:
        told, untold = (post(client, siege.scene, form).content.decode() for form in (hidden[name], missing[name]))
        for key, other in ((lurker, nobody), (str(siege.lurker.pk), "424242")):
            told = told.replace(f"“{key}”", f"“{other}”").replace(f"'{key}'", f"'{other}'")
        assert told == untold, name


def test_a_command_sent_again_is_done_once_whatever_it_says_then(siege: Cast) -> None:
    client, key = browser(siege.player), str(uuid.uuid4())
    first = post(client, siege.scene, {"move": "Say", "text": "Once."}, key)
    before = Entry.objects.count()
    for text in ("Once.", "Twice.", "A whisper.") * 3:
        again = post(client, siege.scene, {"move": "Say", "text": text, "to": "storyteller"}, key)
        assert again["HX-Trigger"] == first["HX-Trigger"]
    assert Entry.objects.count() == before


def test_another_persons_command_is_not_theirs_to_repeat(siege: Cast) -> None:
    key = str(uuid.uuid4())
    post(browser(siege.player), siege.scene, {"move": "Say", "text": "To you alone.", "to": "storyteller"}, key)
    before = Entry.objects.count()
    for person, status in ((siege.stranger, 404), (None, 403)):
        assert post(browser(person), siege.scene, {"move": "Say", "text": "Mine."}, key).status_code == status
    assert Entry.objects.count() == before
    assert post(browser(siege.rival), siege.scene, {"move": "Say", "text": "My own."}, key).status_code == 200
    assert Command.objects.filter(key=key).count() == 2
    assert Entry.objects.count() == before + 1


def test_a_scene_that_is_hidden_takes_no_commands_of_players(siege: Cast) -> None:
    for scene in (siege.hidden_scene, Scene.objects.get(episode=siege.hidden_episode)):
        assert post(browser(siege.player), scene, {"move": "Say", "text": "Here?"}).status_code == 404
    assert not Table.objects.filter(scene=siege.hidden_scene).exists()


HALF = "\ud800"
"""Half a character, which arrives as signs for what cannot be read: such a title is a title."""


@pytest.mark.parametrize("text", ["x" * 5000, "\0", HALF], ids=["long", "NUL", "half a character"])
def test_what_no_form_of_ours_sends_is_refused_with_a_sentence(text: str, siege: Cast) -> None:
    client, before = browser(siege.storyteller), Entry.objects.count()
    who = str(siege.warden.pk)
    for name, cls in MOVES.classes.items():
        fields = {} if cls is BattleMove else forge(cls, "", who, who)
        for field in [field for field in fields if (text, field) != (HALF, "title")][:1]:
            sent = {"move": name, **fields, field: text.encode("utf-8", "surrogatepass")}
            assert 400 <= post(client, siege.scene, sent).status_code < 500, (name, field)
    assert Entry.objects.count() == before


def test_a_strand_is_not_called_by_what_no_text_has(siege: Cast) -> None:
    client, before = browser(siege.storyteller), Entry.objects.count()
    for title in ("\0", "x" * 61, "\u200b", "\u202e", " "):
        assert post(client, siege.scene, {"move": "OpenStrand", "title": title}).status_code == 400, title
    assert Entry.objects.count() == before


LINES = (
    "", ",", ", ,", "x", "3 x", "9" * 4000, f"{'9' * 180} x Guard", "0 x Guard", "21 x Guard", "-3 x Guard",
    "٣ x Guard", "3 x Guard, __class__", "3 x Guard, {said}", "3 x %(name)s, %s", "3 x Gu\nard", "3 x Gu\0ard",
    "3 x \u202eGuard, ,,,,", ",".join("abc") * 60, "3 x <b>Guard</b>, <i>knife</i>", "Guard, " + "a, " * 60,
    "\ud800 x Guard",
)  # fmt: skip


def test_no_line_of_foes_breaks_the_table(siege: Cast) -> None:
    client = browser(siege.storyteller)
    for place, line in enumerate(LINES):
        sent = line.encode("utf-8", "surrogatepass")
        if place % 2:
            form: dict[str, Any] = {"move": "Say", "text": b"/foes " + sent}
        else:
            form = {"move": "BringFoes", "name": "", "archetype": "", "side": "toll", "line": sent}
        answer = post(client, siege.scene, form)
        assert answer.status_code == 200 or 400 <= answer.status_code < 500, line
        assert b"<b>Guard" not in answer.content
        meaning = client.get(f"/scenes/{siege.scene.pk}/meaning/", {"text": b"/foes " + sent})
        assert meaning.status_code < 500, line


@pytest.mark.parametrize(("person", "statuses"), [("player", {409}), ("spectator", {409}), ("stranger", {404})])
def test_foes_and_orders_are_the_storytellers_alone(person: str, statuses: set[int], siege: Cast) -> None:
    client = browser(getattr(siege, person))
    before, people = Entry.objects.count(), Character.objects.count()
    one = combatants(siege)[siege.warden.name]
    for form in (
        {"move": "BringFoes", "name": "Guard", "archetype": "soldier", "side": "toll"},
        {"move": "BringFoes", "name": "", "archetype": "", "side": "toll", "line": "3 x Guard, soldier"},
        {"move": "Say", "text": "/foes 3 x Guard"},
        {"move": "BattleMove", "kind": "TakeGuard", "m.actor": one, "m.order_others": [one, "all:Guard"]},
        {"move": "DropOrder"},
    ):
        assert post(client, siege.scene, form).status_code in statuses, form
    assert (Entry.objects.count(), Character.objects.count()) == (before, people)
