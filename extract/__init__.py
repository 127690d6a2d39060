"""Hidden states of a target model, captured through the provider's own engine."""
