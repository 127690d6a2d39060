def drain(executor, scheduler):
    while (so := scheduler.schedule()).total_num_scheduled_tokens:
        out = executor.execute_model(so)
        scheduler.update_from_output(so, out)
