from vllm import LLM


def embed(prompts):
    llm = LLM(model="tiny")
    return llm.encode(prompts)
