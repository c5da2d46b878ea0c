# What engine testers such as OpenBench run: 'make EXE=name' leaves the engine in this folder under that name.
# For this machine's processor (see .cargo/config.toml); 'make portable' builds for any of its family.

EXE ?= khun
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
NAME := $(basename $(EXE))$(SUFFIX)

.PHONY: all portable

all:
	cargo rustc --release --bin khun -- --emit link="$(NAME)"

portable:
	RUSTFLAGS="" cargo rustc --release --bin khun -- --emit link="$(NAME)"
