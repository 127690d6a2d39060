# The whole developer interface: `make test` and `make demo` start from a bare checkout.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
PYTHON ?= python3
BIN := .venv/bin

.PHONY: test lint format-check types layers unit pipeline quick demo bench bench-fix bench-clean \
  bench-accuracy picture proof grid format clean

test: lint format-check types layers unit pipeline  ## all that must hold before a change lands

lint: .venv/dev
	$(BIN)/ruff check

format-check: .venv/dev
	$(BIN)/ruff format --check

types: .venv/dev
	$(BIN)/mypy

layers: .venv/dev
	$(BIN)/lint-imports

unit: .venv/dev browser
	$(BIN)/pytest

pipeline: .venv/dev  ## the patched extraction on real releases of vLLM; 8 GB, once, in the cache
	$(BIN)/pytest -m pipeline

quick: .venv/dev  ## the tests that need neither network nor browser
	$(BIN)/pytest -m "not index and not wheels and not browser and not pipeline"

proof: .venv/dev  ## crash, silently wrong, right: the story in one run, and docs/proof.png
	PYTHONPATH=tests $(BIN)/python benchmarks/proof.py

grid: .venv/dev  ## docs/evidence/extraction.md: every model, dtype and release of vLLM
	PYTHONPATH=tests $(BIN)/python benchmarks/grid.py

format: .venv/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Exit code 1 says that findings were made, which is what a demonstration is for.
demo: .venv/core
	mkdir -p build/demo
	$(BIN)/drift-audit scan speculators==0.3.0 --provider vllm==0.17.1 \
	  -o build/demo/report.html || test $$? -eq 1
	@echo
	@echo "report: $(CURDIR)/build/demo/report.html"

bench: .venv/core  ## what a scan finds and costs, beside two type checkers
	$(BIN)/python benchmarks/scan.py

bench-fix: .venv/core  ## what fix leaves on each release, and what it costs
	$(BIN)/python benchmarks/fix.py

bench-clean: .venv/dev  ## what is said of consumers on the release that they were shipped for, and whether it is true
	PYTHONPATH=. $(BIN)/python benchmarks/clean_pairs.py

bench-accuracy: .venv/dev  ## precision and recall on all that is known, beside two type checkers
	PYTHONPATH=. $(BIN)/python benchmarks/accuracy.py

picture: .venv/dev browser  ## docs/report.png, from a real scan
	$(BIN)/python benchmarks/screenshot.py

# Two depths of one environment: what the program needs, and what its tests need on top.
# Both are made again when pyproject.toml changed, and only then.
.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch .venv/core $@

.PHONY: browser
browser:
	@command -v chromium > /dev/null || { \
	  sudo=$$(test "$$(id -u)" -eq 0 || echo sudo); \
	  $$sudo apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y chromium; \
	}

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
