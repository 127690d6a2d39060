"""The scans that the goldens are made from: many findings, the same mended, none, hostile ones."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent

from drift_audit.auditor.model import (
    Aside,
    Confidence,
    Consumer,
    Coverage,
    Evidence,
    Finding,
    FixReport,
    FixStanding,
    ProviderReport,
    Scan,
    SetAside,
    Severity,
    Skipped,
    Span,
    Unjudged,
)

GENERATOR = "speculators/data_generation/vllm_hidden_states_generator.py"
WORKER = "speculators/data_generation/custom_worker.py"
FOUND = (Evidence.BASELINE, Evidence.STATIC)
WITNESSED = (*FOUND, Evidence.RUNTIME, Evidence.WITNESS)


def _excerpt(first: int, blanks: int, text: str) -> tuple[tuple[int, str], ...]:
    """Numbered lines, `blanks` columns in."""
    shifted = indent(text.strip("\n"), " " * blanks).split("\n")
    return tuple(enumerate(shifted, start=first))


def _at(line: int, column: int, end_column: int, *, end_line: int = 0, path: str = GENERATOR) -> Span:
    return Span(
        path=path, line=line, column=column, end_line=end_line or line, end_column=end_column
    )


SCHEDULER_CONFIG_BEFORE = (
    "SchedulerConfig(runner_type: RunnerType = 'generate', max_num_batched_tokens: int = None, "
    "max_num_seqs: int = None, max_model_len: int = None, max_num_partial_prefills: int = 1, "
    "max_long_partial_prefills: int = 1, long_prefill_token_threshold: int = 0, "
    "num_lookahead_slots: int = 0, cuda_graph_sizes: list[int] = field(default_factory=list), "
    "enable_chunked_prefill: bool = None, is_multimodal_model: bool = False, "
    "send_delta_data: bool = False, policy: SchedulerPolicy = 'fcfs', "
    "disable_chunked_mm_input: bool = False, "
    "scheduler_cls: Union[str, type[object]] = 'vllm.core.scheduler.Scheduler', "
    "disable_hybrid_kv_cache_manager: bool = False, async_scheduling: bool = False)"
)
SCHEDULER_CONFIG_NOW = (
    "SchedulerConfig(max_model_len: InitVar[int], is_encoder_decoder: InitVar[bool], "
    "runner_type: RunnerType = 'generate', max_num_batched_tokens: int = 2048, "
    "max_num_scheduled_tokens: int | None = None, max_num_seqs: int = 128, "
    "max_num_partial_prefills: int = 1, max_long_partial_prefills: int = 1, "
    "long_prefill_token_threshold: int = 0, enable_chunked_prefill: bool = True, "
    "is_multimodal_model: bool = False, policy: SchedulerPolicy = 'fcfs', "
    "disable_chunked_mm_input: bool = False, scheduler_cls: str | type[object] | None = None, "
    "disable_hybrid_kv_cache_manager: bool | None = None, async_scheduling: bool | None = None, "
    "stream_interval: int = 1)"
)
REQUEST_BEFORE = (
    "Request(self, request_id: str, prompt_token_ids: Optional[list[int]], "
    "sampling_params: Optional[SamplingParams], pooling_params: Optional[PoolingParams], "
    "eos_token_id: Optional[int], client_index: int = 0, arrival_time: Optional[float] = None, "
    "prompt_embeds: Optional[torch.Tensor] = None, "
    "mm_features: Optional[list[MultiModalFeatureSpec]] = None, "
    "lora_request: Optional['LoRARequest'] = None, "
    "structured_output_request: Optional['StructuredOutputRequest'] = None, "
    "cache_salt: Optional[str] = None, priority: int = 0, "
    "trace_headers: Optional[Mapping[str, str]] = None, "
    "block_hasher: Optional[Callable[['Request'], list['BlockHash']]] = None) -> None"
)
REQUEST_NOW = (
    "Request(self, request_id: str, prompt_token_ids: list[int] | None, "
    "sampling_params: SamplingParams | None, pooling_params: PoolingParams | None, "
    "client_index: int = 0, arrival_time: float | None = None, "
    "prompt_embeds: torch.Tensor | None = None, "
    "mm_features: list[MultiModalFeatureSpec] | None = None, "
    "lora_request: 'LoRARequest | None' = None, cache_salt: str | None = None, "
    "priority: int = 0, trace_headers: Mapping[str, str] | None = None, "
    "block_hasher: Callable[['Request'], list['BlockHash']] | None = None, "
    "resumable: bool = False, reasoning_ended: bool | None = None) -> None"
)


def _silent() -> tuple[Finding, ...]:
    return (
        Finding(
            kind="default-flipped",
            severity=Severity.SILENT,
            confidence=Confidence.CONFIRMED,
            span=_at(194, 30, 14, end_line=198),
            symbol="vllm.config.SchedulerConfig",
            provider="vllm",
            message=(
                "`enable_chunked_prefill` is left out here, and its default went from `None` to "
                "`True`: long prompts are now split over several scheduler steps, and what this "
                "loop reads after the first step is cut short."
            ),
            before=SCHEDULER_CONFIG_BEFORE,
            now=SCHEDULER_CONFIG_NOW,
            advice="Pass `enable_chunked_prefill=False`, the value that the baseline had.",
            evidence=(*FOUND, Evidence.RUNTIME, Evidence.CALLERS, Evidence.RECIPE),
            parameter="enable_chunked_prefill",
            recipe="chunked-prefill-default",
            defined_at="vllm/config/scheduler.py:26",
            context=_excerpt(
                192,
                12,
                """
    worker_extension_cls="speculators.data_generation.custom_worker.HiddenStatesWorkerExtension",
),
scheduler_config=SchedulerConfig(
    max_num_seqs=max_num_seqs,
    max_model_len=max_model_len,
    max_num_batched_tokens=max_num_batched_tokens,
),
device_config=DeviceConfig(),
""",
            ),
            fingerprint="0c4b1f6a9d2e",
            first_bad="0.11.1",
        ),
    )


def _constructors() -> tuple[Finding, ...]:
    call = _excerpt(
        146,
        8,
        """
)

self.scheduler = Scheduler(
    vllm_config=self.vllm_config,
    kv_cache_config=kv_cache_config,
    structured_output_manager=structured_output_manager,
)
""",
    )
    return (
        Finding(
            kind="argument-required",
            severity=Severity.BREAKS,
            confidence=Confidence.CONFIRMED,
            span=_at(148, 26, 10, end_line=152),
            symbol="vllm.v1.core.sched.scheduler.Scheduler",
            provider="vllm",
            message="`Scheduler()` now needs `block_size`, which this call does not pass.",
            before=(
                "Scheduler(self, vllm_config: VllmConfig, kv_cache_config: KVCacheConfig, "
                "structured_output_manager: StructuredOutputManager, mm_registry: "
                "MultiModalRegistry = MULTIMODAL_REGISTRY, include_finished_set: bool = False, "
                "log_stats: bool = False) -> None"
            ),
            now=(
                "Scheduler(self, vllm_config: VllmConfig, kv_cache_config: KVCacheConfig, "
                "structured_output_manager: StructuredOutputManager, block_size: int, mm_registry: "
                "MultiModalRegistry = MULTIMODAL_REGISTRY, include_finished_set: bool = False, "
                "log_stats: bool = False) -> None"
            ),
            advice=(
                "Pass `block_size=self.vllm_config.cache_config.block_size`: the engine itself "
                "does so in `vllm/v1/engine/core.py`."
            ),
            evidence=(*WITNESSED, Evidence.CALLERS),
            parameter="block_size",
            defined_at="vllm/v1/core/sched/scheduler.py:64",
            context=call,
            fingerprint="5f1d7a22c0b9",
            first_bad="0.11.1",
        ),
        Finding(
            kind="argument-required",
            severity=Severity.BREAKS,
            confidence=Confidence.CONFIRMED,
            span=_at(194, 30, 14, end_line=198),
            symbol="vllm.config.SchedulerConfig",
            provider="vllm",
            message="`SchedulerConfig()` now needs `is_encoder_decoder`, which this call does not pass.",
            before=SCHEDULER_CONFIG_BEFORE,
            now=SCHEDULER_CONFIG_NOW,
            advice="Pass `is_encoder_decoder=False`, or what the model's configuration says.",
            evidence=WITNESSED,
            parameter="is_encoder_decoder",
            defined_at="vllm/config/scheduler.py:26",
            context=_excerpt(
                193,
                12,
                """
),
scheduler_config=SchedulerConfig(
    max_num_seqs=max_num_seqs,
    max_model_len=max_model_len,
    max_num_batched_tokens=max_num_batched_tokens,
),
""",
            ),
            fingerprint="b81e44d03f7c",
            first_bad="0.12.0",
        ),
    )


def _keywords() -> tuple[Finding, ...]:
    return (
        Finding(
            kind="keyword-removed",
            severity=Severity.BREAKS,
            confidence=Confidence.CONFIRMED,
            span=_at(139, 13, 41),
            symbol="vllm.v1.core.kv_cache_utils.get_kv_cache_config_from_groups",
            provider="vllm",
            message="`get_kv_cache_config_from_groups()` no longer takes `kv_cache_specs`.",
            before=(
                "get_kv_cache_config_from_groups(vllm_config: VllmConfig, kv_cache_groups: "
                "list[KVCacheGroupSpec], kv_cache_specs: dict[str, KVCacheSpec], "
                "available_memory: int) -> KVCacheConfig"
            ),
            now=(
                "get_kv_cache_config_from_groups(vllm_config: VllmConfig, kv_cache_groups: "
                "list[KVCacheGroupSpec], available_memory: int) -> KVCacheConfig"
            ),
            advice="Delete the keyword `kv_cache_specs`; the groups carry the specs now.",
            evidence=WITNESSED,
            parameter="kv_cache_specs",
            defined_at="vllm/v1/core/kv_cache_utils.py:1076",
            context=_excerpt(
                136,
                8,
                """
kv_cache_config = get_kv_cache_config_from_groups(
    vllm_config=self.vllm_config,
    kv_cache_groups=kv_cache_groups,
    kv_cache_specs=kv_cache_spec,
    available_memory=cache_memory,
)
""",
            ),
            fingerprint="93c7e0ab1d55",
            first_bad="0.12.0",
        ),
        Finding(
            kind="keyword-removed",
            severity=Severity.BREAKS,
            confidence=Confidence.CONFIRMED,
            span=_at(241, 17, 59),
            symbol="vllm.v1.request.Request",
            provider="vllm",
            message="`Request()` no longer takes `eos_token_id`.",
            before=REQUEST_BEFORE,
            now=REQUEST_NOW,
            advice=(
                "Delete the keyword `eos_token_id`. Up to 0.16.0 it is required: keep it behind a "
                "version test if both must work."
            ),
            evidence=WITNESSED,
            parameter="eos_token_id",
            defined_at="vllm/v1/request.py:60",
            context=_excerpt(
                234,
                12,
                """
req = Request(
    request_id=f"req_{self._request_counter}_{i}",
    prompt_token_ids=ids_list,
    sampling_params=SamplingParams(
        max_tokens=MAX_DECODE_TOKENS, temperature=SAMPLING_TEMPERATURE
    ),
    pooling_params=None,
    eos_token_id=self.tokenizer.eos_token_id,
    arrival_time=INITIAL_ARRIVAL_TIME,
)
""",
            ),
            fingerprint="e2a90c6641fd",
            first_bad="0.17.0",
        ),
    )


def _protocols() -> tuple[Finding, ...]:
    return (
        Finding(
            kind="return-changed",
            severity=Severity.BREAKS,
            confidence=Confidence.LIKELY,
            span=_at(271, 29, 52),
            symbol="vllm.v1.executor.multiproc_executor.MultiprocExecutor.collective_rpc",
            provider="vllm",
            message=(
                "With `unique_reply_rank` given, `collective_rpc()` returns the reply itself and "
                "no longer a list of one: `[0]` takes the first tensor of the reply."
            ),
            before="a list of one reply: [result]",
            now="the reply itself: responses[0]",
            advice="Drop the `[0]` where `unique_reply_rank` is passed.",
            evidence=(Evidence.BASELINE, Evidence.STATIC, Evidence.BODY),
            parameter="unique_reply_rank",
            defined_at="vllm/v1/executor/multiproc_executor.py:317",
            context=_excerpt(
                266,
                8,
                """
# Get captured states from driver worker
captured_states_list = self.executor.collective_rpc(
    "_get_captured_states",
    unique_reply_rank=0,
)
aux_hidden_states = captured_states_list[0]

if not aux_hidden_states:
    raise RuntimeError("Failed to capture hidden states from worker")
""",
            ),
            fingerprint="47aa3e915b08",
            first_bad="0.11.1",
        ),
        Finding(
            kind="call-unpaired",
            severity=Severity.BREAKS,
            confidence=Confidence.CONFIRMED,
            span=_at(261, 13, 58),
            symbol="vllm.v1.executor.abstract.Executor.execute_model",
            provider="vllm",
            message=(
                "`execute_model()` may now answer None; `sample_tokens()` must then follow before "
                "the next step, and nothing here calls it."
            ),
            before="execute_model(self, scheduler_output: SchedulerOutput, non_block: bool = False) -> ModelRunnerOutput",
            now="execute_model(self, scheduler_output: SchedulerOutput, non_block: bool = False) -> ModelRunnerOutput | None",
            advice="Call `self.executor.sample_tokens(None)` where `execute_model()` gives None.",
            evidence=(*FOUND, Evidence.CALLERS, Evidence.RECIPE),
            recipe="execute-model-sample-tokens",
            defined_at="vllm/v1/executor/abstract.py:210",
            context=_excerpt(
                259,
                12,
                """
)

self.executor.execute_model(scheduler_output)

for req_id in scheduler_output.num_scheduled_tokens:
""",
            ),
            fingerprint="d06f5c1b72e4",
            first_bad="0.11.1",
        ),
        Finding(
            kind="default-flipped",
            severity=Severity.BREAKS,
            confidence=Confidence.LIKELY,
            span=_at(166, 24, 10, end_line=169),
            symbol="vllm.config.CacheConfig",
            provider="vllm",
            message=(
                "`enable_prefix_caching` is left out here, and its default went from `None` to "
                "`True`: blocks of prompts without hashes are refused."
            ),
            before="enable_prefix_caching: bool | None = None",
            now="enable_prefix_caching: bool = True",
            advice="Pass `enable_prefix_caching=False`.",
            evidence=FOUND,
            parameter="enable_prefix_caching",
            defined_at="vllm/config/cache.py:39",
            context=_excerpt(
                165,
                8,
                '''
"""Create VllmConfig with hidden states worker extension"""
cache_config = CacheConfig(
    block_size=VLLM_BLOCK_SIZE,
    gpu_memory_utilization=gpu_memory_utilization,
)
''',
            ),
            fingerprint="1b6d08f3ce97",
            first_bad="0.12.0",
        ),
    )


def _worker() -> tuple[Finding, ...]:
    head = _excerpt(
        17,
        0,
        """
def _patched_forward(
    self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None
):
""",
    )
    return (
        Finding(
            kind="attribute-vanished",
            severity=Severity.BREAKS,
            confidence=Confidence.LIKELY,
            span=_at(30, 18, 43, path=WORKER),
            symbol="vllm.model_executor.models.llama.LlamaModel.get_input_embeddings",
            provider="vllm",
            message=(
                "The models that `_patched_forward` is bound onto no longer have "
                "`get_input_embeddings`; 41 of 43 lost it, `LlamaModel` among them."
            ),
            before="get_input_embeddings(self, input_ids: torch.Tensor) -> torch.Tensor",
            now="",
            advice="Call `self.embed_input_ids(input_ids)`: it took over body and annotation.",
            evidence=(*FOUND, Evidence.CANDIDATES, Evidence.BODY),
            context=_excerpt(
                26,
                4,
                """
if get_pp_group().is_first_rank:
    hidden_states = (
        inputs_embeds
        if inputs_embeds is not None
        else self.get_input_embeddings(input_ids)
    )
    residual = None
""",
            ),
            fingerprint="a4573d9e20c1",
            first_bad="0.11.1",
        ),
        Finding(
            kind="override-narrower",
            severity=Severity.RISK,
            confidence=Confidence.LIKELY,
            span=_at(17, 5, 21, path=WORKER),
            symbol="vllm.model_executor.models.qwen3_vl.Qwen3LLMModel.forward",
            provider="vllm",
            message=(
                "`_patched_forward` replaces `forward` and does not take "
                "`deepstack_input_embeds`, which `Qwen3VLForConditionalGeneration` now passes."
            ),
            before=(
                "forward(self, input_ids: torch.Tensor, positions: torch.Tensor, "
                "intermediate_tensors: Optional[IntermediateTensors] = None, "
                "inputs_embeds: Optional[torch.Tensor] = None) -> "
                "Union[torch.Tensor, IntermediateTensors]"
            ),
            now=(
                "forward(self, input_ids: torch.Tensor | None, positions: torch.Tensor, "
                "intermediate_tensors: IntermediateTensors | None = None, "
                "inputs_embeds: torch.Tensor | None = None, "
                "deepstack_input_embeds: IntermediateTensors | None = None) -> "
                "torch.Tensor | IntermediateTensors"
            ),
            advice="Take `**kwargs`, or `deepstack_input_embeds=None`, and hand it on.",
            evidence=(*FOUND, Evidence.CALLERS),
            parameter="deepstack_input_embeds",
            defined_at="vllm/model_executor/models/qwen3_vl.py:1244",
            context=head,
            families=(
                "CohereCompassForConditionalGeneration",
                "InternVLForConditionalGeneration",
                "KeyeVL2ForConditionalGeneration",
                "Qwen3VLForConditionalGeneration",
                "Qwen3VLMoeForConditionalGeneration",
                "Step3VLForConditionalGeneration",
                "Tarsier2ForConditionalGeneration",
            ),
            fingerprint="6c20f9b8d714",
            first_bad="0.12.0",
        ),
    )


def _others() -> tuple[Finding, ...]:
    return (
        Finding(
            kind="default-flipped",
            severity=Severity.RISK,
            confidence=Confidence.SUSPECTED,
            span=_at(194, 30, 14, end_line=198),
            symbol="vllm.config.SchedulerConfig",
            provider="vllm",
            message="`async_scheduling` is left out here, and its default went from `False` to `None`.",
            before="async_scheduling: bool = False",
            now="async_scheduling: bool | None = None",
            advice="Pass `async_scheduling=False` to keep what the baseline did.",
            evidence=FOUND,
            parameter="async_scheduling",
            defined_at="vllm/config/scheduler.py:26",
            fingerprint="f7d1a3085e6b",
            first_bad="0.14.0",
        ),
        Finding(
            kind="deprecated",
            severity=Severity.NOTE,
            confidence=Confidence.CONFIRMED,
            span=_at(164, 13, 57, path="speculators/convert/eagle/eagle3_converter.py"),
            symbol="transformers.LlamaConfig",
            provider="transformers",
            message="The keyword `torch_dtype` is deprecated; `dtype` takes its place.",
            advice="Pass `dtype=` once the oldest supported transformers has it.",
            evidence=(Evidence.STATIC, Evidence.DEPRECATION),
            parameter="torch_dtype",
            defined_at="transformers/configuration_utils.py:183",
            context=_excerpt(
                162,
                12,
                """
mlp_bias=eagle_config.get("mlp_bias", False),
tie_word_embeddings=False,
torch_dtype=eagle_config.get("torch_dtype"),
head_dim=eagle_config.get("head_dim"),
""",
            ),
            fingerprint="389be5c07a12",
        ),
    )


def drifted() -> Scan:
    """speculators 0.3.0 on vLLM 0.17.1: findings of every severity."""
    unjudged = (
        *(
            Unjudged(
                path=GENERATOR,
                line=line,
                text=text,
                reason="The receiver's class cannot be told.",
            )
            for line, text in (
                (143, "self.vllm_config.cache_config.num_gpu_blocks"),
                (228, "self.vllm_config.model_config.max_model_len"),
                (263, "scheduler_output.num_scheduled_tokens"),
            )
        ),
        *(
            Unjudged(
                path="speculators/train/trainer.py",
                line=line,
                text=text,
                reason="A star argument makes the later positions unknown.",
            )
            for line, text in ((88, "FSDP(*modules, **options)"), (131, "DataLoader(*parts)"))
        ),
        Unjudged(
            path="speculators/convert/eagle/utils.py",
            line=41,
            text='getattr(torch, name)("cpu")',
            reason="The attribute's name is computed.",
        ),
    )
    return Scan(
        tool_version="0.1.0",
        consumer=Consumer(
            name="speculators", version="0.3.0", source="speculators-0.3.0-py3-none-any.whl", files=42
        ),
        providers=(
            ProviderReport(
                name="vllm",
                distribution="vllm",
                version="0.17.1",
                source="index",
                baseline="0.11.0",
                baseline_source="the consumer's metadata: vllm==0.11.0; extra == 'datagen'",
                runtime="imported",
            ),
            ProviderReport(
                name="transformers",
                distribution="transformers",
                version="4.57.1",
                source="installed",
                baseline="4.57.1",
                baseline_source="the newest release in <4.57.2 on the day of the consumer's upload",
                runtime="imported",
            ),
            ProviderReport(
                name="torch",
                distribution="torch",
                version="2.9.0",
                source="installed",
                baseline="",
                baseline_source="",
                runtime="not imported: it took longer than 20 s",
            ),
        ),
        findings=(
            *_silent(),
            *_constructors(),
            *_keywords(),
            *_protocols(),
            *_worker(),
            *_others(),
        ),
        coverage=Coverage(
            uses=213,
            judged=207,
            unjudged=unjudged,
            skipped=(
                Skipped(path="speculators/train/legacy.py", reason="a syntax error in line 3"),
            ),
        ),
        notes=("The wheel of vllm 0.17.1 was read in parts: 38 of its 2,114 Python files.",),
        python="Python 3.11.7 at .venv/bin/python",
    )


def _diff(path: str, hunk: str) -> str:
    """A unified diff of one hunk, its lines without the margin of this file."""
    return f"--- a/{path}\n+++ b/{path}\n{hunk.lstrip(chr(10))}"


def _repaired() -> dict[str, FixReport]:
    """The fixes that were taken, by the findings' fingerprints."""
    return {
        "0c4b1f6a9d2e": FixReport(
            standing=FixStanding.REPAIRED,
            origin="chunked-prefill-default",
            applicability="safe",
            safety="A prompt that does not fit into a step waits for the next one, as in the baseline.",
            diff=_diff(
                GENERATOR,
                """
@@ -195,6 +195,7 @@
                 max_num_seqs=max_num_seqs,
                 max_model_len=max_model_len,
                 max_num_batched_tokens=max_num_batched_tokens,
+                enable_chunked_prefill=False,
             ),
             device_config=DeviceConfig(),
             load_config=LoadConfig(),
""",
            ),
        ),
        "93c7e0ab1d55": FixReport(
            standing=FixStanding.REPAIRED,
            origin="kv-cache-specs-dropped",
            applicability="safe",
            safety="Drops a value that the function takes from `kv_cache_groups` now.",
            diff=_diff(
                GENERATOR,
                """
@@ -136,7 +136,6 @@
         kv_cache_config = get_kv_cache_config_from_groups(
             vllm_config=self.vllm_config,
             kv_cache_groups=kv_cache_groups,
-            kv_cache_specs=kv_cache_spec,
             available_memory=cache_memory,
         )
 
""",
            ),
        ),
        "5f1d7a22c0b9": FixReport(
            standing=FixStanding.REPAIRED,
            origin="callers",
            applicability="unsafe",
            safety=(
                "passes what `vllm.v1.engine.core.EngineCore.__init__` passes there; it may not "
                "mean the same here"
            ),
            diff=_diff(
                GENERATOR,
                """
@@ -149,6 +149,7 @@
             vllm_config=self.vllm_config,
             kv_cache_config=kv_cache_config,
             structured_output_manager=structured_output_manager,
+            block_size=self.vllm_config.cache_config.block_size,
         )
 
     def _create_vllm_config(
""",
            ),
        ),
        "d06f5c1b72e4": FixReport(
            standing=FixStanding.REPAIRED,
            origin="execute-model-sample-tokens",
            applicability="safe",
            safety=(
                "Ends each step as the engine does; where `execute_model` gives a result, "
                "nothing changes."
            ),
            diff=_diff(
                GENERATOR,
                """
@@ -258,7 +258,9 @@
                 break
             )
 
-            self.executor.execute_model(scheduler_output)
+            (
+                self.executor.execute_model(scheduler_output) or self.executor.sample_tokens(None)
+            )
 
             for req_id in scheduler_output.num_scheduled_tokens:
                 self.requests[req_id].num_computed_tokens += 1
@@ -281,4 +283,4 @@
         return aux_hidden_states
 
 
-__all__ = ["VllmHiddenStatesGenerator"]
\\ No newline at end of file
+__all__ = ["VllmHiddenStatesGenerator"]
""",
            ),
        ),
        "1b6d08f3ce97": FixReport(
            standing=FixStanding.REPAIRED,
            origin="prefix-caching-default",
            applicability="safe",
            safety="Every prompt is computed whole, as in the baseline.",
            diff=_diff(
                GENERATOR,
                """
@@ -166,4 +166,5 @@
         cache_config = CacheConfig(
             block_size=VLLM_BLOCK_SIZE,
             gpu_memory_utilization=gpu_memory_utilization,
+            enable_prefix_caching=False,
         )
""",
            ),
        ),
    }


def _unrepaired() -> dict[str, FixReport]:
    """The fixes that were not, likewise."""
    return {
        "b81e44d03f7c": FixReport(
            standing=FixStanding.REJECTED,
            origin="scheduler-config-encoder-decoder",
            applicability="unsafe",
            safety=(
                "Says that the model is decoder-only, as the default did; an encoder-decoder "
                "model needs `True`."
            ),
            diff=_diff(
                GENERATOR,
                """
@@ -195,6 +195,7 @@
                 max_num_seqs=max_num_seqs,
                 max_model_len=max_model_len,
                 max_num_batched_tokens=max_num_batched_tokens,
+                is_encoder_decoder=False,
             ),
             device_config=DeviceConfig(),
             load_config=LoadConfig(),
""",
            ),
            why=(
                "no finding is new: no, argument-shifted in line 196: `max_model_len` binds "
                "`is_encoder_decoder` in vllm 0.17.1"
            ),
        ),
        "47aa3e915b08": FixReport(
            standing=FixStanding.REJECTED,
            origin="collective-rpc-single-reply",
            applicability="safe",
            safety="Uses the reply as it comes instead of its first element.",
            why="the edits can be made: no, `$reply[0]` is there twice in this function",
        ),
        "e2a90c6641fd": FixReport(
            standing=FixStanding.LEFT_OUT,
            origin="request-eos-token-id",
            applicability="unsafe",
            safety=(
                "The request no longer stops at the token by itself; nothing changes for requests "
                "of one token, longer ones need `SamplingParams.update_from_generation_config`."
            ),
            diff=_diff(
                GENERATOR,
                """
@@ -238,7 +238,6 @@
                     max_tokens=MAX_DECODE_TOKENS, temperature=SAMPLING_TEMPERATURE
                 ),
                 pooling_params=None,
-                eos_token_id=self.tokenizer.eos_token_id,
                 arrival_time=INITIAL_ARRIVAL_TIME,
             )
             self.scheduler.add_request(req)
""",
            ),
            why="unsafe, and not asked for",
        ),
        "a4573d9e20c1": FixReport(
            standing=FixStanding.LEFT_OUT,
            origin="renamed",
            applicability="unsafe",
            safety=(
                "takes `embed_input_ids` for `get_input_embeddings`: Call "
                "`self.embed_input_ids(input_ids)`: it took over body and annotation."
            ),
            diff=_diff(
                WORKER,
                """
@@ -27,7 +27,7 @@
         hidden_states = (
             inputs_embeds
             if inputs_embeds is not None
-            else self.get_input_embeddings(input_ids)
+            else self.embed_input_ids(input_ids)
         )
         residual = None
     else:
""",
            ),
            why="unsafe, and not asked for",
        ),
        "6c20f9b8d714": FixReport(
            standing=FixStanding.BY_HAND,
            origin="deepstack-embeddings",
            applicability="display-only",
            safety="Text-only prompts give the same hidden states either way.",
            why="Take `**kwargs`, or `deepstack_input_embeds=None`, and hand it on.",
        ),
        "389be5c07a12": FixReport(
            standing=FixStanding.BY_HAND,
            applicability="display-only",
            why="Pass `dtype=` once the oldest supported transformers has it.",
        ),
    }


def mended() -> Scan:
    """The drifted scan with fixes of every standing; one finding has none, and is not found any more."""
    fixes = {**_repaired(), **_unrepaired()}
    contracts = ("callers", "renamed", "")
    findings = []
    for finding in drifted().findings:
        fix = fixes.get(finding.fingerprint)
        recipe = fix.origin if fix and fix.origin not in contracts else ""
        findings.append(replace(finding, fix=fix, recipe=recipe))
    by_hand = Finding(
        kind="return-optional",
        severity=Severity.RISK,
        confidence=Confidence.LIKELY,
        span=_at(88, 22, 61),
        symbol="vllm.v1.executor.abstract.Executor.determine_available_memory",
        provider="vllm",
        message="`determine_available_memory()` can give None now, and nothing here asks.",
        before="determine_available_memory(self) -> list[int]",
        now="determine_available_memory(self) -> list[int] | None",
        advice="Say what is to happen where it is None.",
        evidence=FOUND,
        defined_at="vllm/v1/executor/abstract.py:118",
        context=_excerpt(87, 8, "\n# Rank 0 knows\nmemory = self.executor.determine_available_memory()[0]\n"),
        fingerprint="c9f2017be4a8",
        first_bad="0.16.0",
        fix=FixReport(
            standing=FixStanding.BY_HAND,
            applicability="display-only",
            why="Say what is to happen where it is None.",
        ),
    )
    plain = drifted()
    return replace(
        plain,
        consumer=replace(plain.consumer, source="python", folder="python"),
        findings=(*findings, by_hand),
        after=(
            (Severity.SILENT, 0),
            (Severity.BREAKS, 4),
            (Severity.RISK, 2),
            (Severity.NOTE, 1),
        ),
    )


def clean() -> Scan:
    """Nothing drifted, and everything was judged."""
    full = drifted()
    vllm = full.providers[0]
    return Scan(
        tool_version="0.1.0",
        consumer=full.consumer,
        providers=(
            ProviderReport(
                name="vllm",
                distribution="vllm",
                version="0.11.2",
                source="index",
                baseline="0.11.0",
                baseline_source=vllm.baseline_source,
                runtime="imported",
            ),
        ),
        findings=(),
        coverage=Coverage(uses=213, judged=213),
        python=full.python,
    )


MARKS = (
    "[a](javascript:alert(1)) ![b](//evil.test/p.png) {0} {{1}} @everyone owner/name#1 GH-1 !1 :tada: "
    "**c** _d_ ~~e~~ $f$ $`g`$ <!-- h ]]> --> &#10;&lt;i&gt; \\| \\ `| `j\r\n"
    "::error file=k.py,line=1::%0A%25::stop-commands::l\n##[group]m\n| n | o |\n|---|---|\n# p\n"
    "\ufffe\uffff \U0001f9e8\U0001f469\u200d\U0001f467 https://evil.test"
)
"""What acts in Markdown, in logs of workflows, in XML or in SARIF, and emoji."""


def hostile() -> Scan:
    """Names and texts as somebody would choose them who wants the report to lie or to burst."""
    script = "<script>alert('x')</script>"
    long = "a_very_long_name_" * 24
    rtl = "\u05e9\u05dc\u05d5\u05dd \u202e)resu(nimda\u202c"
    escapes = "\x1b[31mred\x1b[0m \x07 \ud800 |pipe| `tick <b>bold</b>` {{ 7 * 7 }}"
    path = f"src/{script}/\u202egnp.py"
    many = ", ".join(f"p{i}: dict[str, list[int]] = {{'a,b': [({i})]}}" for i in range(60))
    finding = Finding(
        kind="keyword-removed",
        severity=Severity.BREAKS,
        confidence=Confidence.SUSPECTED,
        span=Span(path=path, line=3, column=200, end_line=2, end_column=1),
        symbol=f"pkg.{long}.{script}",
        provider="pkg",
        message=f"{script}\nsecond line | {rtl} {escapes} {long}",
        before=f"f({many}, gone='\"), x: ')",
        now=f"f({many}) -> {long}",
        advice=f"javascript:alert(1) {escapes}\n\n    {script}",
        evidence=(Evidence.STATIC,),
        parameter="gone",
        defined_at=f"{long}/{script}.py:1",
        context=((2, f"\t{script} = '{long}'"), (3, f"# {rtl} \x0c {escapes}"), (9, "")),
        families=(script, f"{rtl}{escapes}", long),
        fingerprint='"><img src=x onerror=alert(1)>',
        first_bad=script,
        fix=FixReport(
            standing=FixStanding.LEFT_OUT,
            origin=f'"><b>{script}',
            applicability="unsafe",
            safety=f"{rtl} {script}\n{escapes} {long}",
            diff=f"--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{script}\n+{escapes}{long}\n no sign\n",
            why=f"{escapes} {script}",
        ),
        recipe=f"{long}{script}",
    )
    words = Finding(
        kind=script,
        severity=Severity.SILENT,
        confidence=Confidence.LIKELY,
        span=Span(path="a b/c.py", line=1, column=1, end_line=1, end_column=2),
        symbol="",
        provider="unknown",
        message="x",
        before=f"returns a list (of one\n{script}",
        now=long,
        fingerprint='"><img src=x onerror=alert(1)>',
    )
    rejected = replace(
        words,
        severity=Severity.RISK,
        fix=FixReport(
            standing=FixStanding.REJECTED,
            origin=long,
            applicability="unsafe",
            diff=f"{script}\n@@ @@\n\\ {rtl}\n+++ {escapes}\n",
            why=f"{script}: no, {escapes}{long}",
        ),
    )
    by_hand = replace(
        words,
        severity=Severity.RISK,
        advice=escapes,
        fix=FixReport(standing=FixStanding.BY_HAND, why=f"{rtl} {script}", safety=script),
    )
    repaired = replace(
        words,
        fix=FixReport(
            standing=FixStanding.REPAIRED,
            origin=rtl,
            applicability="safe",
            safety=script,
            diff=f"--- a/x\n+++ b/x\n@@ -1,2 +0,0 @@\n-{rtl}\n--- a/{escapes}",
        ),
    )
    marked = replace(
        words,
        kind="`a` | b",
        span=Span(path="::error::%0A|c`\\|.py", line=9, column=1, end_line=9, end_column=4),
        message=MARKS,
        advice=f"see https://evil.test/?q=1, www.evil.test or a@evil.test: `x | \\y` {MARKS}",
        fingerprint=MARKS,
    )
    return Scan(
        tool_version=script,
        consumer=Consumer(name=script, version="", source=f"{long} {rtl}", files=1, folder="::x,y/%0A"),
        providers=(
            ProviderReport(
                name="pkg",
                distribution="pkg",
                version=f"1+{'x' * 300}",
                source=escapes,
                baseline="",
                baseline_source="",
                runtime=f"not imported: {script}\n{escapes}",
            ),
        ),
        findings=(finding, words, rejected, by_hand, repaired, marked),
        set_aside=(
            SetAside(finding=marked, aside=Aside.KNOWN),
            SetAside(finding=finding, aside=Aside.IGNORED, reason=f"{MARKS} {script}"),
        ),
        after=tuple((severity, 10**9) for severity in Severity),
        coverage=Coverage(
            uses=2_000_000,
            judged=1,
            unjudged=(Unjudged(path=path, line=1, text=escapes + long, reason=f"{script} {rtl}"),),
            skipped=(Skipped(path=f"{long}.py", reason=f"{script}\nnot UTF-8"),),
        ),
        notes=(f"{escapes} {script}",),
        python=rtl,
    )


SCANS = {"clean": clean, "drifted": drifted, "hostile": hostile, "mended": mended}
