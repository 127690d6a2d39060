"""Starting things by their names."""


def launch(model: str, worker_cls: str = "auto", extra: dict[str, str] | None = None) -> tuple[str, str, dict[str, str]]:
    return model, worker_cls, extra or {}
