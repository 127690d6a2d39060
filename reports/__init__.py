"""Scans as people and machines want to read them."""
