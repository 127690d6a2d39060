"""All that writes to a consumer: patches in place, with a way back, or a patched copy."""

from .apply import Applied, apply
from .journal import Application, State, usual_state
from .overlay import Overlay, write_overlay
from .plan import WritingPlan, plan_writing
from .undo import Undone, applications, forget, undo

__all__ = [
    "Application",
    "Applied",
    "Overlay",
    "State",
    "Undone",
    "WritingPlan",
    "applications",
    "apply",
    "forget",
    "plan_writing",
    "undo",
    "usual_state",
    "write_overlay",
]
