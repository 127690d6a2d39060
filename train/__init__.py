"""Draft models, trained from captured hidden states."""
