from vllm.entrypoints.openai.api_server import build_app, init_app_state


async def serve(engine_client, args):
    vllm_config = await engine_client.get_vllm_config()
    app = build_app(args)
    await init_app_state(engine_client, vllm_config, app.state, args)
    return app
