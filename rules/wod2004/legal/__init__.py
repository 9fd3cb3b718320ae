"""What a seat may do now: the moves with their forms, and the greyed ones with the reason."""
