from vllm.utils import get_open_port


def address():
    return f"localhost:{get_open_port()}"
