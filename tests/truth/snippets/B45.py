def hit(mgr, req):
    blocks, n = mgr.get_computed_blocks(req)
    return n
