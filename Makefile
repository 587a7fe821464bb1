# Everything runs in an environment of its own: .venv, made on first use.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CARGO_FLAGS := --locked

.DEFAULT_GOAL := help
.PHONY: help demo docs test test-rust test-python browser lint lint-rust lint-python solve-check bench bench-check strength \
	soak fuzz mutants wheel audit web clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/installed: requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "amduat needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements/dev.txt
	@touch $@

# The compiled core, rebuilt when any of its sources change.
RUST_SOURCES := Cargo.toml Cargo.lock pyproject.toml $(shell find rust/core rust/solve rust/py -name '*.rs' -o -name Cargo.toml)

$(VENV)/built: $(VENV)/installed $(RUST_SOURCES)
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release $(CARGO_FLAGS) --quiet
	@touch $@

web: $(VENV)/built ## Open the board in the browser
	$(BIN)/amduat web

demo: $(VENV)/built ## Build and install, then count moves in all games and let two bots play
	$(BIN)/python examples/demo.py

# What is linked on one processor, or waits for the network, leaves time for the rest. Only then come the tests in
# Python, one file at a time on each processor: some of them look at the clock.
test: $(VENV)/installed ## Run every check there is
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target $(VENV)/built browser lint test-rust
	@$(MAKE) --no-print-directory test-python

browser: $(VENV)/installed
	$(BIN)/python tests/web/chromium.py

lint: lint-rust lint-python ## Formatting, lints and types, Rust and Python

lint-rust:
	cargo fmt --all --check
	find rust -name '*.rs' -not -path '*/target/*' | xargs rustfmt --edition 2024 --check
	cargo clippy $(CARGO_FLAGS) --workspace --all-targets -- --deny warnings
	cargo clippy $(CARGO_FLAGS) --manifest-path rust/fuzz/Cargo.toml --all-targets -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc $(CARGO_FLAGS) --quiet --no-deps -p amduat -p amduat-solve

lint-python: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test-rust: ## Tests and doctests of the Rust crates
	cargo test $(CARGO_FLAGS) -p amduat -p amduat-solve
	cargo test $(CARGO_FLAGS) --quiet --manifest-path rust/fuzz/Cargo.toml

test-python: $(VENV)/built ## Tests of the Python package, with the site, and the snippets of README, docs and docstrings
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile --no-loadscope-reorder

solve-check: $(VENV)/built ## Solve RAMSES anew, check every value, and compare with the solution in the package
	$(BIN)/amduat solve ramses --verify --out target/ramses.solution
	cmp target/ramses.solution python/amduat/data/ramses.solution

bench: $(VENV)/built ## Measure the speed and write docs/benchmarks.md; PEERS=1 installs what it is compared with
	$(BIN)/python -m pytest benches --benchmark-enable --benchmark-only --benchmark-columns=median,ops,rounds --benchmark-group-by=group
	$(BIN)/python benches/walks.py
	$(BIN)/python benches/report.py $(if $(PEERS),--install-peers)

bench-check: $(VENV)/built ## Compare the instructions per leaf with the recorded ones
	$(BIN)/python benches/report.py --check

strength: $(VENV)/built ## Let the bots play for about half an hour, and write docs/strength.md
	$(BIN)/python benches/strength.py --minutes 25

docs: $(VENV)/built ## Build the site of all pages and the reference into target/docs, strictly; it needs no network
	$(BIN)/python docs/build.py

# How long the next two last.
MINUTES ?= 10

soak: $(VENV)/built ## Play at random and kill everything at random for MINUTES=10, or some PARTS=; SEED= plays the same again, GAMES= is for random games
	PYTHONPATH=tests $(BIN)/python -m soak --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(if $(GAMES),--games $(GAMES)) \
		$(PARTS:%=--part %) --table benches/soak.tsv

fuzz: $(VENV)/built ## Attack everything that takes input for MINUTES=10, and count the runs in docs/trust.md
	$(BIN)/python benches/fuzz.py --minutes $(MINUTES) $(TARGETS)

mutants: $(VENV)/built ## Change the code on purpose, and list what no test notices; takes hours
	.ci/mutants rules
	.ci/mutants walks
	.ci/mutants frontier
	.ci/mutants python

wheel: ## Build sdist and manylinux wheel, and try the wheel on every CPython there is
	PYTHON=$(PYTHON) .ci/wheel

# The list of licences comes first: it fetches what the other check looks at.
audit: $(VENV)/installed ## Licences, versions and sources of all that the package is made of
	$(BIN)/python .ci/licences.py --check
	@if cargo deny --version >/dev/null 2>&1; then cargo deny --offline check licenses bans sources; \
	else echo 'cargo-deny is not installed: versions and sources of crates were not checked'; fi

clean: ## Remove what was built
	rm -rf $(VENV) dist target
