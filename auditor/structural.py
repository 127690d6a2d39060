from __future__ import annotations
def structural_cases(now, before, pairings):
    return []
