"""Sessions at real dates, and working time."""
