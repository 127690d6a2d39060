from vllm.model_executor.layers.vocab_parallel_embedding import VocabParallelEmbedding


@VocabParallelEmbedding.register_oot
class NpuVocabParallelEmbedding(VocabParallelEmbedding):
    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        params_dtype=None,
        org_num_embeddings=None,
        padding_size=64,
        quant_config=None,
        prefix="",
    ):
        self.rows = num_embeddings
        super().__init__(
            num_embeddings,
            embedding_dim,
            params_dtype,
            org_num_embeddings,
            padding_size,
            quant_config,
            prefix,
        )
