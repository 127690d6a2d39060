from vllm.utils import FlexibleArgumentParser, get_tcp_uri


def address(args):
    return get_tcp_uri("localhost", 8000), FlexibleArgumentParser()
