"""What one seat may see: the board and the log."""
