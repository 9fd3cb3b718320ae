"""The embedded server, killed as by a power cut in the middle of play: what it has acknowledged is on disk."""

from deploy.processes import Embedded
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.recovery import recovery
from tests.shared.test_faults import assert_nothing_is_lost


def test_an_embedded_server_killed_in_mid_burst_loses_nothing(embedded: Embedded, small_stage: Stage) -> None:
    scene = small_stage.new_scene()
    browsers = [small_stage.watch(name, embedded, scene).wait_for(1) for name in ("petra", "mira", "aino")]
    burst = Burst(list(small_stage.people.values())[:3], [embedded], scene, 50)
    for acknowledged in (10, 30):
        burst.when(acknowledged, embedded.kill)
        embedded.start()
    with recovery("all that was clicked meanwhile, after the embedded server was killed and back", 10):
        burst.finish()
    assert len(burst.acknowledged) == 50
    assert burst.failures == []
    assert_nothing_is_lost(burst, small_stage, scene, browsers, within=3)
    assert all(browser.connects > 1 for browser in browsers)
