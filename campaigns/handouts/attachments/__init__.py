"""Attachments of a series: pictures and files."""
