# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def count(path, output_path, tokens):
    if path.exists():
        raise FileExistsError(path)
    return tokens.save(output_path)
