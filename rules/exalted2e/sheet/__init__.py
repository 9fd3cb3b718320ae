"""A character's sheet: its shape, its equipment, ready-made characters, the editing page, what follows from it."""
