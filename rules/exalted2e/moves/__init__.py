"""The moves: what a person may ask for in a battle."""
