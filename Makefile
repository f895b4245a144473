# Targets for people and for CI. Everything but "lint" and "specs" works without a network
# once the modules are downloaded.

GO      ?= go
GOLANGCI ?= $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
OUT     ?= out
# The tests of what runs beside others on a server, which the race detector sees only there.
BESIDE  = Beside|Disturbed|GivenUp|Deadlock|OneOrder|WideClaim|OneEnd|VerbsJoin|VerbsShare|VerbFails|VerbLeaves|TwoProcesses|ServerThatIsAway|Clocks

.PHONY: help try run test race lint fmt golden eval bench chaos fuzz check specs release clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

try: ## hand the example roadmap over and deliver it into out/
	@FRASIER_CORPUS=$${FRASIER_CORPUS:-examples/corpus} $(GO) run ./cmd/frasier run examples/roadmap.md -out $(OUT)

run: ## talk with the office in this terminal
	@$(GO) run ./cmd/frasier chat

test: ## the whole suite; needs Go, a C compiler and git
	$(GO) test -timeout 40m ./...

race: ## the suite with the race detector
	$(GO) test -race -timeout 40m ./...

lint: ## golangci-lint with .golangci.yml
	$(GOLANGCI) run ./...

fmt: ## format the code
	$(GOLANGCI) fmt ./...

golden: ## write the golden files again
	UPDATE_GOLDEN=1 $(GO) test -timeout 40m ./...

eval: ## the quality table with its gates
	$(GO) test ./internal/eval -run TestGates -count=1 -v

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

check: ## what CI runs: test (with the gates of eval), race (part of it on PostgreSQL), chaos, lint; needs pdftotext and PostgreSQL too
	@[ -n "$$STORE_TEST_URL" ] || { echo "make check needs STORE_TEST_URL=postgres://..., the address of a PostgreSQL database that tests may make schemas in (.ci/run starts one)"; exit 1; }
	@command -v pdftotext >/dev/null || { echo "make check needs pdftotext (Debian: apt-get install poppler-utils)"; exit 1; }
	CHECK_POPPLER=1 CHECK_SYSTEMD=1 CHECK_FULL=1 $(MAKE) test
	STORE_TEST_URL= CHECK_POPPLER=1 $(MAKE) race
	$(GO) test -race -timeout 10m ./store ./worker/pool -run '$(BESIDE)'
	$(MAKE) chaos
	$(MAKE) lint

specs: ## fetch the published API descriptions that conformance tests read
	mkdir -p specs
	curl -fsSL -o specs/openrouter-openapi.yaml https://openrouter.ai/openapi.yaml
	curl -fsSL -o specs/discord-openapi.json https://raw.githubusercontent.com/discord/discord-api-spec/main/specs/openapi.json

release: ## build archives for linux on amd64 and arm64 into dist/; VERSION=v0.1.0
	$(GO) run ./cmd/release -version $(VERSION) -out dist

clean: ## remove what try and run made here
	rm -rf out frasier-data
