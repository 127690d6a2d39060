EXTRA = {"spec_module_path": "vllm.v1.kv_offload.spec", "spec_name": "OffloadingSpec"}
