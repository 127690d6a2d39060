def convert(hf_config):
    return {"rotary_base": hf_config.rope_theta, "hidden": hf_config.hidden_size}
