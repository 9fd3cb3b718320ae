"""The services write the record. Each checks permission, locks the rows, and changes them."""

from campaigns.services.boundaries import add_boundary, read_boundaries
from campaigns.services.characters import (
    Imported,
    assign_owner,
    copy_as_extra,
    create_character,
    edit_character,
    find_foe,
    import_character,
    remove_character,
)
from campaigns.services.chronicle import list_places, move_part, place_part, set_open
from campaigns.services.creation import settle
from campaigns.services.heroes import take_hero
from campaigns.services.members import (
    change_role,
    create_invite,
    hand_over,
    join_series,
    leave_series,
    remove_member,
    revoke_invite,
)
from campaigns.services.next_scene import NextScene, go_on, list_planned
from campaigns.services.parts import is_empty
from campaigns.services.portraits import remove_portrait, set_portrait
from campaigns.services.recaps import close_public_page, open_public_page, show_cast
from campaigns.services.removal import remove_series
from campaigns.services.sent_forms import is_sent, run_once
from campaigns.services.series import begin_series, create_series, end_start
from campaigns.services.sessions import (
    answer_dates,
    end_feed,
    fix_date,
    keep_attendance,
    remove_date,
    renew_feed,
)
from campaigns.services.sheet_changes import undo_change
from campaigns.services.story_end import end_story
from campaigns.services.threads import fill_clock, resolve_thread

__all__ = [
    "Imported",
    "NextScene",
    "add_boundary",
    "answer_dates",
    "assign_owner",
    "begin_series",
    "change_role",
    "close_public_page",
    "copy_as_extra",
    "create_character",
    "create_invite",
    "create_series",
    "edit_character",
    "end_feed",
    "end_start",
    "end_story",
    "fill_clock",
    "find_foe",
    "fix_date",
    "go_on",
    "hand_over",
    "import_character",
    "is_empty",
    "is_sent",
    "join_series",
    "keep_attendance",
    "leave_series",
    "list_places",
    "list_planned",
    "move_part",
    "open_public_page",
    "place_part",
    "read_boundaries",
    "remove_character",
    "remove_date",
    "remove_member",
    "remove_portrait",
    "remove_series",
    "renew_feed",
    "resolve_thread",
    "revoke_invite",
    "run_once",
    "set_open",
    "set_portrait",
    "settle",
    "show_cast",
    "take_hero",
    "undo_change",
]
