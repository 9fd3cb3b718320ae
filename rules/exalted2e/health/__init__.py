"""Bodies: the health track and its marks, healing, fatigue and hardship, motes and Willpower (chapters 16 to 18)."""
