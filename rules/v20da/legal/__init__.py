"""What each seat may do now, as forms; what it would look for and cannot do, greyed with the reason."""
