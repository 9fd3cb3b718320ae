"""The table as facts: JSON for one seat, from which a page draws itself. No page is drawn here."""
