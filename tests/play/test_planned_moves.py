"""Declarations laid face down are shown together, orders know their bounds, and nobody else learns of either."""

import json
import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import User
from campaigns.series.members.services import leave_series
from campaigns.sessions.absences.services import announce_absence, end_absence
from campaigns.sheets.services import assign_owner
from config import transfer
from play.commands.moves import (
    BattleMove,
    BringIn,
    CloseBattle,
    EndPost,
    EndStanding,
    GiveStanding,
    LayMove,
    Pause,
    PutCardAway,
    Rewind,
    ShowCard,
    TakeBackMove,
)
from play.commands.standing_orders.carry_out import list_awaited
from play.commands.standing_orders.give import MAX_ORDERS, make_order
from play.commands.tasks.chances import load_context
from play.models import Entry, EntryReader
from play.seats.export import write_transcript
from play.seats.facts import seat_class_of
from play.seats.gather import gather_translated_board
from play.seats.log_index import index_all_logs
from play.seats.search import search
from play.table.events import decode_event, view_event
from play.table.live_scene import live_scenes
from play.table.seat_log import count_entries
from play.table.standing_orders import NOTHING
from rules import SYSTEMS
from rules.battle import Offer
from rules.battle.standing_orders import list_turn_offers
from rules.defaults import fill_form
from rules.errors import BadInput, IllegalMove, RulesError
from tests.conftest import SignIn
from tests.play.facts_of import facts_of
from tests.play.opened import open_all
from tests.play.test_group_orders import fill
from tests.play.test_standing_orders import ByPost

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
CANARY = "zqcanary"
PERSONAL = re.compile(
    r'<time.*?</time>|name="(csrfmiddlewaretoken|command)" value="[^"]*"|data-csrf="[^"]*"|nonce[^ >]*'
)


class Tick(ByPost):
    """The heroine, the duelist (the rival's) and two guards act on one tick."""

    def __init__(self, system: str = "exalted2e") -> None:
        super().__init__(system)
        self.act(BringIn(self.table.keys(self.cast.duelist), "Travellers"))
        for who in self.view["combatants"]:
            self.set(who["id"], "tick", self.facts.state.battle.tick + 1)
        while len(self.awaited) < 4:
            first = next(o for o in self.offers() if o.move == "TakeGuard")
            self.make(fill(first))
            self.set(str(first.actor), "tick", self.facts.state.battle.tick + 1)

    def set(self, actor: str, what: str, value: int) -> None:
        self.make({"kind": "Override", "actor": actor, "what": what, "value": value, "reason": "a drum"})

    @property
    def awaited(self) -> tuple[str, ...]:
        return list_awaited(self.facts.system, self.facts.state)

    @property
    def rival(self) -> str:
        return self.table.id_of(self.cast.duelist)

    def find(self, actor: str, kind: str, user: User) -> Offer:
        seat, state = seat_class_of(self.cast.membership(user))[0], self.facts.state.battle
        _turn, offers = list_turn_offers(self.battle, state, seat, state.get(actor))
        return next(offer for offer in offers if offer.move == kind)

    def lay(self, actor: str, kind: str, user: User, **more: Any) -> None:
        self.act(LayMove({**fill(self.find(actor, kind, user)), **more}), user)

    def board(self, user: User) -> Any:
        return gather_translated_board(self.facts, seat_class_of(self.cast.membership(user)))

    def lines(self, user: User) -> list[str]:
        return [str(line.event["line"]) for line in self.board(user).log]


def test_the_declarations_of_a_tick_are_shown_together() -> None:
    fight = Tick()
    guards, cast = [who["id"] for who in fight.guards], fight.cast
    before = fight.lines(cast.spectator)
    fight.lay(fight.heroine, "DeclareAttack", cast.player, target=guards[0])
    fight.lay(fight.rival, "TakeGuard", cast.rival)
    fight.lay(guards[0], "TakeGuard", cast.storyteller)
    assert fight.lines(cast.spectator) == before
    gathered = fight.board(cast.spectator).ahead.gathered
    assert {id for id, _name, has_laid in gathered if not has_laid} == {guards[1]}
    assert len(gathered) == 4
    fight.lay(guards[1], "TakeGuard", cast.storyteller)
    told = " ".join(fight.lines(cast.spectator)[: -len(before) or None])
    assert "Ysane of the Reeds attacks" in told
    assert not fight.ahead.laid


def test_where_several_act_nobody_declares_openly_first() -> None:
    fight = Tick()
    made = fill(fight.find(fight.heroine, "TakeGuard", fight.cast.player))
    with pytest.raises(IllegalMove, match="Set your action face down"):
        fight.make(made, fight.cast.player)
    fight.make(fill(fight.find(fight.rival, "TakeGuard", fight.cast.storyteller)))  # the Storyteller may
    fight.act(EndPost())
    fight.make(made, fight.cast.player)


def test_what_is_not_legal_any_more_goes_back_with_the_reason() -> None:
    fight = Tick()
    cast, guard = fight.cast, fight.guards[0]["id"]
    fight.lay(fight.heroine, "DeclareAttack", cast.player, target=guard, excellency=3)
    for pool in ("personal", "peripheral"):
        fight.set(fight.heroine, pool, 0)
    for id in (*(who["id"] for who in fight.guards), fight.rival):
        fight.make({"kind": "TakeGuard", "actor": id})
    assert fight.awaited == (fight.heroine,)
    assert not fight.ahead.laid
    assert any("take back your face-down move" in line and "mote" in line for line in fight.lines(cast.player))
    assert not any("face down" in line for line in fight.lines(cast.storyteller))
    fight.make({"kind": "TakeGuard", "actor": fight.heroine}, cast.player)


def test_what_a_player_has_left_ends_with_her_and_the_storyteller_reads_none_of_it() -> None:
    fight = Tick()
    cast, guard = fight.cast, fight.guards[0]["id"]
    fight.lay(fight.heroine, "DeclareAttack", cast.player, target=guard)
    fight.give("defense", fight.replies()["defense"][0])
    given = fight.ahead.orders[0]
    leave_series(cast.membership(cast.player))
    live_scenes.forget()
    rows = {row.actor: row for row in fight.board(cast.storyteller).ahead.rows}
    assert (rows[fight.heroine].orders, str(rows[fight.heroine].laid)) == ((), "")
    before = fight.lines(cast.storyteller)
    fight.lay(guard, "TakeGuard", cast.storyteller)
    assert not fight.ahead.orders
    assert [laid.actor for laid in fight.ahead.laid] == [guard]
    told = fight.lines(cast.storyteller)[: -len(before)]
    assert not [line for line in told if "take back" in line or "canceled" in line or str(given.what) in line]


def events_after(fight: ByPost, number: int) -> list[Any]:
    return list(Entry.objects.filter(table=fight.table.table, number__gt=number).values_list("event", flat=True))


def test_a_declaration_of_somebody_who_has_left_is_not_counted_from_that_moment_on() -> None:
    fight = Tick()
    cast, guards = fight.cast, set(fight.awaited) - {fight.heroine, fight.rival}
    fight.lay(fight.heroine, "DeclareAttack", cast.player, target=fight.guards[0]["id"])
    for guard in guards:
        fight.lay(guard, "TakeGuard", cast.storyteller)

    def tally(user: User) -> set[str]:
        return {id for id, _name, is_laid in fight.board(user).ahead.gathered if is_laid}

    assert tally(cast.rival) == {fight.heroine, *guards}
    leave_series(cast.membership(cast.player))
    live_scenes.forget()
    assert tally(cast.rival) == tally(cast.storyteller) == guards
    openly = BattleMove(fill(fight.find(fight.rival, "TakeGuard", cast.rival)))
    with pytest.raises(IllegalMove, match="face down"):  # the heroine's is still to be laid
        fight.act(openly, cast.rival)
    before = fight.table.number
    fight.lay(fight.rival, "TakeGuard", cast.rival)
    assert "MovesTurned" not in {event["kind"] for event in events_after(fight, before)}, "the table waits for hers"


def test_who_gets_the_character_neither_reads_nor_does_what_was_left_for_it() -> None:
    fight = Tick()
    cast, guard = fight.cast, fight.guards[0]["id"]
    fight.lay(fight.heroine, "DeclareAttack", cast.player, target=guard)
    fight.give("defense", fight.replies()["defense"][0])
    cast.heroine.refresh_from_db()
    assign_owner(cast.membership(cast.storyteller), cast.heroine, cast.membership(cast.rival))
    live_scenes.forget()
    (row,) = (one for one in fight.board(cast.rival).ahead.rows if one.actor == fight.heroine)
    assert (row.orders, str(row.laid)) == ((), "")
    with pytest.raises(IllegalMove, match="No move is face down"):
        fight.act(TakeBackMove(fight.heroine), cast.rival)
    with pytest.raises(IllegalMove, match="no longer exists"):
        fight.act(EndStanding(fight.ahead.orders[0].id), cast.rival)
    assert not [line for line in fight.lines(cast.rival) if "You set" in line or "You planned" in line]
    before, told = fight.table.number, fight.lines(cast.rival)
    fight.lay(fight.rival, "TakeGuard", cast.rival)
    assert not fight.ahead.orders
    assert [laid.actor for laid in fight.ahead.laid] == [fight.rival]
    ended = [event for event in events_after(fight, before) if event["kind"] in ("MoveTakenBack", "StandingEnded")]
    assert [event["audience"] for event in ended] == [[f"person:{cast.player.pk}"]] * 2
    assert not [line for line in fight.lines(cast.rival)[: -len(told)] if "take back" in line or "canceled" in line]


def told_ahead(fight: Tick, user: User) -> list[str]:
    """The lines of what was left ahead, newest first, as somebody reads them."""
    return [line for line in fight.lines(user) if re.search("(?i)order|planned|face.down", line)]


def test_each_seat_reads_of_an_absent_players_order_whose_it_was_as_far_as_it_may_know() -> None:
    fight = Tick()
    cast, now = fight.cast, timezone.now()
    own, who = cast.membership(cast.player), cast.heroine.name
    others = (cast.storyteller, cast.spectator)
    before = [told_ahead(fight, user) for user in others]
    fight.give(*fight.find_pass(), lasts="once")
    fight.act(TakeBackMove(fight.heroine), cast.player)
    assert told_ahead(fight, cast.rival) == []
    announce_absence(own, own, now - timedelta(days=1), now + timedelta(days=1), cast.rival.pk)
    live_scenes.forget()
    fight.give(*fight.find_pass(), user=cast.rival, lasts="once")
    mine, lent = told_ahead(fight, cast.player), told_ahead(fight, cast.rival)
    assert [line.partition(":")[0] for line in lent] == [
        f"Set face down for {who}", f"By the standing order for {who}", "You planned",
    ]  # fmt: skip
    assert [line.partition(":")[0] for line in mine] == [
        "You set face down", "By your standing order", f"Planned for {who}",
        "You take back your face-down move", "You set face down", "By your standing order", "You planned",
    ]  # fmt: skip
    fight.act(TakeBackMove(fight.heroine), cast.rival)
    fight.lay(fight.heroine, "TakeGuard", cast.player)
    assert [told_ahead(fight, user)[:2] for user in (cast.rival, cast.player)] == [
        [f"Set face down for {who}: Guard.", "You take back your face-down move: Guard."],
        ["You set face down: Guard.", f"Face-down move for {who} taken back: Guard."],
    ]
    assert [told_ahead(fight, user) for user in others] == before
    end_absence(own, own.absences.get())
    live_scenes.forget()
    lent = told_ahead(fight, cast.rival)
    fight.act(TakeBackMove(fight.heroine), cast.player)
    assert told_ahead(fight, cast.rival) == lent, "she stands in no more"


def test_an_order_that_an_older_version_gave_acts_as_its_owners_own() -> None:
    fight = Tick()
    fight.give(*fight.find_pass(), lasts="once")
    event = Entry.objects.filter(event__kind="StandingFollowed").get().event
    older = {name: value for name, value in event.items() if name not in ("name", "person")}
    line = view_event(fight.facts.system, decode_event(fight.facts.system, older), fight.seat)
    assert line is not None
    assert line["line"].startswith("By your standing order: ")


def test_a_declaration_is_changed_and_taken_back_until_it_is_shown() -> None:
    fight = Tick()
    player = fight.cast.player
    fight.lay(fight.heroine, "TakeGuard", player)
    fight.lay(fight.heroine, "DeclareAttack", player, target=fight.guards[0]["id"])
    assert [laid.move["kind"] for laid in fight.ahead.laid] == ["DeclareAttack"]
    for user in (fight.cast.rival, fight.cast.storyteller):
        with pytest.raises(IllegalMove):
            fight.act(TakeBackMove(fight.heroine), user)
    fight.act(TakeBackMove(fight.heroine), player)
    assert not fight.ahead.laid
    with pytest.raises(IllegalMove, match="No move is face down"):
        fight.act(TakeBackMove(fight.heroine), player)


def test_a_standing_order_lays_its_move_with_the_others() -> None:
    fight = Tick()
    fight.give(*fight.find_pass())
    assert [laid.actor for laid in fight.ahead.laid] == [fight.heroine]
    for id in (*(who["id"] for who in fight.guards), fight.rival):
        fight.make({"kind": "TakeGuard", "actor": id})
    assert next(move for user, move in fight.moves() if user == fight.player.username)["kind"] == "TakeGuard"
    assert [order.used >= 0 for order in fight.ahead.orders] == [True]


@pytest.mark.parametrize("system", ["exalted3e", "wod2004"])
def test_a_move_laid_ahead_is_made_in_its_turn_which_then_ends(system: str) -> None:
    fight = ByPost(system)
    while next(who["acts_now"] for who in fight.view["combatants"] if who["id"] == fight.heroine):
        fight.make({"kind": "EndTurn", "actor": fight.heroine}, fight.player)
    _turn, offers = fight.turn_offers()
    kind = {"exalted3e": "FullDefense", "wod2004": "Dodge"}[system]
    fight.act(LayMove(fill(next(o for o in offers if o.move == kind)), ends=True), fight.player)
    for _ in range(12):
        if fight.ahead == NOTHING:
            break
        fight.step()
    assert fight.ahead == NOTHING
    hers = [move["kind"] for user, move in fight.moves() if user == fight.player.username]
    made = [move for move in hers if move in (kind, "EndTurn")]
    # In the Third Edition nothing is left to do after it, and the turn ends by itself.
    assert made[made.index(kind) :] == ([kind] if system == "exalted3e" else [kind, "EndTurn"])
    assert not next(who["acts_now"] for who in fight.view["combatants"] if who["id"] == fight.heroine)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_waits_while_its_limit_holds_and_while_the_table_rests(system: str) -> None:
    fight = ByPost(system)
    offer = fight.replies()["defense"][0]
    fight.give("defense", offer, limit="willpower", limit_number=0, limit_least=True)
    asked = fight.run_until_asked("defense")
    assert [order.used for order in fight.ahead.orders] == [-1]
    fight.act(EndStanding(fight.ahead.orders[0].id), fight.player)
    for rest, go_on in ((Pause(True), Pause(False)), (ShowCard(), PutCardAway())):
        fight.act(rest)
        if isinstance(rest, Pause):
            fight.give("defense", offer)
        assert asked in fight.open_questions()
        if isinstance(rest, ShowCard):
            fight.act(go_on)
    fight.act(Pause(False))
    assert asked not in fight.open_questions()


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_is_withdrawn_by_what_its_owner_names(system: str) -> None:
    fight = ByPost(system)
    turn, offer = fight.find_pass()
    fight.give(turn, offer, breaks=("newcomer",), lasts="once")
    fight.give("defense", fight.replies()["defense"][0], breaks=("newcomer",))
    fight.act(BringIn(fight.table.keys(fight.cast.duelist), "Travellers"))
    assert not fight.ahead.orders
    told = [str(line.event["line"]) for line in gather_translated_board(fight.facts, (fight.seat, False)).log]
    assert any(line.endswith("Why: someone new appears.") for line in told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_else_can_tell_whether_something_was_left_ahead(system: str, sign_in: SignIn) -> None:
    fight = ByPost(system)
    cast, others = fight.cast, ("storyteller", "rival", "spectator")
    before = {name: list(hear(fight, getattr(cast, name), sign_in)) for name in others}
    fight.give("defense", fight.replies()["defense"][0], limit="willpower", limit_number=0)
    _turn, offers = fight.turn_offers()
    texted = next((o for o in offers if any(f.kind == "text" for f in o.fields)), offers[0])
    words = {field.name: CANARY for field in texted.fields if field.kind == "text"}
    if not next(who["acts_now"] for who in fight.view["combatants"] if who["id"] == fight.heroine):
        fight.act(LayMove({**fill(texted), **words}), cast.player)
    assert any("You planned" in part for part in hear(fight, cast.player, sign_in))
    live = {name: list(hear(fight, getattr(cast, name), sign_in)) for name in others}
    for name in others:
        assert live[name] == before[name], name
    index_all_logs()
    assert [hit for group in search(cast.membership(cast.player), "planned").groups for hit in group.hits]
    for name in others:
        found = search(cast.membership(getattr(cast, name)), "planned").groups
        assert not [hit for group in found for hit in group.hits], name


def hear(fight: ByPost, user: User, sign_in: SignIn) -> Iterator[str]:
    """All that somebody can open of the table, without what differs from one request to the next."""
    client, base = sign_in(user), f"/scenes/{fight.table.scene.pk}/"
    for path in ("", "plain/", "log.txt", "recap/", "unread/", "fights/1.json", "stage/ahead/c3"):
        yield PERSONAL.sub("", client.get(base + path).content.decode())
    yield from (json.dumps(told) for _path, told in open_all(client, fight.table.scene.pk))
    membership = fight.cast.membership(user)
    seat_class = seat_class_of(membership)
    yield json.dumps(facts_of(fight.table.scene, membership))
    yield "".join(write_transcript(fight.facts, seat_class[0]))
    yield str(count_entries(fight.table.table, seat_class[0]))


def test_the_storyteller_reads_that_somebody_has_laid_and_not_what(sign_in: SignIn) -> None:
    fight = Tick()
    fight.lay(fight.heroine, "TakeMisc", fight.cast.player, text=CANARY)
    heard = "".join(hear(fight, fight.cast.storyteller, sign_in))
    gathered = facts_of(fight.table.scene, fight.cast.membership(fight.cast.storyteller))["ahead"]["gathered"]
    assert [(one["id"], one["laid"]) for one in gathered if one["laid"]] == [(fight.heroine, True)]
    assert len(gathered) == 4
    assert CANARY not in heard
    assert CANARY in "".join(hear(fight, fight.cast.player, sign_in))


def test_what_is_left_ahead_goes_with_a_rewind_and_with_the_fight() -> None:
    fight = ByPost("exalted2e")
    fight.give("defense", fight.replies()["defense"][0])
    line = fight.table.count()
    fight.give("reward", fight.replies()["reward"][0])
    fight.act(EndStanding(fight.ahead.orders[0].id), fight.player)
    fight.make({"kind": "Override", "actor": fight.heroine, "what": "prone", "value": 1, "reason": "mud"})
    assert len(fight.ahead.orders) == 1
    fight.act(Rewind(line + 1))
    assert [order.when for order in fight.ahead.orders] == ["reward"]
    fight.act(CloseBattle())
    assert fight.ahead == NOTHING


def test_what_may_not_be_left_ahead_is_refused_and_changes_nothing() -> None:
    fight = Tick()
    cast, offer = fight.cast, fight.replies()["defense"][0]
    deed, guard = fill(offer), fight.guards[0]["id"]
    turn = fill(fight.find(fight.heroine, "TakeGuard", cast.player))
    bad: list[tuple[Any, User]] = [
        (GiveStanding(fight.heroine, "defense", deed), cast.rival),
        (GiveStanding(fight.heroine, "defense", deed), cast.storyteller),
        (GiveStanding(guard, "defense", deed), cast.player),
        (GiveStanding("nobody", "defense", deed), cast.player),
        (GiveStanding(fight.heroine, "never", deed), cast.player),
        (GiveStanding(fight.heroine, "turn", deed), cast.player),
        (GiveStanding(fight.heroine, "defense", turn), cast.player),
        (GiveStanding(fight.heroine, "defense", {**deed, "mode": "faint"}), cast.player),
        (GiveStanding(fight.heroine, "defense", {**deed, "excellency": "many"}), cast.player),
        (GiveStanding(fight.heroine, "defense", {**deed, "surprise": 1}), cast.player),
        (GiveStanding(fight.heroine, "defense", deed, limit="courage"), cast.player),
        (GiveStanding(fight.heroine, "defense", deed, breaks=("bored",)), cast.player),
        (LayMove(deed), cast.player),
        (LayMove(turn), cast.rival),
        (LayMove({}), cast.player),
        (LayMove({"kind": "EndBattle", "actor": fight.heroine}), cast.player),
        (LayMove({**turn, "ticks": 99}), cast.player),
        (EndStanding("nothing"), cast.player),
        (TakeBackMove("nobody"), cast.player),
    ]
    number = fight.table.number
    for move, user in bad:
        with pytest.raises(RulesError):
            fight.act(move, user)
    assert (fight.table.number, fight.ahead) == (number, NOTHING)
    fight.act(EndPost())
    with pytest.raises(IllegalMove, match="scene is live"):
        fight.act(LayMove(turn), cast.player)


@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_that_is_offered_can_be_left_ahead_under_its_own_name(system: str) -> None:
    fight = ByPost(system)
    context = load_context(fight.table.scene, fight.cast.membership(fight.player))
    turn, offers = fight.turn_offers()
    replies = [(when, offer) for when, some in fight.replies().items() for offer in some]
    for when, offer in (*replies, *((turn, offer) for offer in offers)):
        deed = json.loads(json.dumps(fill_form(offer))) if offer.move else {}
        order = make_order(context, GiveStanding(fight.heroine, when, deed))
        assert order.what.startswith(offer.label), f"{order.what} is not {offer.label}"


def test_a_combatant_has_a_bounded_number_of_orders() -> None:
    fight = ByPost("wod2004")
    for _ in range(MAX_ORDERS):
        fight.give("defense", fight.replies()["defense"][0])
    with pytest.raises(IllegalMove, match="up to 12"):
        fight.give("defense", fight.replies()["defense"][0])


def test_what_is_left_ahead_travels_with_the_series_to_its_readers_alone() -> None:
    fight = ByPost("exalted2e")
    fight.give("defense", fight.replies()["defense"][0])
    held = EntryReader.objects.filter(table=fight.table.table).count()
    series = transfer.import_series(fight.cast.stranger, transfer.parse(transfer.write(fight.cast.series)))
    readers = EntryReader.objects.filter(table__scene__episode__story__series=series)
    assert readers.count() == held
    assert not set(readers.values_list("key", flat=True)) & {str(fight.cast.heroine.pk)}


def test_the_preview_tells_an_order_in_words_and_stores_nothing(sign_in: SignIn) -> None:
    fight = ByPost("exalted2e")
    address, number = f"/scenes/{fight.table.scene.pk}/stage/ahead/", fight.table.number
    asked = {"move": "GiveStanding", "actor": fight.heroine, "when": "defense", "kind": "AnswerDefense",
             "m.mode": "parry", "limit": "motes", "limit_number": "5", "lasts": "always"}  # fmt: skip
    told = sign_in(fight.player).get(address, asked).content.decode()
    assert told == "When I am attacked: defend (Parry), unless motes below 5. Until I cancel it."
    for user, change in (("player", {"limit": "courage"}), ("rival", {}), ("storyteller", {}), ("spectator", {})):
        answer = sign_in(getattr(fight.cast, user)).get(address, {**asked, **change})
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8"), user
        assert answer.content, "a sentence says why it can't be given"
        assert "When I am attacked" not in answer.content.decode()
    assert sign_in(fight.cast.stranger).get(address, asked).status_code == 404
    assert (fight.table.number, fight.ahead) == (number, NOTHING)


def test_the_forms_of_the_page_leave_orders(sign_in: SignIn) -> None:
    fight = ByPost("v20da")
    base = f"/scenes/{fight.table.scene.pk}/"
    client = sign_in(fight.player)
    occasions = {on["when"]: on for on in client.get(f"{base}stage/ahead/{fight.heroine}").json()["occasions"]}
    assert {"When I am attacked", "When my declared action comes"} <= {on["says"] for on in occasions.values()}
    offer = occasions["defense"]["offers"][0]["offer"]
    form = client.get(f"{base}stage/ahead/{fight.heroine}/defense/{offer}").json()
    sent = {"command": str(uuid.uuid4()), "number": "0", "move": "GiveStanding", **dict(form["hidden"])}
    sent["m.defense"] = "dodge"
    answer = client.post(f"{base}command/", sent, headers={"hx-request": "true"})
    assert answer.status_code == 200, answer.content.decode()
    assert [order.when for order in fight.ahead.orders] == ["defense"]
    with pytest.raises(BadInput):
        fight.act(BattleMove({"kind": "Nothing"}))
