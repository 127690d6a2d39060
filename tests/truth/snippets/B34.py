import vllm.envs as envs


def generation():
    return "v1" if envs.VLLM_USE_V1 else "v0"
