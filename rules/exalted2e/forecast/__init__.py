"""Forecasts of whole fights: the simulator, and its tactics as moves of the real battle."""
