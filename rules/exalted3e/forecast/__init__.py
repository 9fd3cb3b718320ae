"""Forecasts of Exalted, Third Edition."""
