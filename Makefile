# make app     the app in the browser, with a sample photo ready
# make test    everything that CI checks, except training
# make quick   the rules, notation, reading strips and one page: for every save
# make fonts   Debian's and npm's fonts and photographed tables, for drawing scenes to train on (training only)
# make engines  Firefox and WebKit, for a short way through the app in each (.ci/run)
# make axe     axe-core anew from npm (the tests use the copy in tests/pages/axe)
# make coverage  the branches of scorer that its own tests run; it takes a while
# make sbom    the list of the product's packages and their licences
# make lock    writes the lock files anew after a change of pyproject.toml
# make archive  the source of the last commit as one file in dist/, to install from

PYTHON ?= python3
# Where `make archive` puts the archive.
DIST ?= dist
VERSION = $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
# A build of torch for this machine, such as TORCH="torch --index-url https://download.pytorch.org/whl/cpu".
TORCH ?= torch
# Without .pyc files the runtime takes 150 MB less; Python writes those that it needs.
INSTALL = bin/python -m pip --disable-pip-version-check install --quiet --no-compile
COMPILE = $(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.PHONY: app test suite quick coverage lint ready sbom system train-env train-test fonts engines axe lock archive

app: .venv/.runtime
	.venv/bin/shelfmark app

# Each file of tests is a process's own: its tests share a data folder. The files come in the order of tests/conftest.py.
PYTEST = .venv/bin/python -m pytest --numprocesses logical --dist loadfile --no-loadscope-reorder

# Programs and packages come at once. mypy begins when the packages are there, and the tests go on beside it.
test:
	@$(MAKE) --no-print-directory --jobs 3 lint suite

suite: system .venv/.dev
	$(PYTEST)

quick: ready
	$(PYTEST) -m quick

# The network waits for either.
ready:
	@$(MAKE) --no-print-directory --jobs 2 system .venv/.dev

lint: .venv/.dev
	.venv/bin/ruff check .
	.venv/bin/mypy

# The product for a system that is not here: types-win32, types-darwin.
types-%: .venv/.dev
	.venv/bin/mypy --platform $* --cache-dir .mypy_cache/$* scorer vision pages app.py

train-env: .venv-train/.ready

train-test: .venv-train/.ready
	.venv-train/bin/python -m pytest --numprocesses logical --dist loadfile tests/training

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

# Programs beside Python: Chromium and what Playwright's driver needs (browser tests), pdftotext (form tests), PostgreSQL
# (archive tests, which start a server of their own), Tesseract (titles).
system:
	@missing= browser=; \
	command -v pdftotext >/dev/null || missing="$$missing poppler-utils"; \
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v google-chrome >/dev/null || browser=chromium; \
	/sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1 || ! command -v apt-get >/dev/null || missing="$$missing libatomic1"; \
	command -v tesseract >/dev/null || missing="$$missing tesseract-ocr tesseract-ocr-por tesseract-ocr-fra tesseract-ocr-ces"; \
	command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$$missing postgresql"; \
	[ -n "$$missing$$browser" ] || exit 0; \
	if command -v apt-get >/dev/null; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -qq; \
		[ -z "$$browser" ] || ! apt-cache show chromium-headless-shell >/dev/null 2>&1 || browser=chromium-headless-shell; \
		DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qq -y --no-install-recommends $$missing $$browser >/dev/null; \
	else \
		echo "Please install:$$missing $$browser" >&2; \
	fi

fonts: .venv-train/.ready
	apt-get install -y --no-install-recommends $$(grep -v '^#' vision/synth/data/font_packages.txt) $$(command -v npm >/dev/null || echo npm)
	.venv-train/bin/python -m vision.synth.look.webfonts

# Firefox, WebKit with its driver, and a screen that WebKit draws on. Without them `python -m tests.engines` says so.
engines:
	apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb

# Beside the environment, not in it: tests that are not measured do without.
.venv-coverage/.ready: | .venv/.dev
	.venv/$(INSTALL) --no-deps --target .venv-coverage coverage pytest-cov
	touch $@

coverage: ready .venv-coverage/.ready
	PYTHONPATH=.venv-coverage $(PYTEST) --cov --cov-report=term-missing:skip-covered tests/scorer scorer

.venv-audit/.ready:
	$(PYTHON) -m venv .venv-audit
	.venv-audit/$(INSTALL) pip-audit cyclonedx-bom
	touch $@

# From an environment that holds nothing else.
sbom: .venv-audit/.ready
	rm -rf .venv-audit/product
	$(PYTHON) -m venv --without-pip .venv-audit/product
	.venv-audit/bin/python -m pip --python .venv-audit/product/bin/python install --quiet --no-compile --require-hashes -r requirements.lock
	.venv-audit/bin/cyclonedx-py environment .venv-audit/product --pyproject pyproject.toml --output-reproducible --output-file docs/sbom.cdx.json
	rm -rf .venv-audit/product

axe:
	npm pack --silent axe-core@4.14.1 --pack-destination tests/pages/axe
	cd tests/pages/axe && tar -xzf axe-core-*.tgz --strip-components=1 package/axe.min.js package/LICENSE package/LICENSE-3RD-PARTY.txt
	rm tests/pages/axe/axe-core-*.tgz

lock:
	$(COMPILE) --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

# It knows its commit (.gitattributes), and holds no history.
archive:
	mkdir -p $(DIST)
	git archive --format=tar.gz --prefix=shelfmark-$(VERSION)/ --output=$(DIST)/shelfmark-$(VERSION).tar.gz HEAD
