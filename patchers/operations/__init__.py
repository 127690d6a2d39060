"""What each operation does to a tree; all that needs libcst stands here and in `compose`.

An operation looks for its place, takes it (`claims`), and notes what becomes of it (`changes`);
the tree itself is changed once, when all edits of the file are noted.
"""
