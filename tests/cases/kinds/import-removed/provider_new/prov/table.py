"""Operators, made from a table."""

import operator

for _name in ("add", "sub"):
    globals()[_name] = getattr(operator, _name)
