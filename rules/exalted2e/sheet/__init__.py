"""The character sheet: fields, equipment, ready-made characters, editing page, derived values."""
