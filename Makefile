# Targets for people and for CI. Nothing here needs a network once the modules are downloaded.

GO      ?= go
GOLANGCI ?= $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
OUT     ?= out
# CI's chaos differs from commit to commit, and is the same for one commit.
SEED    ?= $(shell git rev-parse --short=6 HEAD 2>/dev/null | sed 's/^/0x/' | xargs printf '%d')

.PHONY: help try run test check proof tools race lint fmt golden eval bench chaos fuzz release clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

try: ## hand the example roadmap over and deliver it into out/
	@FRASIER_CORPUS=$${FRASIER_CORPUS:-examples/corpus} $(GO) run ./cmd/frasier run examples/roadmap.md -out $(OUT)

run: ## talk with Frasier in this terminal
	@$(GO) run ./cmd/frasier chat

test: ## the tests for a person who waits: about three minutes on two cores; needs Go, a C compiler and git
	$(GO) test -timeout 15m ./...

check: tools ## what CI runs: larger samples, both databases, the race detector, chaos, lint; about 15 minutes
	TEST_LEVEL=check $(GO) test -timeout 30m ./...
	$(MAKE) race
	$(GO) run ./cmd/chaos -sample 150s -seed $(SEED)
	$(MAKE) lint

proof: tools ## everything at full figures, for nights and releases: hours
	$(GO) run ./internal/proof

tools: # what check and proof need besides Go
	@[ -n "$$STORE_TEST_URL" ] || { echo "set STORE_TEST_URL=postgres://..., the address of a PostgreSQL database that tests may make schemas in (.ci/run starts one)"; exit 1; }
	@command -v pdftotext >/dev/null || { echo "pdftotext is missing (Debian: apt-get install poppler-utils)"; exit 1; }
	@command -v systemd-analyze >/dev/null || { echo "systemd-analyze is missing (Debian: apt-get install systemd)"; exit 1; }

race: ## the packages with goroutines beneath the race detector
	STORE_TEST_URL= TEST_LEVEL=check $(GO) test -race -timeout 20m $$(.ci/raced)

lint: ## golangci-lint with .golangci.yml
	$(GOLANGCI) run ./...

fmt: ## format the code
	$(GOLANGCI) fmt ./...

golden: ## write the golden files again
	UPDATE_GOLDEN=1 $(GO) test -timeout 40m ./...

eval: ## the quality table with its gates
	TEST_LEVEL=check $(GO) test ./internal/eval -run TestGates -count=1 -v

bench: ## the benchmarks of docs/performance.md; with STORE_TEST_URL those of PostgreSQL too
	$(GO) test ./bot/command ./bot/discord ./bot/watch ./cmd ./internal/eval ./internal/quote ./llm/... ./store ./worker/... -run '^$$' -bench . -benchmem
	$(GO) test ./internal/bench/ours -run '^$$' -bench . -benchtime 1x
	$(GO) test ./internal/bench/ours -run '^$$' -bench Wake -benchtime 300x
	cd internal/bench/riverlite && $(GO) test -run '^$$' -bench . -benchtime 1x .
	@[ -z "$$STORE_TEST_URL" ] || { cd internal/bench/river && $(GO) test -run '^$$' -bench . -benchtime 1x .; }

chaos: ## kill real processes and look at what is left; CHAOS=-release for the figures of a release; with STORE_TEST_URL on PostgreSQL too
	$(GO) run ./cmd/chaos $(CHAOS)

fuzz: ## each fuzz target for FUZZTIME (20s)
	@set -e; for t in $$(grep -rlE '^func Fuzz' --include=*_test.go . | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -hoE '^func Fuzz[A-Za-z]+' $$t/*_test.go | sed 's/func //'); do \
	    $(GO) test $$t -run '^$$' -fuzz "^$$f$$" -fuzztime $${FUZZTIME:-20s} -fuzzminimizetime 1x; done; done

release: ## build archives for linux on amd64 and arm64 into dist/; VERSION=v0.1.0
	$(GO) run ./cmd/release -version $(VERSION) -out dist

clean: ## remove what try and run made here
	rm -rf out frasier-data
