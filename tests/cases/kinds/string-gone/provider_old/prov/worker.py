class Worker:
    rank = 0


class TpuWorker(Worker):
    rank = 1
