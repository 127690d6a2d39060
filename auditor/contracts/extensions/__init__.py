"""griffe extensions: each adds to a visited module what griffe itself does not see.

Only `static.read_module` imports them, since they need griffe loaded.
"""
