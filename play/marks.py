"""Marks that stand in drawn forms for what is not drawn: the viewer's token, a fresh command id, the table's number."""

import secrets

CSRF_MARK = secrets.token_hex(16)
COMMAND_MARK = secrets.token_hex(16)
NUMBER_MARK = secrets.token_hex(16)
