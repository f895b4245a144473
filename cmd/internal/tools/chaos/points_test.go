package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// apart are methods of the store that chaos kills nobody at, each with the reason.
func apart() map[string]string {
	return map[string]string{
		"expire-leases":      "a process takes back what has run out half a minute after it began; freezes waits for it, and reclaim-dead is the same on other rows",
		"renew":              "first after 15 s of one call; it moves the end of claims and nothing else, and a worker that dies then is one that dies in the call",
		"add-skill":          "by the command-line tool alone, in front of whom the person sits who would say it again",
		"save-curation":      "when ten projects have ended, or at night; a second one is refused, as the lessons are not what they were",
		"remove-skill":       "as add-skill",
		"add-repository":     "as add-skill",
		"save-trials":        "whoever takes the step over saves the same rows again: a test of store (TestCodeDiesAtEveryPoint) ends a process there, before and after the commit",
		"tell-replaced":      "as tell-hooks",
		"tell-hooks":         "as save-trials (it dies in the same test): lines of the journal about commands that run again where a worker dies over them",
		"ask-remote":         "as save-trials (it dies in the same test): one row for each try, whoever asks again",
		"hand-in":            "as save-trials (it dies in the same test); a program that got no answer sends the same under its key, and that is the same change",
		"take-merge":         "as save-trials; whoever takes the step over takes the merge over with it",
		"place-step":         "as save-trials (it dies in the same test); whoever takes the step over decides again",
		"mark-landed":        "one mark on one row, set again by the next step that looks",
		"set-repository":     "as add-skill",
		"keep-arrival":       "as save-trials (it dies in the same test); whoever comes next looks at the folder again, and a test of worker/workspace (TestBringIsTakenUpAgain) leaves it between any two files",
		"ask-repository":     "one row for each address and channel, whoever says it again; a worker that dies over it leaves it, and the next one looks",
		"answer-repository":  "takes that row away with the answer in the outbox; the repository itself is added before, and adding it again changes nothing (TestRequests)",
		"remove-repository":  "one mark on one row; said again it is known no more",
		"ask-environment":    "one row for each repository, whoever says it again; it stays due until what came of it is told",
		"cancel-environment": "one mark on one row, said again by whoever sees that it goes on",
		"keep-environment":   "one row, with the message to whoever asked in the same transaction; who dies before is followed by one who makes it again, from the layer that is there (TestEnvironments)",
		"keep-map":           "one row of what a repository holds, made again by whoever begins to work in it",
		"keep-rehearsal":     "one row about a program that is installed; who dies before is followed by one who tries it again, and nothing is paid for that (TestRehearsals)",
		"offer-agent":        "one mark, set before the founder is told; who dies between them has told him nothing, and frasier coders tells him whenever he asks",
		"ask-shown":          "one row, whoever says it again finds it; a worker that dies over it leaves it asked for (TestShown)",
		"stop-shown":         "one mark on one row, said again by whoever sees that it runs",
		"keep-shown":         "how far a program is that ends with its process; whoever comes next finds nobody holds it and says so (TestKilledBesideCode)",
		"note-shown":         "the last that a program said, which is read again in five seconds",
		"keep-roles":         "as keep-proposals",
		"take-role":          "one row; a button pressed again does the same",
		"drop-role":          "one mark on one row, said again by whoever sees that he is there",
		"keep-proposals":     "one row of what files say, written again at the next look",
		"keep-push":          "as save-trials (it dies in the same test); whoever comes next pushes the same once more, which changes nothing there (worker/workspace TestAddressIsCopiedAndPushedTo)",
		"set-isolation":      "as save-trials (it dies in the same test): one word of a founder about one step",
		"release-code":       "takes one reason to wait away from steps, which the next look would take away as well",
		"new-code":           "one row in answer to whoever asks for a link; who gets none asks again, and a code that nobody saw runs out",
		"enter":              "a browser at work; a code that was used up for an answer that never came is asked for again",
		"use-session":        "moves the time of a session's last use and nothing else",
		"end-session":        "a browser at work, which presses again",
		"new-token":          "as add-skill; a token that nobody saw is removed by its name",
		"remove-token":       "as add-skill",
		"use-token":          "as use-session",
		"save-model-trait":   "what a refusal taught; a process that dies over it is refused once more and learns it again",
		"claim-readings":     "leases the files of a message and nothing else; what a dead worker had is given back by reclaim-deliveries (TestReadingsOfTheDead)",
		"keep-reading":       "what a worker read of a file, with its mark that it is done; who dies there is followed by one who reads it again, from the ledger what was paid for (TestReadingsOfTheDead)",
		"put-reading-off":    "gives a claimed file back and nothing else; a worker that dies there is one that dies with a claimed file",
		"save-replay":        "as add-skill; what is lost by it was told on the screen",
		"broken-schedule":    "one delivery under a key of its own, once for a schedule that no version could save; it is told at the next look",
		"published":          "says that files are written, which whoever comes next writes again, whole, until it is said: a test of bot/publish leaves them at every place",
		"keep-wait":          "one note of what waits, which the next failure writes again and two minutes without one make void",
		"end-wait":           "as keep-wait: a note that stays is void two minutes after its next try was due",
		"notice-waits":       "one delivery and its mark in one transaction; a bot that dies before it finds the same wait at its next look (TestWhatWaitsIsNamedUntilItGoesOn)",
		"notice-room":        "one delivery under the week's key, whoever asks again",
		"connect":            "as add-skill",
		"rotate-token":       "as add-skill",
		"set-keep":           "one row, whoever says it again; a test of store (TestKeepSurvivesKills) ends a process at each write of what is kept",
		"end-keep":           "one row that goes; said again there is none",
		"leave-keep":         "one mark on the rows that wait, said again",
		"claim-keep":         "as set-keep; a claim of a dead process runs out after twenty minutes, and somebody looks anew",
		"save-keep":          "as set-keep",
		"take-keep":          "as set-keep",
		"add-signing-key":    "one row; whoever comes next finds its secret in one of two files (a test of store, TestAChangeOfKeysDiesAnywhere)",
		"order-page":         "one wish on one row, whoever says it again (TestPagesAreDue)",
		"take-page-order":    "takes back a wish that is an action by now; who dies before it proposes the same action again, which is there by its key (TestManyKillsOverPages)",
		"claim-grant":        "leases the renewal of one access and nothing else; whoever comes next renews it (TestOneRenewsForAll)",
		"keep-grant":         "as claim-grant; who dies before it renews once more with what it had, and where a service takes that once only, people say yes again, which is told",
		"keep-page":          "one row of what a service has; who dies before it finds the page there by its key (TestManyKillsOverPages)",
		"save-reminder":      "one row for each word that asked for it, whoever says it again; a test of store (TestRemindersSurviveKills) ends a process at each write",
		"keep-order":         "one row for each message that said it, whoever says it again (TestAnOrderIsHeardAgainAndAgain); nothing is ordered by it",
		"move-schedule":      "one row's time, said again",
		"move-reminder":      "one row's time, said again",
		"end-reminder":       "one mark on one row, said again",
		"run-reminder":       "one delivery and its row in one transaction; who dies before it finds it due at the next look (TestRemindersSurviveKills)",
		"disconnect":         "one row that goes; said again there is none",
		"switch-off":         "one mark on one row, made again by the next refusal",
		"propose-action":     "one row for each key, whoever proposes it again (TestAnActionIsDoneOnce)",
		"order-action":       "one row while it is still to be done, whoever orders it again (TestAnOrderedActionIsDoneOnceAndAgainBehindItsEnd)",
		"undo-action":        "one row while it is still to be done, whoever says it again (TestAnUndoSurvivesKills)",
		"set-permit":         "one word of a founder about one row, said again, and marks of rows that follow it in the same transaction",
		"thaw":               "one mark that goes; said again there is none",
		"end-services":       "marks of rows with the marks that they are ended, in one transaction; who dies before it finds the same (TestWhatAProjectLeftIsPutAwayOnce)",
		"keep-cleaned":       "one mark on one row; who dies before it finds nothing left to put away, and says so",
		"allow-action":       "one word of a founder about one row, said again",
		"drop-action":        "as allow-action",
		"claim-action":       "leases one row; whoever comes next looks first whether it is done (TestNothingIsDoubledOrForgottenByAKill ends a process at each request, before and after its effect)",
		"ask-review":         "one row for each pull request, whoever asks for it again",
		"next-review":        "puts one row off for a while and nothing else; who dies over it is followed by another",
		"refuse-review":      "one mark on one row with its delivery; who dies before it looks at the pull request again",
		"put-review-off":     "as next-review",
		"begin-review":       "one project for each row, whoever begins it again",
		"show-review":        "one mark on one row; who dies before it puts the same findings down again, of which there is one each",
		"set-rivals":         "one word of a founder about one step, said again",
		"keep-rivals":        "as save-trials: whoever takes the step over keeps the same again",
		"ask-issue":          "one row for each issue, whoever asks for it again",
		"next-issue":         "puts one row off for a while and nothing else; who dies over it is followed by another",
		"refuse-issue":       "one mark on one row with its delivery; who dies before it reads the issue again",
		"put-issue-off":      "as next-issue",
		"begin-issue":        "one project for each row, whoever begins it again (TestAnIssueOrdersOnce)",
		"claim-watch":        "puts one row off for a while and nothing else; who dies over it is followed by another, who asks again",
		"keep-watch":         "as claim-watch",
		"keep-pull":          "one row of what a forge has, read and written again at the next look; what is told of it is told with the row that says so",
		"note-remarks":       "one row for each that is said, whoever reads it again",
		"take-remark":        "one word of a founder about one row, said again",
		"leave-remarks":      "one mark on rows, made again at the next look",
		"begin-round":        "one project for each row, whoever begins it again (TestARoundBeginsOnce)",
		"nudge":              "makes a row due, which the next poll is without it",
		"set-up-mirror":      "as connect",
		"begin-mirror":       "one row for each project, whoever begins it again",
		"note-objects":       "ids that are the same for the same things, noted again (TestManyKills of bot/linear ends a process at each request, before and after its effect)",
		"keep-objects":       "as note-objects: what is not recorded is looked for at the other side",
		"forget-object":      "one row that goes; said again there is none",
		"note-look":          "what is seen there with what comes of it, found again by whoever dies before it",
		"end-mirror":         "as note-look",
		"keep-poll":          "moves a cursor behind what was noted; who dies before it looks again",
		"end-change":         "one mark on one row; who dies before it gives the same command, which is known by its key",
		"take-order":         "one message for each thing there, whoever reads it again",
		"adopt-orders":       "one row for each project, whoever takes it again",
		"tell-mirror":        "one delivery of its key, whoever tells it again",
		"nudge-mirror":       "as nudge",
		"make-room":          "one mark on one row; who dies before it makes room at the next look (TestAnArchiveSurvivesKills of bot/linear)",
		"keep-archive":       "as note-look: what is put away already is put away again",
		"keep-coarse":        "one mark on one row, chosen again as long as nothing stands there",
		"end-action":         "as claim-action: what is not recorded is looked for at the other side",
		"add-webhook":        "as add-skill",
		"remove-webhook":     "one row that goes; said again there is none",
		"replay-posts":       "marks rows that are sent again; said again there are none",
		"queue-posts":        "one row for each line of the journal, whoever looks again",
		"next-post":          "leases one row; whoever comes next sends the same post under the same id (TestAPostThatIsNotTaken)",
		"end-post":           "as next-post: what is not recorded is sent again under the same id",
		"prune-posts":        "deletes what ended long ago, whoever does it again",
		"keep-text":          "the words of a delivery that is sent again, and kept again, where the process dies before its receipt",
		"add-calendar":       "as add-skill",
		"calendar-off":       "one mark on one row, made again by the next refusal",
		"remove-calendar":    "as remove-webhook",
		"add-hook":           "as add-skill",
		"seal-hook":          "as add-skill",
		"switch-hook":        "one word of a founder about one row, said again",
		"remove-hook":        "as remove-webhook",
		"order-by-hook":      "one project for each delivery, whoever delivers it again: a sender that got no answer does (TestHooksSurviveKills)",
		"limit-token":        "as new-token: one value of one row, said again",
		"begin-agent-order":  "one project for each key of a token, whoever asks again (TestATokenOrdersWithinItsDay)",
		"add-tool-server":    "as add-webhook",
		"remove-tool-server": "as remove-webhook",
		"set-tool":           "one value of rows, said again",
		"allow-tool-host":    "as set-tool",
		"switch-tool-server": "as set-tool",
		"claim-tool-action":  "as claim-action (TestManyKillsOverToolCalls)",
		"name-sender":        "one row and its line",
		"forget-sender":      "one row and its line",
		"mark-sent":          "one mark on one row; who dies behind it has called, as far as anybody knows (TestManyKillsOverToolCalls)",
		"see-tool-server":    "as switch-tool-server",
		"see-tool":           "marks a row that differs from what is offered; the next call sees it again",
		"note-tool-use":      "counts a use, before it; who dies there has used it, as far as anybody knows",
		"settle-ends":        "on a server alone, after a step whose end is stored; a test of store (TestDeathAtEveryPoint) ends a process there, before and after the commit",
		"postpone-message":   "gives a claimed message back and nothing else; a bot that dies there is one that dies with a claimed message, as chats has it",
	}
}

// Each method of the store that writes is one that chaos kills somebody at, before and after
// its commit, or is left out for a reason.
func TestChaosKnowsEveryMethod(t *testing.T) {
	known := map[string]string{}
	for _, e := range errands() {
		for _, verb := range e.verbs {
			known[verb] = "errand " + e.name
		}
	}
	for _, o := range given() {
		for _, verb := range o.verbs {
			known[verb] = "order " + o.name
		}
	}
	for _, d := range tasks() {
		known[d.verb] = "task " + d.name
	}
	for _, verb := range usual() {
		known[verb] = "kills"
	}
	all := methods(t)
	if len(all) < 80 { // as many as there were when this was written
		t.Fatalf("%d methods were found in store, want 80 at the least: %v", len(all), all)
	}
	for _, verb := range all {
		switch _, left := apart()[verb]; {
		case left && known[verb] != "":
			t.Errorf("%s is left out, and %s leads by it", verb, known[verb])
		case !left && known[verb] == "":
			t.Errorf("chaos kills nobody at %s: give an errand or an order that leads by it", verb)
		}
	}
	for _, verb := range slices.Concat(slices.Collect(maps.Keys(known)), slices.Collect(maps.Keys(apart()))) {
		if !slices.Contains(all, verb) {
			t.Errorf("store has no method %s any more (%s%s)", verb, known[verb], apart()[verb])
		}
	}
}

// methods reads the names of all methods that write from the source of store: what
// is put into a field named method, and what is handed to a parameter of that name.
func methods(t *testing.T) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir("../../../../store", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	handed := map[string]int{} // functions with such a parameter, and which one it is
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if i := methodIn(fn.Type.Params); i >= 0 {
					handed[fn.Name.Name] = i
				}
			}
		}
	}
	var out []string
	add := func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.BasicLit:
			if name, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING && !slices.Contains(out, name) {
				out = append(out, name)
			}
		case *ast.Ident:
			if e.Name != "method" {
				t.Errorf("a method is named by %s, which is no word and no parameter named method: this test cannot read it", e.Name)
			}
		default:
			t.Errorf("a method is named by an expression (%T): this test cannot read it", e)
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if to, ok := left.(*ast.SelectorExpr); ok && to.Sel.Name == "Method" && len(n.Rhs) == len(n.Lhs) {
						add(n.Rhs[i])
					}
				}
			case *ast.CallExpr:
				if fn, ok := n.Fun.(*ast.SelectorExpr); ok {
					if i, ok := handed[fn.Sel.Name]; ok && i < len(n.Args) {
						add(n.Args[i])
					}
				}
			}
			return true
		})
	}
	return out
}

// methodIn finds which parameter is named method; -1 for none.
func methodIn(params *ast.FieldList) int {
	i := 0
	for _, field := range params.List {
		for _, name := range field.Names {
			if name.Name == "method" {
				return i
			}
			i++
		}
	}
	return -1
}
