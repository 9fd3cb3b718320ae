"""The state of a battle: combatants with their derived numbers and live values, the attack in the making, prompts."""
