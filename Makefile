# make app     the app in the browser, with a sample photo ready
# make test    everything that CI checks, except training
# make fonts   Debian's fonts, for drawing the scenes that the models were trained on (training only)
# make lock    writes the lock files anew after a change of pyproject.toml

PYTHON ?= python3
# A build of torch for this machine, such as TORCH="torch --index-url https://download.pytorch.org/whl/cpu".
TORCH ?= torch
# Without .pyc files the runtime takes 150 MB less; Python writes those that it needs.
INSTALL = bin/python -m pip --disable-pip-version-check install --quiet --no-compile
COMPILE = $(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.PHONY: app test lint system train-env train-test fonts lock

app: .venv/.runtime
	.venv/bin/python -m streamlit run app.py --browser.gatherUsageStats=false

test: system .venv/.dev lint
	.venv/bin/python -m pytest

lint: .venv/.dev
	.venv/bin/ruff check .
	.venv/bin/mypy

train-env: .venv-train/.ready

train-test: .venv-train/.ready
	.venv-train/bin/python -m pytest tests/training

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Shelfmark needs Python 3.11 or newer: make PYTHON=…")'
	$(PYTHON) -m venv .venv

.venv/.runtime: requirements.lock pyproject.toml | .venv/bin/python
	.venv/$(INSTALL) --require-hashes -r requirements.lock
	.venv/$(INSTALL) --no-deps -e .
	touch $@

.venv/.dev: requirements-dev.lock .venv/.runtime
	.venv/$(INSTALL) --require-hashes -r requirements-dev.lock
	touch $@

.venv-train/.ready: pyproject.toml
	$(PYTHON) -m venv .venv-train
	.venv-train/$(INSTALL) $(TORCH)
	.venv-train/$(INSTALL) -e '.[train]'
	touch $@

# Programs beside Python: Tesseract (second reader), Chromium (browser test), pdftotext (form tests).
system:
	@missing=; \
	command -v tesseract >/dev/null || missing="$$missing tesseract-ocr"; \
	command -v pdftotext >/dev/null || missing="$$missing poppler-utils"; \
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$$missing chromium"; \
	[ -n "$$missing" ] || exit 0; \
	if command -v apt-get >/dev/null; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	else \
		echo "Please install:$$missing" >&2; \
	fi

fonts:
	apt-get install -y --no-install-recommends $$(grep -v '^#' vision/synth/data/packages.txt)

lock:
	$(COMPILE) --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml
