"""What each seat could do now: the offers that every screen is drawn from."""
