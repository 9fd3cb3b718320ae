"""Marks that stand in drawn forms for what is not drawn: the viewer's token, a fresh command id, the table's number."""

import secrets

ANY_MARK = secrets.token_hex(16)
"""What every mark begins with."""
CSRF_MARK = f"{ANY_MARK}1"
COMMAND_MARK = f"{ANY_MARK}2"
NUMBER_MARK = f"{ANY_MARK}3"
