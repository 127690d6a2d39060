def tail(coordinator, hashes, limit):
    _, n = coordinator.find_longest_cache_hit(hashes, limit)
    return n
