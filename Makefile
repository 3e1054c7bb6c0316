# Opportunist. `make help` lists the commands.

SHELL := bash
# A fresh shell may not know yet where rustup put cargo.
export PATH := $(if $(CARGO_HOME),$(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)
target := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)

.PHONY: help play test bench fmt soak fuzz storm

help:
	@echo "make play    build the game and open it (the first build takes a while)"
	@echo "make test    run every check: format, clippy, tests, scenarios, content, the window"
	@echo "make bench   measure the engine"
	@echo "make fmt     format the sources"
	@echo "make fuzz    read files with random mistakes for 5 minutes; MINUTES=… for so long"
	@echo "make soak    play 10,000 random battles and compare their replays; BATTLES=… plays so many"
	@echo "make storm   50,000 random clicks and keys in the game under every rule system; EVENTS=… takes so many"
	@echo "scripts/test.sh STEP…   run some of the checks; 'scripts/test.sh list' names them"

play:
	@echo "== setup: system packages"
	@scripts/setup.sh play
	@echo "== build: the release build (about 15 minutes the first time, seconds afterwards)"
	@cargo build --release $$(scripts/features.sh)
	@echo "== play"
	@$(target)/release/opportunist

test:
	@echo "== setup: system packages"
	@scripts/setup.sh test
	@scripts/test.sh

bench:
	@echo "== setup: system packages"
	@scripts/setup.sh build
	@echo "== bench: criterion over the engine, without the front end"
	@cargo bench --profile dist --no-default-features

fmt:
	@echo "== fmt: the sources"
	@cargo fmt

BATTLES ?= 10000
soak:
	@echo "== setup: system packages"
	@scripts/setup.sh build
	@echo "== soak: $(BATTLES) random battles, half of them under random house rules"
	@OPPORTUNIST_SOAK_BATTLES=$(BATTLES) cargo test --profile proof --no-default-features --test soak -- --ignored random

EVENTS ?= 50000
storm:
	@echo "== setup: system packages"
	@scripts/setup.sh test
	@echo "== storm: $(EVENTS) random events under every rule system"
	@OPPORTUNIST_STORM_EVENTS=$(EVENTS) scripts/test.sh window

MINUTES ?= 5
fuzz:
	@echo "== setup: system packages"
	@scripts/setup.sh build
	@echo "== fuzz: files with random mistakes, for $(MINUTES) minutes"
	@OPPORTUNIST_FUZZ_MINUTES=$(MINUTES) cargo test --profile proof --no-default-features --test fuzz -- --nocapture
