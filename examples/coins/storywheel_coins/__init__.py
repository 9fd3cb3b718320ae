"""A whole game in a package of its own: flip coins, the most heads win. It shows what a game must bring."""
