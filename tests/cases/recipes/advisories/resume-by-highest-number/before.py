# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def latest(folders):
    last = -1
    for folder in folders:
        last = max(last, int(folder.name))
    return last
