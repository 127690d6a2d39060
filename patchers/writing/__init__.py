"""All that writes to a consumer: patches in place, with a way back, or a patched copy."""

from .overlay import Overlay, write_overlay

__all__ = ["Overlay", "write_overlay"]
