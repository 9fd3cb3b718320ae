"""What every matter of the record builds on."""
