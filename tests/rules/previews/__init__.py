"""The law of previews (2E-665): what is told before a move is what comes of every throw of its dice.

Random sheets and situations of each game, surprise, cover and flurries among them. Each is weighed, and then decided
with every way in which its dice can fall, by the moves that the table would take: no rule is written here again.
"""
