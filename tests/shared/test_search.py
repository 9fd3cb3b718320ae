"""The search on PostgreSQL, with what one process has just written found by another, and whispers by nobody else."""

from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import Person


def test_what_was_said_at_one_process_is_found_at_another(server: SharedServer, stage: Stage) -> None:
    petra, mira, (one, other) = stage.people["petra"], stage.people["mira"], server.webs
    scene = stage.new_scene()
    petra.say(one, scene, "The quicksilver heron waits.")
    petra.act(one, scene, 0, {"move": "Say", "text": "The quicksilver is false.", "to": "storyteller"})

    def find(who: Person, words: str) -> int:
        answer = who.ask(other, "GET", f"/series/1/search/?q={words}")
        assert answer.status == 200
        return answer.text.count("<mark>")

    words = ("quicksilver", "HER%C3%94", "waits+quicksilver+heron", "'%22%26%7C!:*")
    assert [find(mira, word) for word in words] == [1, 1, 3, 0]
    assert [find(mira, "false"), find(petra, "false"), find(petra, "quicksilver")] == [0, 1, 2]
