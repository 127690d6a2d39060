"""A small model library."""
