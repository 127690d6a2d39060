"""A small zoo of models."""
