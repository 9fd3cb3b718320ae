"""The state of a battle: combatants with derived numbers and live values, the current attack, prompts."""
