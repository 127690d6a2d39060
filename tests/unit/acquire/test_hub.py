"""A model's config.json: which file is read for which name, and how it is told when there is none."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from drift_audit.auditor.acquire import Acquisition, find_environment
from drift_audit.auditor.acquire.hub import find_model, hub_folder
from drift_audit.auditor.errors import (
    DriftAuditError,
    IndexUnreachableError,
    ModelError,
    OfflineError,
    UsageError,
)

LLAMA = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64}
KIMI = {
    "architectures": ["KimiK25ForConditionalGeneration"],
    "model_type": "kimi_k25",
    "vision_config": {"hidden_size": 8},
    "text_config": {"architectures": ["DeepseekV3ForCausalLM"], "model_type": "kimi_k2", "n": 1},
}
THINKER = {
    "architectures": ["Omni"],
    "thinker_config": {"model_type": "thinker", "text_config": {"model_type": "omni_text"}},
}


@dataclass
class Hub:
    """A hub of its own: what it answers by path, and what it was asked."""

    url: str = ""
    pages: dict[str, tuple[int, str, bytes]] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def gives(self, path: str, content: object, status: int = 200, told: str = "") -> None:
        self.pages[path] = (status, told, json.dumps(content).encode())


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append((self.path, self.headers.get("Authorization")))
            status, told, body = made.pages.get(self.path, (404, "RepoNotFound", b""))
            self.send_response(status)
            if told:
                self.send_header("X-Error-Code", told)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def acquisition(folder: Path, *, offline: bool = False) -> Acquisition:
    return Acquisition(
        cache_dir=folder / "cache", environment=find_environment(None, folder), offline=offline
    )


def saved(folder: Path, content: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(content))
    return folder


def refused(
    named: str, folder: Path, environ: dict[str, str], *, offline: bool = False
) -> DriftAuditError:
    with pytest.raises(DriftAuditError) as caught:
        find_model(named, acquisition(folder, offline=offline), environ)
    assert caught.value.advice
    return caught.value


@pytest.mark.parametrize("named", ["tiny", "./tiny", "tiny/", "tiny/config.json"])
def test_a_folder_or_its_file_is_read_as_it_lies(tmp_path: Path, named: str) -> None:
    saved(tmp_path / "tiny", LLAMA)
    model = find_model(named, acquisition(tmp_path, offline=True), {})
    assert (model.name, model.architectures, model.model_type) == (
        "tiny", ("LlamaForCausalLM",), "llama",
    )  # fmt: skip
    assert ("hidden_size", 64) in model.facts


def test_the_language_model_inside_a_wrapper_is_told(tmp_path: Path) -> None:
    model = find_model(str(saved(tmp_path / "k", KIMI)), acquisition(tmp_path), {})
    assert model.text_architectures == ("DeepseekV3ForCausalLM",)
    assert model.text_type == "kimi_k2"
    assert dict(model.facts)["text_config.n"] == 1
    assert "vision_config.hidden_size" not in dict(model.facts)
    deep = find_model(str(saved(tmp_path / "t", THINKER)), acquisition(tmp_path), {})
    assert deep.text_type == "omni_text"


@pytest.mark.parametrize(
    ("named", "content", "error", "words"),
    [
        ("./none", None, ModelError, "there is no ./none"),
        ("a/b/c", None, ModelError, "there is no a/b/c"),
        ("none.json", None, ModelError, "there is no none.json"),
        ("two words", None, UsageError, "no id of a model"),
        ("broken", "{", ModelError, "is not valid JSON"),
        ("list", "[]", ModelError, "holds no JSON object"),
        ("bare", "{}", ModelError, "names neither an architecture nor a model type"),
        ("odd", '{"architectures": "Llama", "model_type": 3}', ModelError, "names neither"),
        ("binary", "\x00\xff", ModelError, "is not valid JSON"),
    ],
)
def test_what_is_off_is_told_with_advice(
    tmp_path: Path, named: str, content: str | None, error: type[DriftAuditError], words: str
) -> None:
    if content is not None:
        (tmp_path / named).mkdir()
        (tmp_path / named / "config.json").write_bytes(content.encode("latin-1"))
    told = refused(named, tmp_path, {}, offline=True)
    assert type(told) is error
    assert words in told.message


def test_a_folder_without_the_file_is_told_and_what_it_has_instead(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "holds no config.json" in refused("empty", tmp_path, {}).message
    (tmp_path / "empty" / "params.json").write_text("{}")
    assert "Mistral" in refused("empty", tmp_path, {}).advice


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HF_HUB_CACHE": "/a", "HF_HOME": "/b"}, "/a"),
        ({"HUGGINGFACE_HUB_CACHE": "/a"}, "/a"),
        ({"HF_HOME": "/b"}, "/b/hub"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/huggingface/hub"),
        ({"HOME": "/h"}, "/h/.cache/huggingface/hub"),
    ],
)
def test_the_cache_lies_where_its_own_variables_say(environ: dict[str, str], folder: str) -> None:
    assert hub_folder(environ) == Path(folder)


def test_what_the_hub_cache_keeps_is_read_without_asking(tmp_path: Path, hub: Hub) -> None:
    home = tmp_path / "hub" / "models--org--tiny"
    saved(home / "snapshots" / "abc", LLAMA)
    saved(home / "snapshots" / "def", KIMI)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("abc\n")
    environ = {"HF_HUB_CACHE": str(tmp_path / "hub"), "HF_ENDPOINT": hub.url}
    kept = acquisition(tmp_path, offline=True)
    assert find_model("org/tiny", kept, environ).model_type == "llama"
    assert find_model("org/tiny@def", kept, environ).model_type == "kimi_k25"
    assert hub.asked == []
    assert type(refused("org/tiny@ghi", tmp_path, environ, offline=True)) is OfflineError


def test_what_is_not_there_is_fetched_once(tmp_path: Path, hub: Hub) -> None:
    hub.gives("/org/tiny/resolve/main/config.json", LLAMA)
    environ = {"HF_ENDPOINT": f"{hub.url}/", "HF_TOKEN": "hf_secret", "HF_HOME": str(tmp_path)}
    first = find_model("org/tiny", acquisition(tmp_path), environ)
    assert first.model_type == "llama"
    assert hub.asked == [("/org/tiny/resolve/main/config.json", "Bearer hf_secret")]
    again = find_model("org/tiny", acquisition(tmp_path, offline=True), environ)
    assert again.architectures == first.architectures
    assert len(hub.asked) == 1
    assert not any(b"hf_secret" in f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())


def test_a_revision_is_asked_for_by_its_name(tmp_path: Path, hub: Hub) -> None:
    hub.gives("/org/tiny/resolve/refs%2Fpr%2F1/config.json", LLAMA)
    environ = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path)}
    assert find_model("org/tiny@refs/pr/1", acquisition(tmp_path), environ).model_type == "llama"


@pytest.mark.parametrize(
    ("status", "told", "error", "words", "advice"),
    [
        (404, "RepoNotFound", ModelError, "knows no model org/tiny", "HF_TOKEN"),
        (401, "RepoNotFound", ModelError, "knows no model org/tiny", "HF_TOKEN"),
        (404, "EntryNotFound", ModelError, "has no config.json", "folder"),
        (404, "RevisionNotFound", ModelError, "has no such revision", "id"),
        (401, "", ModelError, "private, gated or not there", "Set HF_TOKEN"),
        (403, "GatedRepo", ModelError, "private, gated or not there", "Set HF_TOKEN"),
        (418, "", IndexUnreachableError, "status 418", "later"),
        (503, "", IndexUnreachableError, "does not answer: status 503", "HF_ENDPOINT"),
    ],
)
def test_what_the_hub_refuses_is_told(
    tmp_path: Path,
    hub: Hub,
    status: int,
    told: str,
    error: type[DriftAuditError],
    words: str,
    advice: str,
) -> None:
    hub.gives("/org/tiny/resolve/main/config.json", {}, status, told)
    environ = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path)}
    said = refused("org/tiny", tmp_path, environ)
    assert type(said) is error
    assert words in said.message
    assert advice in said.advice


def test_a_page_that_is_no_configuration_is_not_kept(tmp_path: Path, hub: Hub) -> None:
    hub.pages["/org/tiny/resolve/main/config.json"] = (200, "", b"<html>log in</html>")
    environ = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path)}
    assert "is not valid JSON" in refused("org/tiny", tmp_path, environ).message
    hub.gives("/org/tiny/resolve/main/config.json", LLAMA)
    assert find_model("org/tiny", acquisition(tmp_path), environ).model_type == "llama"


@pytest.mark.parametrize("variable", [{}, {"HF_HUB_OFFLINE": "1"}])
def test_offline_names_what_is_missing(tmp_path: Path, hub: Hub, variable: dict[str, str]) -> None:
    environ = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), **variable}
    said = refused("org/tiny", tmp_path, environ, offline=not variable)
    assert type(said) is OfflineError
    assert "org/tiny" in said.message
    assert hub.asked == []


def test_a_hub_that_is_not_there_is_told(tmp_path: Path) -> None:
    environ = {"HF_ENDPOINT": "http://127.0.0.1:9", "HF_HOME": str(tmp_path)}
    said = refused("org/tiny", tmp_path, environ)
    assert type(said) is IndexUnreachableError
    assert "HF_ENDPOINT" in said.advice
