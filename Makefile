# What engine testers such as OpenBench run: 'make EXE=name' leaves the engine in this folder under that name, and 'EVALFILE=path' builds that network in,
# in the place of its game's own.
# For this machine's processor (see .cargo/config.toml); 'make portable' builds for any of its family, 'make dist' the ready programs for other
# people, and 'make dist-check' runs those.

EXE ?= khun
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
NAME := $(basename $(EXE))$(SUFFIX)
export EVALFILE
# Nobody needs to know where a program was built.
CARGO_HOME ?= $(HOME)/.cargo
PRIVATE := --remap-path-prefix=$(CARGO_HOME)=cargo --remap-path-prefix=$(CURDIR)=khun

.PHONY: all portable dist dist-check

all:
	RUSTFLAGS="-C target-cpu=native $(PRIVATE)" cargo rustc --release --bin khun -- --emit link="$(NAME)"

portable:
	RUSTFLAGS="$(PRIVATE)" cargo rustc --release --bin khun -- --emit link="$(NAME)"

dist:
	tools/downloads/build

dist-check:
	tools/downloads/check
