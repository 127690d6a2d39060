"""Find what drifted between a consumer and the provider it leans on."""

__version__ = "0.1.0"
