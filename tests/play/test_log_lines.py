"""Lines of a log as pages beside the table show them, and dice in words."""

from campaigns.core.mentions import NO_NAMES
from play.html.log import draw_lines
from play.table.lines import dice_words
from tests.play.fixtures import sample_log


def test_more_ones_than_successes_are_none_and_never_less() -> None:
    assert dice_words([(1, -1, "one", "pool"), (4, 0, "miss", "pool")]) == "2 dice: 1, 4. 0 successes."


def test_each_line_of_a_log_can_be_led_to_though_it_stands_within_an_exchange() -> None:
    lines = sample_log()
    plain = draw_lines(lines, NO_NAMES)
    assert len(plain) < len(lines)
    for line in lines:
        drawn = "".join(draw_lines(lines, NO_NAMES, found=line.count))
        assert drawn.count("is-found") == 1
        assert drawn.count(f'id="entry-{line.count}"') == 1
    assert "is-found" not in "".join(plain)
