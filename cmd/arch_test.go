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

// layers lists every package with what it may import of ours. A package that is
// not here, an import that is not listed and a line that is not needed fail
// the test. Those of general use are not listed where they are imported.
func layers() map[string]string {
	return map[string]string{
		"internal/netguard":    "", // addresses that are never asked
		"internal/lazyregexp":  "", // patterns, compiled when they are asked for
		"internal/moment":      "", // how people read a point in time, in one place
		"internal/org":         "",
		"internal/coding":      "",                                               // the vocabulary of changes of code
		"internal/work":        "internal/coding",                                // of a step in hand: what a worker is given and completes
		"internal/reports":     "internal/coding internal/company internal/work", // of what is told: deliveries with their facts, and the answers to questions
		"internal/prose":       "",                                               // words: many packages compare and count them
		"internal/safetext":    "",                                               // text from outside, made harmless in one place
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
		"internal/evidence":    "internal/coding",  // what bears a sentence about a change
		"internal/outward":     "internal/coding",  // the vocabulary of what is done at others
		"internal/sealed":      "",                 // secrets of connections, in one place
		"internal/bundle":      "internal/reports", // how a project's files are named, for commands, deliveries and the published folder
		"internal/calendar":    "",
		"internal/when":        "internal/calendar", // times in words, for what hears founders and what they say
		"internal/quote":       "",
		"internal/extract":     "",
		"internal/testreport":  "internal/redact",
		"internal/eval/replay": "internal/work llm worker/check worker/review",
		"internal/roadmap":     "",
		"internal/journal":     "",
		"schema":               "",
		"docs":                 "",

		"store":          "internal/work store/outward store/access store/admin store/code store/company store/corpus store/engine store/inbox store/journal store/ledger store/memory store/outbox store/people store/report store/share store/sqldb store/upkeep",
		"store/share":    "store/record store/sqldb",
		"store/outward":  "internal/outward internal/reports store/engine store/journal store/ledger store/outbox store/sqldb",
		"store/sqldb":    "schema",
		"store/access":   "store/sqldb",
		"store/code":     "internal/coding internal/work store/corpus store/record store/sqldb internal/reports store/outbox internal/question",
		"store/company":  "internal/company internal/excerpt internal/policy internal/reports internal/roadmap store/engine store/ledger store/memos store/outbox store/people store/record store/sqldb internal/calendar",
		"store/memos":    "internal/company internal/excerpt internal/reports store/sqldb",
		"store/record":   "internal/reports store/sqldb",
		"store/journal":  "internal/reports store/sqldb",
		"store/corpus":   "internal/reports internal/work store/record store/sqldb",
		"store/memory":   "store/sqldb",
		"store/ledger":   "internal/calendar internal/company internal/forecast internal/policy internal/reports internal/work store/corpus store/outbox store/record store/sqldb",
		"store/outbox":   "internal/calendar internal/policy internal/reports store/corpus store/record store/sqldb",
		"store/people":   "internal/learning internal/policy internal/tiers internal/work store/corpus store/ledger store/memory store/record store/sqldb",
		"store/engine":   "internal/coding internal/company internal/dag internal/forecast internal/policy internal/question internal/reports internal/roadmap internal/work store/code store/corpus store/ledger store/memory store/memos store/outbox store/people store/record store/share store/sqldb",
		"store/upkeep":   "internal/calendar internal/policy internal/reports store/corpus store/engine store/ledger store/memory store/outbox store/memos store/people store/record store/sqldb",
		"store/inbox":    "internal/reports store/corpus store/engine store/journal store/ledger store/outbox store/record store/sqldb",
		"store/report":   "internal/coding internal/reports internal/tiers internal/work store/code store/corpus store/engine store/journal store/ledger store/memos store/outbox store/people store/record store/sqldb store/upkeep",
		"store/admin":    "internal/reports store/corpus store/engine store/journal store/outbox store/record store/sqldb",
		"llm":            "internal/redact internal/work",
		"llm/prompt":     "internal/company internal/learning internal/work llm",
		"llm/extractive": "internal/quote internal/roadmap internal/work llm",

		"bot":                "internal/extract internal/redact internal/reports bot/messages",
		"bot/classify":       "internal/roadmap internal/work llm llm/prompt bot/syntax",
		"bot/forge":          "internal/outward",
		"bot/webhook":        "internal/netguard internal/outward internal/sealed",
		"bot/outward":        "bot/forge bot/messages internal/coding internal/evidence internal/outward internal/roadmap internal/sealed internal/redact",
		"bot/messages":       "internal/outward internal/coding internal/company internal/forecast internal/policy internal/question internal/reports internal/work bot/wording",
		"bot/wording":        "internal/work internal/reports internal/coding internal/question internal/outward",
		"bot/command/noun":   "bot/dashboard/view bot/syntax bot/wording internal/company",
		"bot/syntax":         "", // how a command is written, for commands, chat and classifier
		"bot/command":        "internal/reports bot bot/messages store bot/syntax bot/wording bot/command/noun",
		"bot/converse":       "internal/when internal/outward internal/coding internal/excerpt internal/policy internal/redact internal/reports internal/roadmap internal/stagelog internal/work bot/messages bot/syntax llm llm/prompt bot/classify bot/wording",
		"bot/heartbeat":      "internal/calendar internal/reports",
		"bot/outbox":         "internal/reports",
		"bot/terminal":       "internal/reports internal/roadmap bot bot/messages",
		"bot/watch":          "internal/coding internal/policy internal/reports bot/messages llm llm/prompt",
		"bot/discord":        "internal/redact internal/reports bot bot/messages bot/outbox bot/syntax",
		"bot/dashboard":      "internal/audit internal/company internal/reports internal/work bot/dashboard/view internal/calendar bot/command/noun",
		"bot/dashboard/view": "internal/coding internal/company internal/reports internal/work bot/wording internal/dag",
		"bot/publish":        "internal/bundle internal/reports internal/work bot/dashboard/view",
		"bot/publish/public": "", // files of one folder, and nothing that could lead elsewhere
		"bot/ticket":         "internal/reports bot/messages bot/wording",

		"worker/staff":         "internal/work",
		"worker/rubric":        "internal/work",
		"worker/research":      "internal/extract internal/quote internal/redact internal/reports internal/work llm llm/prompt worker/research/web worker/rubric",
		"worker/research/web":  "internal/extract internal/netguard internal/redact internal/reports internal/work",
		"worker/check":         "internal/quote internal/redact internal/work llm/prompt",
		"worker/review":        "internal/coding internal/policy internal/quote internal/work llm llm/prompt worker/check worker/coder worker/rubric",
		"worker/deliver":       "internal/bundle internal/planfile internal/quote internal/reports internal/roadmap internal/work llm llm/prompt llm/extractive worker/deliver/docx worker/deliver/paper worker/deliver/pdf worker/deliver/sheet worker/check",
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
		"cmd/internal/app":            "internal/reports internal/work llm llm/prompt llm/extractive store cmd/internal/health cmd/internal/settings internal/calendar",
		"cmd/internal/health":         "internal/reports",
		"cmd/internal/app/botside":    "internal/calendar internal/journal internal/reports internal/stagelog llm bot bot/classify bot/command bot/converse bot/dashboard bot/discord bot/heartbeat bot/outbox bot/outward internal/sealed bot/publish bot/publish/public bot/terminal bot/ticket bot/watch bot/webhook cmd/internal/app cmd/internal/settings docs bot/command/status bot/command/doctor bot/command/setting",
		"cmd/internal/app/workerside": "internal/coding internal/company internal/reports internal/stagelog internal/work worker worker/deliver worker/director worker/fence worker/picture worker/plan worker/research worker/research/web worker/review worker/senses worker/trial worker/workspace cmd/internal/app cmd/internal/settings worker/environment worker/broker worker/agent worker/rehearsal worker/showing",
		"cmd/internal/cli":            "bot/command/status bot/forge bot/webhook internal/netguard internal/outward internal/sealed internal/audit internal/coding internal/company internal/eval/replay internal/journal internal/reports internal/roadmap internal/stagelog internal/typeface internal/work llm bot bot/messages bot/discord bot/terminal llm/prompt worker/check worker/coder worker/deliver worker/director worker/fence worker/review worker/staff worker/workspace store cmd/internal/app cmd/internal/app/botside cmd/internal/app/workerside cmd/internal/health cmd/internal/settings cmd/internal/update cmd/internal/vet bot/command bot/command/noun bot/wording bot/command/repository bot/command/doctor bot/syntax bot/command/code worker/agent",
		"cmd/bot":                     "cmd/internal/app cmd/internal/app/botside",
		"cmd/worker":                  "cmd/internal/app cmd/internal/app/workerside",
		"cmd/frasier":                 "cmd/internal/app cmd/internal/cli",
	}
}

// general lists what every package may import: our nouns, and helpers that know nothing of the product.
func general() []string {
	return []string{"internal/lazyregexp", "internal/moment", "internal/org", "internal/prose", "internal/retry", "internal/safetext"}
}

func TestImportsPointDown(t *testing.T) {
	got := imports(t)
	for pkg, list := range got {
		if isFake(pkg) {
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
			if !slices.Contains(may, imp) && !slices.Contains(general(), imp) {
				t.Errorf("%s imports %s, which the table does not allow", pkg, imp)
			}
		}
		for _, m := range may {
			if !slices.Contains(list, m) {
				t.Errorf("the table lets %s import %s, which it does not do", pkg, m)
			}
		}
	}
	for pkg := range layers() {
		if _, there := got[pkg]; !there {
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
