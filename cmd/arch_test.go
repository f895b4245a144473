package cmd_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/frasier-cos/frasier/"

// layers lists every package with what it may import of ours, but for what needs no line (see mayAlways). A package that is
// not here, an import that is not listed and a line that is not needed fail the test. Nouns have no lines: they may all
// import the same. Nor has what puts the product together.
func layers() map[string]string {
	return map[string]string{
		"internal/netguard":    "", // addresses that are never asked
		"internal/lazyregexp":  "", // patterns, compiled when they are asked for
		"internal/moment":      "", // how people read a point in time, in one place
		"internal/org":         "",
		"internal/coding":      "",                                                                // the vocabulary of changes of code
		"internal/work":        "internal/coding",                                                 // of a step in hand: what a worker is given and completes
		"internal/reports":     "internal/coding internal/company internal/outward internal/work", // of what is told: deliveries with their facts, and the answers to questions
		"internal/prose":       "",                                                                // words: many packages compare and count them
		"internal/safetext":    "",                                                                // text from outside, made harmless in one place
		"internal/socket":      "",
		"internal/retry":       "",                  // how often and how long something is tried again, for every loop
		"internal/redact":      "",                  // secrets, found in one place
		"internal/excerpt":     "",                  // what of a document belongs to a question
		"internal/company":     "",                  // what the company is and what a director may do: workers ask before, the store when it is done
		"internal/policy":      "internal/reports",  // what a founder may set, read by the commands and by the store
		"internal/question":    "internal/forecast", // what code asks a founder: the store keeps it, the messages show it
		"internal/forecast":    "internal/work",     // what steps will cost and take, for the store, commands and messages
		"internal/learning":    "",                  // what agents learn, for the store and the workers
		"internal/typeface":    "",                  // letters from the system's fonts, for papers, charts and pictures of plans
		"internal/tiers":       "internal/work",     // the size of model for a step, for planner and reports
		"internal/dag":         "internal/work",     // the order of planned steps, for planner and store
		"internal/stagelog":    "",                  // stages done again, for planner and conversation
		"internal/planfile":    "",                  // a plan as a file, for commands and deliveries
		"internal/audit":       "internal/reports",
		"internal/evidence":    "internal/coding",                                // what bears a sentence about a change
		"internal/mirror":      "internal/outward",                               // the rules by which projects stand in trackers of others
		"internal/outward":     "internal/coding",                                // the vocabulary of what is done at others
		"internal/githubapp":   "",                                               // tokens of GitHub's Apps, for bot and worker
		"internal/sealed":      "",                                               // secrets of connections, in one place
		"internal/oauth":       "internal/outward internal/sealed",               // access by OAuth, for all that connect
		"internal/attest":      "internal/reports internal/sealed internal/work", // what a document rests on, signed
		"internal/bundle":      "internal/reports",                               // how a project's files are named, for commands, deliveries and the published folder
		"internal/calendar":    "",
		"internal/ics":         "internal/calendar internal/reports",
		"internal/when":        "internal/calendar", // times in words, for what hears founders and what they say
		"internal/quote":       "",
		"internal/extract":     "",
		"internal/testreport":  "internal/redact",
		"internal/eval/replay": "internal/work llm worker/check worker/review",
		"internal/roadmap":     "",
		"internal/journal":     "",
		"schema":               "",
		"docs":                 "",

		"store":          "internal/work store/outward store/access store/admin store/code store/company store/corpus store/engine store/inbox store/journal store/ledger store/memory store/outbox store/people store/report store/share store/sqldb store/upkeep store/keep store/mirror",
		"store/share":    "store/record store/sqldb internal/attest",
		"store/mirror":   "internal/mirror internal/outward internal/reports store/inbox store/ledger store/outbox store/record store/sqldb",
		"store/outward":  "internal/outward internal/reports store/corpus store/engine store/journal store/ledger store/mirror store/outbox store/record store/sqldb",
		"store/sqldb":    "schema",
		"store/access":   "store/sqldb",
		"store/code":     "internal/coding internal/work store/corpus store/record store/sqldb internal/reports store/outbox internal/question",
		"store/company":  "internal/company internal/excerpt internal/policy internal/reports internal/roadmap store/engine store/ledger store/memos store/outbox store/people store/record store/sqldb internal/calendar",
		"store/memos":    "internal/company internal/excerpt internal/reports store/sqldb",
		"store/record":   "internal/reports store/sqldb internal/attest",
		"store/journal":  "internal/reports store/sqldb",
		"store/corpus":   "internal/reports internal/work store/record store/sqldb",
		"store/memory":   "store/sqldb",
		"store/ledger":   "internal/calendar internal/company internal/forecast internal/policy internal/reports internal/work store/corpus store/outbox store/record store/sqldb",
		"store/outbox":   "internal/calendar internal/policy internal/reports store/corpus store/record store/sqldb",
		"store/people":   "internal/learning internal/policy internal/tiers internal/work store/corpus store/ledger store/memory store/record store/sqldb",
		"store/engine":   "internal/coding internal/company internal/dag internal/forecast internal/policy internal/question internal/reports internal/roadmap internal/work store/code store/corpus store/ledger store/memory store/memos store/outbox store/people store/record store/share store/sqldb",
		"store/keep":     "internal/reports internal/work store/corpus store/engine store/outbox store/record store/sqldb",
		"store/upkeep":   "internal/calendar internal/policy internal/reports store/corpus store/engine store/ledger store/memory store/outbox store/memos store/people store/record store/sqldb",
		"store/inbox":    "internal/reports store/corpus store/engine store/journal store/ledger store/outbox store/record store/sqldb",
		"store/report":   "internal/coding internal/reports internal/tiers internal/work store/code store/corpus store/engine store/journal store/ledger store/memos store/outbox store/outward store/people store/record store/sqldb store/upkeep",
		"store/admin":    "internal/reports store/corpus store/engine store/journal store/outbox store/record store/sqldb",
		"llm":            "internal/redact internal/work",
		"llm/prompt":     "internal/coding internal/company internal/learning internal/work llm",
		"llm/extractive": "internal/quote internal/roadmap internal/work llm",

		"bot":                "internal/extract internal/redact internal/reports bot/messages",
		"bot/classify":       "internal/roadmap internal/work llm llm/prompt bot/syntax",
		"bot/forge":          "internal/outward",
		"bot/agenda":         "internal/calendar internal/ics internal/netguard internal/outward internal/prose internal/reports internal/sealed internal/when",
		"bot/postbox":        "internal/extract internal/netguard internal/outward internal/reports internal/sealed llm llm/prompt", // the founder's mail
		"bot/linear":         "bot/forge bot/linear/gql bot/syntax internal/mirror internal/outward internal/reports internal/sealed internal/work",
		"bot/linear/gql":     "",
		"bot/webhook":        "bot/messages internal/netguard internal/outward internal/sealed",
		"bot/publish/sink":   "internal/outward",
		"bot/publish/notion": "bot/publish/sink internal/outward",
		"bot/publish/google": "bot/publish/sink internal/outward",
		"bot/outward":        "bot/forge bot/messages internal/coding internal/evidence internal/outward internal/roadmap internal/sealed internal/redact bot/publish/sink bot/publish/notion internal/work bot/publish/google",
		"bot/messages":       "internal/outward internal/coding internal/company internal/forecast internal/policy internal/question internal/reports internal/work bot/wording",
		"bot/wording":        "internal/work internal/reports internal/coding internal/question internal/outward",
		"bot/command/noun":   "bot/dashboard/view bot/syntax bot/wording internal/company",
		"bot/syntax":         "", // how a command is written, for commands, chat and classifier
		"bot/command":        "internal/reports bot bot/messages store bot/syntax bot/wording bot/command/noun internal/outward",
		"bot/converse":       "internal/when internal/outward internal/coding internal/excerpt internal/policy internal/redact internal/reports internal/roadmap internal/stagelog internal/work bot/messages bot/syntax llm llm/prompt bot/classify bot/wording",
		"bot/heartbeat":      "internal/calendar internal/reports",
		"bot/outbox":         "internal/reports",
		"bot/terminal":       "internal/reports internal/roadmap bot bot/messages",
		"bot/watch":          "internal/coding internal/policy internal/reports bot/messages llm llm/prompt",
		"bot/discord":        "internal/redact internal/reports bot bot/messages bot/outbox bot/syntax",
		"bot/mcp":            "", // what agents of others may ask, by the API
		"bot/dashboard":      "bot/mcp internal/outward internal/audit internal/company internal/reports internal/work bot/dashboard/view internal/calendar bot/command/noun internal/attest",
		"bot/dashboard/view": "internal/coding internal/company internal/reports internal/work bot/wording internal/dag",
		"bot/publish":        "internal/bundle internal/reports internal/work bot/dashboard/view internal/attest",
		"bot/publish/public": "", // files of one folder, and nothing that could lead elsewhere
		"bot/ticket":         "internal/reports bot/messages bot/wording",

		"worker/staff":         "internal/work",
		"worker/rubric":        "internal/work",
		"worker/toolbox":       "internal/netguard internal/oauth internal/outward internal/sealed worker/egress worker/fence", // tool servers of others
		"worker/research":      "internal/extract internal/quote internal/redact internal/reports internal/work llm llm/prompt worker/research/web worker/rubric internal/outward",
		"worker/research/web":  "internal/extract internal/netguard internal/redact internal/reports internal/work",
		"worker/check":         "internal/quote internal/redact internal/work llm/prompt",
		"worker/review":        "internal/coding internal/policy internal/quote internal/work llm llm/prompt worker/check worker/coder worker/rubric",
		"worker/keep":          "internal/quote internal/reports internal/work worker/research worker/research/web",
		"worker/deliver":       "internal/bundle internal/planfile internal/quote internal/reports internal/roadmap internal/work llm llm/prompt llm/extractive worker/deliver/docx worker/deliver/paper worker/deliver/pdf worker/deliver/sheet worker/check internal/attest",
		"worker/deliver/docx":  "internal/typeface worker/deliver/paper",
		"worker/deliver/paper": "internal/quote internal/typeface",
		"worker/deliver/pdf":   "internal/typeface worker/deliver/paper",
		"worker/deliver/sheet": "worker/deliver/paper",
		"worker/picture":       "internal/reports internal/typeface internal/work internal/dag",
		"worker/pool":          "internal/work",
		"worker/senses":        "internal/redact llm llm/prompt worker/fence",
		"worker/director":      "internal/company internal/stagelog llm llm/prompt",
		"worker/plan":          "internal/dag internal/forecast internal/reports internal/roadmap internal/stagelog internal/tiers internal/work llm llm/prompt worker/check worker/rubric worker/staff internal/coding",
		"worker/fence":         "internal/coding",
		"worker/egress":        "internal/socket",
		"worker/workspace":     "internal/coding worker/fence",
		"worker/coder":         "internal/coding internal/redact llm llm/prompt worker/workspace",
		"worker/trial":         "internal/coding internal/redact internal/testreport worker/fence worker/workspace",
		"worker/showing":       "internal/coding internal/redact internal/socket worker/fence worker/trial worker/workspace", // programs that people look at
		"worker/environment":   "internal/coding worker/fence worker/trial worker/workspace worker/egress internal/redact",
		"worker/broker":        "internal/redact internal/socket llm", // the one way out of an agent behind the walls
		"worker/agent":         "internal/coding worker/fence",
		"worker/proof":         "internal/coding internal/redact",
		"worker":               "internal/coding internal/learning internal/policy internal/quote internal/reports internal/stagelog internal/work llm llm/prompt worker/check worker/coder worker/deliver worker/fence worker/pool worker/proof worker/research worker/review worker/rubric worker/staff worker/trial worker/workspace worker/agent worker/broker",

		"worker/rehearsal":        "internal/coding internal/socket llm worker/agent worker/broker worker/fence worker/rehearsal/script", // what an agent is tried with before it works
		"worker/rehearsal/script": "",                                                                                                    // a model that does as it is told

		"cmd/internal/settings":       "llm internal/work",
		"cmd/internal/update":         "cmd/internal/app cmd/internal/settings", // links what starts programs: no part of the bot
		"cmd/internal/vet":            "internal/work worker/staff",
		"cmd/internal/app":            "internal/reports internal/work llm llm/prompt llm/extractive store cmd/internal/health cmd/internal/settings internal/calendar internal/attest",
		"cmd/internal/health":         "internal/reports",
		"cmd/internal/app/botside":    "internal/outward internal/calendar internal/journal internal/reports internal/stagelog llm bot bot/classify bot/command bot/converse bot/dashboard bot/discord bot/heartbeat bot/outbox bot/outward internal/sealed bot/publish bot/publish/public bot/terminal bot/ticket bot/watch bot/webhook cmd/internal/app cmd/internal/settings docs bot/command/status bot/command/doctor bot/command/setting bot/command/bundle bot/linear internal/netguard internal/oauth internal/mirror llm/prompt bot/agenda bot/postbox",
		"cmd/internal/app/workerside": "internal/coding internal/company internal/reports internal/stagelog internal/work worker worker/deliver worker/director worker/fence worker/picture worker/plan worker/research worker/research/web worker/review worker/senses worker/trial worker/workspace cmd/internal/app cmd/internal/settings worker/environment worker/broker worker/agent worker/rehearsal worker/showing worker/toolbox internal/sealed worker/keep worker/staff",
		"cmd/internal/cli":            "bot/command/status bot/forge bot/webhook internal/netguard internal/outward internal/sealed internal/audit internal/coding internal/company internal/eval/replay internal/journal internal/reports internal/roadmap internal/stagelog internal/typeface internal/work llm bot bot/messages bot/discord bot/terminal llm/prompt worker/check worker/coder worker/deliver worker/director worker/fence worker/review worker/staff worker/workspace store cmd/internal/app cmd/internal/app/botside cmd/internal/app/workerside cmd/internal/health cmd/internal/settings cmd/internal/update cmd/internal/vet bot/command bot/command/noun bot/wording bot/command/repository bot/command/doctor bot/syntax bot/command/code worker/agent internal/attest bot/command/bundle bot/publish/notion worker/toolbox bot/linear internal/mirror bot/publish/google internal/oauth bot/agenda bot/postbox",
		"cmd/bot":                     "cmd/internal/app cmd/internal/app/botside",
		"cmd/worker":                  "cmd/internal/app cmd/internal/app/workerside",
		"cmd/frasier":                 "cmd/internal/app cmd/internal/cli",
	}
}

// general lists what every package may import: our nouns, and helpers that know nothing of the product.
func general() []string {
	return []string{"internal/lazyregexp", "internal/moment", "internal/org", "internal/prose", "internal/retry", "internal/safetext"}
}

// guarded are packages of internal that a line of the table has to name: each opens or reaches something.
func guarded() []string {
	return []string{"internal/sealed", "internal/netguard", "internal/socket", "internal/eval/replay"}
}

// mayAlways reports whether an import needs no line: what all may import, and for bot, worker, store and llm all
// vocabulary and rules below them.
func mayAlways(pkg, imp string) bool {
	if slices.Contains(general(), imp) {
		return true
	}
	return strings.HasPrefix(imp, "internal/") && !strings.HasPrefix(pkg, "internal/") && !slices.Contains(guarded(), imp)
}

// isWiring reports whether a package puts the product together: it may import all of it, and TestWhatTheProcessesLink
// holds what each program links.
func isWiring(pkg string) bool { return strings.HasPrefix(pkg, "cmd/") }

func TestImportsPointDown(t *testing.T) {
	got := imports(t)
	for pkg, list := range got {
		if isFake(pkg) || isWiring(pkg) {
			continue
		}
		if isNoun(pkg) {
			checkNoun(t, pkg, list)
			continue
		}
		list = slices.DeleteFunc(list, func(imp string) bool { return pkg == "bot/command" && isNoun(imp) }) // it lists them
		allowed, listed := layers()[pkg]
		if !listed {
			t.Errorf("package %s is in no line of the table", pkg)
			continue
		}
		may := strings.Fields(allowed)
		for _, imp := range list {
			if !slices.Contains(may, imp) && !mayAlways(pkg, imp) {
				t.Errorf("%s imports %s, which the table does not allow", pkg, imp)
			}
		}
		for _, m := range may {
			if !slices.Contains(list, m) && !mayAlways(pkg, m) {
				t.Errorf("the table lets %s import %s, which it does not do", pkg, m)
			}
		}
	}
	for pkg := range layers() {
		if _, there := got[pkg]; !there && !isWiring(pkg) {
			t.Errorf("the table lists %s, which is no package", pkg)
		}
	}
}

// isNoun reports whether a package is the folder of a noun: one thing that people see or press.
func isNoun(pkg string) bool {
	return strings.HasPrefix(pkg, "bot/command/") && pkg != "bot/command/noun"
}

// checkNoun holds a noun's imports against what all nouns may: each stands alone below the commands, says
// itself what it needs of the store, and knows no surface.
func checkNoun(t *testing.T, pkg string, list []string) {
	t.Helper()
	may := []string{"bot/command/noun", "bot/dashboard/view", "bot/syntax", "bot/wording"}
	for _, imp := range list {
		if !slices.Contains(may, imp) && !strings.HasPrefix(imp, "internal/") {
			t.Errorf("%s imports %s, which no noun may", pkg, imp)
		}
	}
}

// The bot starts no program. What the worker starts goes through the fence,
// the only package of the product that can start one.
func TestWhatTheProcessesLink(t *testing.T) {
	got := imports(t)
	for _, c := range []struct {
		command   string
		forbidden []string
	}{
		{"cmd/bot", []string{"worker", "os/exec", "cmd/internal/update"}},
		{"cmd/worker", []string{"bot", "os/exec", "cmd/internal/update"}},
	} {
		for _, pkg := range closure(got, c.command) {
			for _, f := range c.forbidden {
				if pkg == f || strings.HasPrefix(pkg, f+"/") {
					t.Errorf("%s links %s", c.command, pkg)
				}
			}
			if pkg != "worker/fence" && slices.Contains(stdlib(t, pkg), "os/exec") {
				t.Errorf("%s links %s, which starts subprocesses", c.command, pkg)
			}
		}
	}
}

// The command language reads and changes nearly everything that is stored, so
// it takes the store as it is; all others name the few methods that they need.
func TestOnlyCommandsImportTheStore(t *testing.T) {
	for pkg, list := range imports(t) {
		for _, imp := range list {
			if strings.HasPrefix(imp, "store/") && pkg != "store" && !strings.HasPrefix(pkg, "store/") {
				t.Errorf("%s imports %s, past the store", pkg, imp)
			}
		}
		if slices.Contains(list, "store") && !strings.HasPrefix(pkg, "cmd/") && pkg != "bot/command" && !isFake(pkg) {
			t.Errorf("%s imports the store", pkg)
		}
	}
}

func TestTopLevel(t *testing.T) {
	allowed := []string{"cmd", "bot", "worker", "store", "schema", "llm", "internal", "docs", "examples", "deploy.sh", "Containerfile", "README.md", "Makefile", "go.mod", "go.sum"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		made := e.Name() == "out" || e.Name() == "frasier-data" || e.Name() == "specs" || e.Name() == "dist"
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(allowed, e.Name()) && !made {
			t.Errorf("%s does not belong to the top level", e.Name())
		}
	}
}

// isFake reports whether a package is for tests or for people who work on the
// product. No shipped package may import one.
func isFake(pkg string) bool {
	return strings.Contains("/"+pkg, "/internal/testing/") || strings.Contains("/"+pkg, "/internal/tools/")
}

// imports parses the tree and returns each package's imports of ours, without
// tests. It reads the files itself: a test that asks the go command is cached.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	walk(t, func(pkg, imp string) {
		if _, ok := out[pkg]; !ok {
			out[pkg] = nil
		}
		if of, ours := strings.CutPrefix(imp, module); ours && !slices.Contains(out[pkg], of) {
			if isFake(of) && !isFake(pkg) {
				t.Errorf("%s imports the fake %s", pkg, of)
			}
			out[pkg] = append(out[pkg], of)
		}
	})
	return out
}

func walk(t *testing.T, see func(pkg, imp string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata" || d.Name() == "examples") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return fmt.Errorf("parse %s: %w", path, err)
		}
		pkg := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), ".."+string(filepath.Separator)))
		see(pkg, "")
		for _, i := range f.Imports {
			see(pkg, strings.Trim(i.Path.Value, `"`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func stdlib(t *testing.T, of string) []string {
	t.Helper()
	var out []string
	walk(t, func(pkg, imp string) {
		if pkg == of {
			out = append(out, imp)
		}
	})
	return out
}

// closure returns all packages of ours that a package links.
func closure(got map[string][]string, from string) []string {
	seen := []string{from}
	for i := 0; i < len(seen); i++ {
		for _, p := range got[seen[i]] {
			if !slices.Contains(seen, p) {
				seen = append(seen, p)
			}
		}
	}
	return seen
}
