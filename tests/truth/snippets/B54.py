from vllm import SamplingParams
def ok(n):
    try: SamplingParams(n=n); return True
    except ValueError: return False
