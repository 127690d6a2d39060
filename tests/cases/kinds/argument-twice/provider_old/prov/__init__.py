"""A small renderer."""
