"""The attack: its ten steps (`steps`), and the figures that a battle brings to them (`figures`)."""
