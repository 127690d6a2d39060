import pytest

from drift_audit.auditor.acquire.requirement import Named, parse_requirement, pinned_version
from drift_audit.auditor.errors import UsageError


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("vllm", Named(name="vllm")),
        ("vllm==0.17.1", Named(name="vllm", version="0.17.1")),
        (" vllm == 0.16.0rc1.dev123+gabc ", Named(name="vllm", version="0.16.0rc1.dev123+gabc")),
        ("vllm[audio]==0.17.1", Named(name="vllm", version="0.17.1")),
        ("vllm>=0.12,<0.14", Named(name="vllm", specifiers="<0.14,>=0.12")),
        ("vllm==0.11.*", Named(name="vllm", specifiers="==0.11.*")),
        ("vllm @ ./a folder/x.whl", Named(name="vllm", place="./a folder/x.whl")),
        ("vllm@/opt/vllm", Named(name="vllm", place="/opt/vllm")),
    ],
)
def test_requirement_is_taken_apart(text: str, named: Named) -> None:
    assert parse_requirement(text) == named


def test_single_equals_is_refused_with_what_was_meant() -> None:
    with pytest.raises(UsageError) as caught:
        parse_requirement("vllm=0.17.1")
    assert "vllm==0.17.1" in caught.value.advice
    assert "vllm @ 0.17.1" in caught.value.advice


@pytest.mark.parametrize("text", ["", "==1", "vllm>>1", "vllm 0.17", "-e ."])
def test_no_requirement(text: str) -> None:
    with pytest.raises(UsageError, match="is no requirement"):
        parse_requirement(text)


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ('vllm==0.11.0; extra == "datagen"', "0.11.0"),
        ("vllm (==0.11.0)", "0.11.0"),
        ("vllm>=0.11", ""),
        ("vllm==0.11.*", ""),
        ("vllm", ""),
    ],
)
def test_pinned_version(line: str, version: str) -> None:
    assert pinned_version(line) == version
