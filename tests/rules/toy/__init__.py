"""A fifth system, whole: flip coins, the most heads win. It shows what a system must bring, and nothing more."""
