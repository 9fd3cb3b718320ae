"""What one seat may see: the board, the ladder, the log. Everything here is an allow-list."""
