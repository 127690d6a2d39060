def needed(coordinator, request_id, tokens, blocks, computed):
    return coordinator.get_num_blocks_to_allocate(
        request_id=request_id,
        num_tokens=tokens,
        new_computed_blocks=blocks,
        num_encoder_tokens=0,
        total_computed_tokens=computed,
        num_tokens_main_model=tokens,
    )
