"""Social influence outside a fight: who begins, rules, rolls and answers, what it costs, and what nobody else reads."""

from typing import Any

import pytest
from django.db import transaction

from campaigns.models import Character, Scene, User
from play.commands import moves
from play.commands.tasks.chances import load_context, preview_roll
from play.models import Entry, Table
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.live_scene import live_scenes
from rules.errors import BadInput, IllegalMove, RulesError
from rules.paths import write_path
from tests.play.tasking import TaskTable, key_of, only
from tests.play.test_task_secrets import in_order

pytestmark = pytest.mark.walk

THRONE, DAUGHTER = "defining:The throne", "major:My daughter"
INTIMACIES = [
    {"text": "The throne", "kind": "principle", "intensity": "defining"},
    {"text": "My daughter", "kind": "tie", "intensity": "major"},
]
third = only("exalted3e")


def write(character: Character, **values: Any) -> None:
    fresh = Character.objects.get(pk=character.pk)
    for path, value in values.items():
        fresh.sheet = write_path(fresh.sheet, path.replace("__", "."), value)
    fresh.version += 1
    fresh.save()


def begin(table: TaskTable, who: User, actor: Character, *targets: Character, **changes: Any) -> None:
    asked = {"title": "The bridge is safe", "influence": "instill", "traits": "Charisma + Presence", **changes}
    table.act(who, moves.StartInfluence(character=key_of(actor), listeners=tuple(map(key_of, targets)), **asked))


def rule(table: TaskTable, target: Character, **ruling: Any) -> None:
    table.act(table.cast.storyteller, moves.RuleListener(table.task.id, key_of(target), ruling))


def answer(table: TaskTable, who: User, target: Character, **reply: Any) -> None:
    table.act(who, moves.AnswerInfluence(table.task.id, key_of(target), reply))


def prepared(table: TaskTable) -> TaskTable:
    """The heroine has five dice of Charisma + Presence; the duelist has two Intimacies and Resolve 2."""
    write(table.cast.heroine, attributes__charisma=3, abilities__presence=2, attributes__appearance=0)
    for one in (table.cast.duelist, table.cast.warden):
        write(one, intimacies=INTIMACIES, abilities__integrity=0, willpower__current=3)
    table.act(table.cast.storyteller, moves.ShowCharacter(key_of(table.cast.warden), True))
    return table


def refused(table: TaskTable, who: User, move: Any) -> str:
    with pytest.raises((IllegalMove, BadInput)) as found:
        table.act(who, move)
    return found.value.code


@third
class TestBetweenPlayers:
    def test_an_intimacy_is_instilled_and_written(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        rule(table, cast.duelist)
        table.roll(cast.player, cast.heroine)
        answer(table, cast.rival, cast.duelist, answer="accept", text="The bridge  is safe", kind="principle")
        assert (table.task.status, str(table.task.verdict)) == ("success", "swayed")
        written = {"text": "The bridge is safe", "kind": "principle", "intensity": "minor"}
        assert table.sheet(cast.duelist)["intimacies"] == [*INTIMACIES, written]

    def test_it_is_refused_for_willpower(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        rule(table, cast.duelist)
        table.roll(cast.player, cast.heroine)
        answer(table, cast.rival, cast.duelist, answer="refuse")
        assert (table.task.status, str(table.task.verdict)) == ("failure", "refused")
        assert table.sheet(cast.duelist)["willpower"]["current"] == 2
        assert table.sheet(cast.duelist)["intimacies"] == INTIMACIES

    def test_a_rewind_takes_the_answer_back(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        rule(table, cast.duelist)
        table.roll(cast.player, cast.heroine)
        answer(table, cast.rival, cast.duelist, answer="accept", text="The bridge is safe")
        table.act(cast.storyteller, moves.Rewind(table.number))
        assert table.sheet(cast.duelist)["intimacies"] == INTIMACIES
        assert table.task.listeners[0].answer == ""

    def test_nobody_else_answers(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        rule(table, cast.duelist)
        move = moves.AnswerInfluence(table.task.id, key_of(cast.duelist), {"answer": "accept", "text": "x"})
        assert refused(table, cast.rival, move) == "not_awaited"
        table.roll(cast.player, cast.heroine)
        assert refused(table, cast.player, move) == "unknown_character"
        unacceptable = moves.AnswerInfluence(table.task.id, key_of(cast.duelist), {"answer": "unacceptable"})
        assert refused(table, cast.rival, unacceptable) == "unknown_choice"
        answer(table, cast.storyteller, cast.duelist, answer="unacceptable")
        assert str(table.task.verdict) == "unacceptable"

    def test_it_is_rolled_only_when_the_storyteller_has_ruled(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        roll = moves.RollForTask(table.task.id, key_of(cast.heroine))
        assert refused(table, cast.player, roll) == "not_awaited"
        move = moves.RuleListener(table.task.id, key_of(cast.duelist), {})
        assert refused(table, cast.player, move) == "not_storyteller"

    def test_a_player_begins_only_for_her_own(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begun = {"title": "x", "influence": "instill"}
        own, other = key_of(cast.heroine), key_of(cast.duelist)
        assert refused(table, cast.player, moves.StartInfluence(character=other, listeners=(own,), **begun)) \
            == "unknown_character"  # fmt: skip
        lurker = moves.StartInfluence(character=own, listeners=(key_of(cast.lurker),), **begun)
        assert refused(table, cast.player, lurker) == "unknown_character"
        table.act(cast.storyteller, moves.ShowCharacter(key_of(cast.warden), False))
        absent = moves.StartInfluence(character=own, listeners=(key_of(cast.warden),), **begun)
        assert refused(table, cast.player, absent) == "unknown_character"
        nobody = moves.StartInfluence(character=own, listeners=("99999999",), **begun)
        assert refused(table, cast.player, nobody) == "unknown_character"
        assert refused(table, cast.player, moves.StartInfluence(character=own, listeners=(), **begun)) \
            == "no_listeners"  # fmt: skip
        self_talk = moves.StartInfluence(character=own, listeners=(own,), **begun)
        assert refused(table, cast.player, self_talk) == "twice"
        juggle = moves.StartInfluence(title="x", influence="juggle", character=own, listeners=(other,))
        assert refused(table, cast.player, juggle) == "unknown_influence"


@third
class TestWithTheStorytellersCharacter:
    def test_a_task_is_refused_at_a_decision_point(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
        rule(table, cast.warden, size="serious", supporting=DAUGHTER)
        table.roll(cast.player, cast.heroine)
        move = moves.AnswerInfluence(table.task.id, key_of(cast.warden), {"answer": "refuse", "intimacy": DAUGHTER})
        assert refused(table, cast.storyteller, move) == "no_decision_point"
        answer(table, cast.storyteller, cast.warden, answer="refuse", intimacy=THRONE)
        assert table.sheet(cast.warden)["willpower"]["current"] == 2

    def test_what_is_unacceptable_is_not_rolled(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
        rule(table, cast.warden, unacceptable=True)
        assert (table.task.status, table.task.sides[0].made) == ("failure", None)

    def test_who_holds_out_is_not_asked(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
        rule(table, cast.warden, opposing=THRONE)
        table.roll(cast.player, cast.heroine)
        assert (table.task.status, str(table.task.verdict)) == ("failure", "resisted")

    def test_one_roll_meets_each_resolve(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist, cast.warden, influence="persuade")
        rule(table, cast.duelist)
        rule(table, cast.warden, opposing=THRONE)
        table.roll(cast.player, cast.heroine)
        assert table.task.sides[0].made == 2  # five dice, less three
        assert [one.reached for one in table.task.listeners] == [True, False]
        answer(table, cast.rival, cast.duelist, answer="accept")
        assert str(table.task.verdict) == f"{cast.duelist.name}: swayed, {cast.warden.name}: resisted"

    def test_what_is_written_is_rolled_with_linguistics(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        write(cast.heroine, abilities__linguistics=4)
        begin(table, cast.player, cast.heroine, cast.warden)
        rule(table, cast.warden, written=True)
        assert table.task.sides[0].traits == "Charisma + Linguistics"
        table.roll(cast.player, cast.heroine)
        assert table.task.sides[0].made == 7

    def test_gestures_are_easier_to_resist(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        stands = []
        for gestures in (False, True):
            begin(table, cast.player, cast.heroine, cast.warden, title=str(gestures))
            rule(table, cast.warden, gestures=gestures)
            table.roll(cast.player, cast.heroine, 2)
            stands.append(Entry.objects.filter(event__kind="TaskRolled").latest("number").event["against"][0]["total"])
        assert stands[1] == stands[0] + 2

    def test_overturning_costs_the_petitioner_willpower(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        write(cast.heroine, willpower__current=2)
        begin(table, cast.player, cast.heroine, cast.warden)
        rule(table, cast.warden, overturns=True)
        table.roll(cast.player, cast.heroine)
        assert table.sheet(cast.heroine)["willpower"]["current"] == 1

    def test_it_can_be_tried_again_from_the_ruling_on(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.warden)
        rule(table, cast.warden, opposing=THRONE)
        table.roll(cast.player, cast.heroine)
        table.act(cast.storyteller, moves.TryAgain(table.task.id))
        assert (table.task.failures, table.task.listeners[0].ruling) == (1, None)

    def test_the_difficulty_cannot_be_told_to_all(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.warden)
        assert refused(table, cast.storyteller, moves.RevealTask(table.task.id)) == "not_hidden"


def everything(table: TaskTable, intimacies: list[dict[str, str]], integrity: int, faces: int) -> list[str]:
    """What others read of three influences on the warden, whose sheet differs from time to time."""
    cast = prepared(table).cast
    write(cast.warden, intimacies=intimacies, abilities__integrity=integrity)
    first = f"{intimacies[0]['intensity']}:{intimacies[0]['text']}"
    begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
    rule(table, cast.warden, opposing=first)
    table.roll(cast.player, cast.heroine, faces)
    begin(table, cast.player, cast.heroine, cast.warden, influence="threaten")
    rule(table, cast.warden)
    table.roll(cast.player, cast.heroine, 10)
    told = [in_order(table.reads(user)) for user in (cast.player, cast.rival, cast.spectator)]
    answer(table, cast.storyteller, cast.warden, answer="refuse", intimacy=first)
    return told + [in_order(table.reads(user)) for user in (cast.player, cast.rival, cast.spectator)]


@third
def test_nothing_that_others_read_depends_on_resolve_or_intimacies(table: TaskTable) -> None:
    told = []
    for intimacies, integrity in ((INTIMACIES, 0), ([{**INTIMACIES[1], "text": "Silver", "intensity": "minor"}], 3)):
        with transaction.atomic():
            told.append(everything(table, intimacies, integrity, 1))
            assert "Resolve" in table.reads(table.cast.storyteller)
            transaction.set_rollback(True)
        live_scenes.forget()
    for one, other in zip(*told, strict=True):
        assert one == other
        assert "Silver" not in one
        assert "Resolve" not in one


@third
def test_who_is_read_does_not_know(table: TaskTable) -> None:
    cast = prepared(table).cast
    write(cast.heroine, attributes__perception=3, abilities__socialize=2)
    begin(table, cast.player, cast.heroine, cast.duelist, influence="read", title="What he wants", traits="")
    rule(table, cast.duelist)
    table.roll(cast.player, cast.heroine)
    assert (table.task.status, str(table.task.verdict)) == ("success", "read")
    assert "What he wants" in table.reads(cast.player)
    for user in (cast.rival, cast.spectator):
        assert "What he wants" not in table.reads(user)


@third
def test_the_odds_before_the_roll_tell_no_appearance_dice(table: TaskTable) -> None:
    cast = prepared(table).cast
    write(cast.heroine, attributes__appearance=5)
    begin(table, cast.player, cast.heroine, cast.duelist)
    rule(table, cast.duelist)
    context = load_context(table.scene, cast.membership(cast.player))
    chances = preview_roll(context, table.task.id, key_of(cast.heroine), {})
    assert (chances.pool.dice, chances.measured) == (5, False)
    teller = load_context(table.scene, cast.membership(cast.storyteller))
    chances = preview_roll(teller, table.task.id, key_of(cast.heroine), {})
    assert (chances.pool.dice, chances.measured) == (8, True)  # Appearance 5 above Resolve 2


@third
def test_each_seat_is_offered_what_it_has_to_do(table: TaskTable) -> None:
    cast = prepared(table).cast

    def asks(user: User) -> list[tuple[str, str]]:
        board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(cast.membership(user)))
        return [(ask.move, ask.name) for ask in board.task_board.asks]

    begin(table, cast.player, cast.heroine, cast.duelist)
    assert asks(cast.storyteller) == [("RuleListener", cast.duelist.name)]
    assert asks(cast.rival) == []
    rule(table, cast.duelist)
    table.roll(cast.player, cast.heroine)
    assert asks(cast.rival) == asks(cast.storyteller) == [("AnswerInfluence", cast.duelist.name)]
    assert asks(cast.player) == []


@only("exalted2e")
def test_games_without_such_rules_refuse(table: TaskTable) -> None:
    cast = table.cast
    move = moves.StartInfluence("x", "persuade", key_of(cast.heroine), (key_of(cast.duelist),))
    with pytest.raises(RulesError):
        table.act(cast.player, move)


RESISTED = only("v20da", "wod2004")


def resisted(table: TaskTable, **ruling: Any) -> None:
    """The heroine persuades the duelist, who resists as the Storyteller says."""
    cast = table.cast
    begin(table, cast.player, cast.heroine, cast.duelist, influence="persuade", traits=table.traits)
    rule(table, cast.duelist, **{"traits": table.traits, **ruling})


def give_dice(table: TaskTable, who: Character, dice: int) -> None:
    """Give somebody this many dice of the traits that everybody rolls: Wits has three."""
    path = "abilities.alertness" if table.system.key == "v20da" else "skills.investigation"
    who.sheet = write_path(who.sheet, path, dice - 3)
    who.save()


@RESISTED
class TestResistedByARoll:
    def test_the_target_rolls_against_it(self, table: TaskTable) -> None:
        cast = table.cast
        give_dice(table, cast.heroine, 7)
        resisted(table)
        assert (table.task.kind, [side.character for side in table.task.sides]) == \
            ("contested", [key_of(cast.heroine), key_of(cast.duelist)])  # fmt: skip
        table.roll(cast.player, cast.heroine, 9)
        # In the Dark Ages all dice fall now: a 6 is enough against five dice, and not against seven.
        table.roll(cast.rival, cast.duelist, 6)
        assert (table.task.status, table.task.winner) == ("success", 0)

    def test_or_gives_in(self, table: TaskTable) -> None:
        cast = table.cast
        resisted(table)
        heroine = moves.GiveIn(table.task.id, key_of(cast.heroine))
        assert refused(table, cast.player, heroine) == "no_yielding"
        table.act(cast.rival, moves.GiveIn(table.task.id, key_of(cast.duelist)))
        assert (table.task.winner, str(table.task.verdict)) == (0, "gives in")
        assert "gives in to" in table.reads(cast.spectator)

    def test_and_does_not_answer_in_words(self, table: TaskTable) -> None:
        cast = table.cast
        resisted(table)
        table.roll(cast.player, cast.heroine, 9)
        reply = moves.AnswerInfluence(table.task.id, key_of(cast.duelist), {"answer": "accept"})
        assert refused(table, cast.rival, reply) == "no_reply"

    def test_the_storyteller_names_the_traits(self, table: TaskTable) -> None:
        cast = table.cast
        begin(table, cast.player, cast.heroine, cast.duelist, influence="persuade", traits=table.traits)
        for traits, code in (("", "no_traits"), ("Wits + Moonlight", "unknown_trait")):
            move = moves.RuleListener(table.task.id, key_of(cast.duelist), {"traits": traits})
            assert refused(table, cast.storyteller, move) == code

    def test_what_is_unacceptable_is_not_rolled(self, table: TaskTable) -> None:
        resisted(table, unacceptable=True)
        assert (table.task.status, str(table.task.verdict)) == ("failure", "unacceptable")

    def test_the_books_own_traits_are_proposed(self, table: TaskTable) -> None:
        cast = table.cast
        begin(table, cast.player, cast.heroine, cast.duelist, influence="intimidate", traits=table.traits)
        board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(cast.membership(cast.storyteller)))
        proposed = board.task_board.asks[0].fields[0].initial
        rule(table, cast.duelist, traits=proposed)
        assert table.task.sides[1].traits == proposed


@third
class TestWhileItIsOpen:
    @pytest.mark.parametrize("action", ["instill", "inspire", "read"])
    def test_the_same_is_not_tried_again_before_it_is_answered(self, table: TaskTable, action: str) -> None:
        cast = prepared(table).cast
        asked = {"influence": action, "traits": "" if action == "read" else "Charisma + Presence"}
        begin(table, cast.player, cast.heroine, cast.duelist, **asked)
        again = moves.StartInfluence("the  BRIDGE is safe", action, key_of(cast.heroine), (key_of(cast.duelist),))
        both = moves.StartInfluence(
            "The bridge is safe", action, key_of(cast.heroine), (key_of(cast.warden), key_of(cast.duelist))
        )
        for who in (cast.player, cast.storyteller):
            assert [refused(table, who, move) for move in (again, both)] == ["still_open"] * 2
        rule(table, cast.duelist)
        assert refused(table, cast.player, again) == "still_open"
        table.roll(cast.player, cast.heroine)
        if action != "read":  # who is read has nothing to answer
            assert refused(table, cast.player, again) == "still_open"
            answer(table, cast.rival, cast.duelist, answer="accept", text="The bridge is safe")
        table.act(cast.player, again)

    def test_the_refusal_names_the_try_and_what_to_do(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        with pytest.raises(
            IllegalMove, match=r"“The bridge is safe” is still open for .*ask the Storyteller to end it"
        ) as no:
            begin(table, cast.player, cast.heroine, cast.duelist)
        assert no.value.data["rule"] == "3E-337"
        table.act(cast.storyteller, moves.EndTask(table.task.id))
        begin(table, cast.player, cast.heroine, cast.duelist)

    def test_something_else_somebody_else_and_anothers_try_are_free(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        begin(table, cast.player, cast.heroine, cast.duelist, influence="persuade")
        begin(table, cast.player, cast.heroine, cast.warden)
        begin(table, cast.rival, cast.duelist, cast.warden)
        begin(table, cast.storyteller, cast.heroine, cast.duelist, title="The inn is safe")

    def test_an_emotion_of_another_name_is_the_same_action(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist, influence="inspire", title="Fear")
        move = moves.StartInfluence("Joy", "inspire", key_of(cast.heroine), (key_of(cast.duelist),))
        assert refused(table, cast.player, move) == "still_open"


@RESISTED
def test_what_is_still_to_be_resisted_by_a_roll_is_not_tried_again(table: TaskTable) -> None:
    """Else a second try would be rolled without what the first failure costs it (WD-142, V20-070)."""
    cast = table.cast
    move = moves.StartInfluence(
        "The bridge is safe", "persuade", key_of(cast.heroine), (key_of(cast.duelist),), table.traits
    )
    begin(table, cast.player, cast.heroine, cast.duelist, influence="persuade", traits=table.traits)
    assert refused(table, cast.player, move) == "still_open"
    rule(table, cast.duelist, traits=table.traits)
    assert refused(table, cast.player, move) == "still_open"
    table.act(cast.rival, moves.GiveIn(table.task.id, key_of(cast.duelist)))
    table.act(cast.player, move)


@only("v20da")
def test_a_second_try_that_is_resisted_by_a_roll_is_harder(table: TaskTable) -> None:
    """Each try after a failure is 1 more difficult (V20-070)."""
    give_dice(table, table.cast.duelist, 7)
    for difficulty in (7, 8):
        resisted(table)
        table.roll(table.cast.player, table.cast.heroine)
        table.roll(table.cast.rival, table.cast.duelist, 6)
        assert table.task.winner == 1
        assert f"{table.cast.heroine.name} 0 at difficulty {difficulty}" in table.reads(table.cast.spectator)


@third
class TestHostileForms:
    def test_a_players_character_has_few_influences_open(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        for title in ("The bridge is safe", "The road is safe", "The inn is safe"):
            begin(table, cast.player, cast.heroine, cast.duelist, title=title)
        move = moves.StartInfluence("x", "instill", key_of(cast.heroine), (key_of(cast.duelist),))
        assert refused(table, cast.player, move) == "too_many"
        begin(table, cast.storyteller, cast.heroine, cast.duelist, title="The ferry is safe")

    def test_who_fights_speaks_in_the_turn(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        table.act(cast.storyteller, moves.OpenBattle())
        table.act(cast.storyteller, moves.BringIn((key_of(cast.heroine),), "ours"))
        table.act(cast.storyteller, moves.BattleMove({"kind": "StartBattle"}))
        move = moves.StartInfluence("x", "instill", key_of(cast.heroine), (key_of(cast.duelist),))
        assert refused(table, cast.player, move) == "in_a_fight"

    @pytest.mark.parametrize(
        "ruling",
        [{"size": "vast"}, {"way": "sideways"}, {"opposing": "grave:x"}, {"supporting": "major:Nobody"},
         {"resolve": 99}, {"way": "strengthen"}, {"opposing": 5}, {"luck": 1}],
    )  # fmt: skip
    def test_a_ruling_of_nonsense_changes_nothing(self, table: TaskTable, ruling: dict[str, Any]) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        with pytest.raises(RulesError):
            rule(table, cast.duelist, **ruling)
        assert table.task.listeners[0].ruling is None

    @pytest.mark.parametrize(
        "reply", [{"answer": "accept", "text": "x" * 5000}, {"answer": "accept", "text": "\x07"},
                  {"answer": "accept", "text": " "}, {"answer": "dance"}, {"luck": 1}],
    )  # fmt: skip
    def test_an_answer_of_nonsense_changes_nothing(self, table: TaskTable, reply: dict[str, Any]) -> None:
        cast = prepared(table).cast
        begin(table, cast.player, cast.heroine, cast.duelist)
        rule(table, cast.duelist)
        table.roll(cast.player, cast.heroine)
        with pytest.raises(RulesError):
            answer(table, cast.rival, cast.duelist, **reply)
        assert table.sheet(cast.duelist)["intimacies"] == INTIMACIES
        assert table.task.is_open


@third
class TestTriedAgain:
    """What failed takes more, or another scene (3E-337)."""

    def fail(self, table: TaskTable, action: str, **ruling: Any) -> None:
        begin(table, table.cast.player, table.cast.heroine, table.cast.warden, influence=action)
        rule(table, table.cast.warden, **ruling)
        table.roll(table.cast.player, table.cast.heroine, 2)
        assert str(table.task.verdict) == "resisted"

    @pytest.mark.parametrize("action", ["instill", "persuade", "bargain", "threaten"])
    def test_it_takes_more_than_before(self, table: TaskTable, action: str) -> None:
        cast = prepared(table).cast
        self.fail(table, action)
        begin(table, cast.player, cast.heroine, cast.warden, influence=action)
        rule(table, cast.warden)
        assert (table.task.status, table.task.sides[0].made) == ("failure", None)
        assert "needs more than before" in str(table.task.verdict)
        begin(table, cast.player, cast.heroine, cast.warden, influence=action)
        rule(table, cast.warden, more=True)
        table.roll(cast.player, cast.heroine)
        answer(table, cast.storyteller, cast.warden, answer="accept", text="The bridge is safe")
        begin(table, cast.player, cast.heroine, cast.warden, influence=action)
        rule(table, cast.warden)
        assert table.task.is_open, "what has worked is no failure any more"

    def test_another_matter_or_another_target_is_no_second_try(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        self.fail(table, "instill")
        for target, title in ((cast.warden, "The toll is fair"), (cast.duelist, "The bridge is safe")):
            begin(table, cast.player, cast.heroine, target, title=title)
            rule(table, target)
            assert table.task.is_open

    def test_the_form_asks_only_after_a_failure(self, table: TaskTable) -> None:
        cast = prepared(table).cast

        def asked() -> list[str]:
            board = gather_translated_board(
                load_facts(table.scene.pk), seat_class_of(cast.membership(cast.storyteller))
            )
            return [str(field.label) for field in board.task_board.asks[-1].fields if field.name == "more"]

        begin(table, cast.player, cast.heroine, cast.warden, influence="bargain")
        assert asked() == []
        rule(table, cast.warden)
        table.roll(cast.player, cast.heroine, 2)
        begin(table, cast.player, cast.heroine, cast.warden, influence="bargain")
        assert asked() == ["The offer is clearly better than before"]

    def test_persuasion_takes_another_intimacy_at_least_as_strong(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        self.fail(table, "persuade", supporting=DAUGHTER, opposing=THRONE)
        begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
        for weak in (DAUGHTER, "minor:", ""):
            again = moves.RuleListener(table.task.id, key_of(cast.warden), {"supporting": weak, "more": True})
            assert refused(table, cast.storyteller, again) == "same_intimacy"
        rule(table, cast.warden, supporting=THRONE, more=True)
        assert table.task.is_open

    def test_of_intimacies_on_no_sheet_the_storyteller_says_which_is_another(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        self.fail(table, "persuade", supporting="major:", opposing=THRONE)
        begin(table, cast.player, cast.heroine, cast.warden, influence="persuade")
        weaker = moves.RuleListener(table.task.id, key_of(cast.warden), {"supporting": "minor:", "more": True})
        assert refused(table, cast.storyteller, weaker) == "same_intimacy"
        rule(table, cast.warden, supporting="major:", more=True)
        assert table.task.is_open

    @pytest.mark.parametrize("action", ["inspire", "read"])
    def test_the_storyteller_is_told_whatever_the_second_try_is_called(self, table: TaskTable, action: str) -> None:
        cast = prepared(table).cast
        self.fail(table, action, resolve=3)
        begin(table, cast.storyteller, cast.heroine, cast.warden, influence=action, title="Once more")
        board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(cast.membership(cast.storyteller)))
        fields = {field.name: field for field in board.task_board.asks[-1].fields}
        assert "(3E-337)" in str(fields["unacceptable"].help)

    @pytest.mark.parametrize("action", ["inspire", "read"])
    def test_some_wait_for_the_next_scene(self, table: TaskTable, action: str) -> None:
        cast = prepared(table).cast
        rolled = {"traits": ""} if action == "read" else {}
        before = Table.objects.get(scene=table.scene)
        begin(table, cast.player, cast.heroine, cast.warden, influence=action, **rolled)
        rule(table, cast.warden, resolve=3)
        table.roll(cast.player, cast.heroine, 2)
        again = moves.StartInfluence("Once more", action, key_of(cast.heroine), (key_of(cast.warden),))
        assert refused(table, cast.player, again) == "resisted"
        begin(table, cast.player, cast.heroine, cast.duelist, influence=action, **rolled)
        begin(table, cast.storyteller, cast.heroine, cast.warden, influence=action, **rolled)
        table.act(cast.storyteller, moves.Rewind(before.storyteller_count + 1))
        table.act(cast.player, again)

    def test_it_is_remembered_in_the_next_scene_unless_it_is_tried_afresh(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        self.fail(table, "threaten")
        later = Scene.objects.create(episode=cast.scene.episode, title="On the other bank", position=7)
        table.scene = Scene.objects.select_related("episode__story__series").get(pk=later.pk)
        table.act(cast.storyteller, moves.ShowCharacter(key_of(cast.warden), True))
        begin(table, cast.player, cast.heroine, cast.warden, influence="threaten")
        rule(table, cast.warden)
        assert "needs more than before" in str(table.task.verdict)
        table.act(cast.storyteller, moves.TryAgain(table.task.id, waive=True))
        rule(table, cast.warden)
        assert table.task.is_open

    def test_of_a_hidden_target_nothing_is_remembered(self, table: TaskTable) -> None:
        cast = prepared(table).cast
        write(cast.lurker, intimacies=INTIMACIES, willpower__current=3)
        begin(table, cast.storyteller, cast.heroine, cast.lurker)
        rule(table, cast.lurker)
        table.roll(cast.player, cast.heroine, 2)
        assert table.state.work.resisted == ()
