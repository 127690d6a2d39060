try:
    from vllm.config import CompilationMode
except ImportError:
    from vllm.config import CompilationLevel as CompilationMode


def is_compiled(mode):
    return mode is not None and isinstance(mode, (int, CompilationMode))
