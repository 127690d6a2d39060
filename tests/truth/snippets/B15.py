from vllm.utils.argparse_utils import FlexibleArgumentParser


def parser():
    return FlexibleArgumentParser(description="serve")
