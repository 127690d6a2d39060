from vllm.config import CompilationLevel


def is_compiled(vllm_config):
    return vllm_config.compilation_config.level != CompilationLevel.NO_COMPILATION
