"""What each seat may do now, as forms; impossible offers are greyed with the reason."""
