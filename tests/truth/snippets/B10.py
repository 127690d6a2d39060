def fetch(ex):
    return ex.collective_rpc("grab", unique_reply_rank=0)[0]
