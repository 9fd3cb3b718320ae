"""What the book calls actions outside combat, and how every roll is counted."""
