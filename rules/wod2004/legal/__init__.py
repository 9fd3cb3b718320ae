"""What a seat may do now: moves with their forms, and greyed ones with the reason."""
