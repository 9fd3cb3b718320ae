"""In the demo the seats of running fights play themselves, and some of them leave a visitor something to answer."""

from campaigns.models import Series
from config.demo import SYSTEM, load_demo
from play.models import Table
from play.table.newest import load_state
from play.table.playing import find_playing
from rules import get_system


def test_everyone_in_a_fight_of_the_demo_plays_by_itself_but_those_who_wait_for_the_visitor(db: None) -> None:
    load_demo(lively=True)
    for series in Series.objects.all():
        system = get_system(series.system)
        for table in Table.objects.filter(scene__episode__story__series=series):
            state = load_state(system, table)
            if state.battle is None:
                assert state.playing == ()
                continue
            assert find_playing(state.playing, None), "the Storyteller's own part"
            left = [one.id for one in state.battle.combatants if not find_playing(state.playing, one)]
            asked = {prompt.who for prompt in system.battle.prompts(state.battle)}
            assert not left if series.system == SYSTEM else 0 < len(left) < len(state.battle.combatants)
            assert asked <= set(left) or series.system == SYSTEM


def test_a_demo_that_is_loaded_for_tests_stands_still(db: None) -> None:
    load_demo()
    for series in Series.objects.all():
        for table in Table.objects.filter(scene__episode__story__series=series):
            assert load_state(get_system(series.system), table).playing == ()
