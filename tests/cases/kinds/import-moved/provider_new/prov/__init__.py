"""A small serving engine."""
