"""What is hidden of a task stays hidden in what is pushed, through the real sockets."""

import pytest
from asgiref.sync import sync_to_async

from campaigns.core.seats import get_seat
from play.commands import moves
from play.models import Table
from play.table.seat_log import count_entries
from rules import SYSTEMS
from tests.cast import SECRET
from tests.conftest import LIVE, SignIn
from tests.play.tasking import key_of, open_table
from tests.play.test_sockets import Browser

pytestmark = LIVE


@pytest.mark.parametrize("system", sorted(SYSTEMS))
async def test_no_pushed_frame_carries_what_is_hidden_of_tasks(system: str, sign_in: SignIn) -> None:
    table = await sync_to_async(open_table)(system)
    cast = table.cast

    async def sit(name: str) -> Browser:
        client = await sync_to_async(sign_in)(getattr(cast, name))
        return await Browser(client, f"/ws/scenes/{table.scene.pk}/").connect()

    seats = {name: await sit(name) for name in ("storyteller", "player", "rival", "spectator")}

    def play() -> None:
        lurker = key_of(cast.lurker)
        table.set_task(title=f"Ambush {SECRET}", character=lurker)
        table.roll(cast.storyteller, cast.lurker)
        table.set_task(title="Chase", action="contested", against=lurker)
        table.roll(cast.storyteller, cast.lurker)
        table.act(cast.storyteller, moves.EndTask(table.task.id))
        table.say(cast.storyteller, f"/gmr 5 # {SECRET}")
        table.say(cast.storyteller, f"/w st {SECRET}")
        hides = system.startswith("exalted")
        table.set_task(title="The lock", difficulty=9, hidden=hides)
        table.roll(cast.player, cast.heroine)
        table.say(cast.player, "Done.")

    def shown(name: str) -> int:
        seat = get_seat(cast.membership(getattr(cast, name)))
        return count_entries(Table.objects.get(scene=table.scene), seat)

    await sync_to_async(play)()
    for name, browser in seats.items():
        await browser.hear_until(await sync_to_async(shown)(name))
        text = browser.text()
        assert (SECRET in text) == (name == "storyteller")
        if system.startswith("exalted"):
            assert ("difficulty 9" in text) == (name == "storyteller")
        await browser.link.disconnect()
