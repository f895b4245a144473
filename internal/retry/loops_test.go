package retry_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noRetries are loops that wait on a clock and look at an error, and try nothing
// again: by function, with the reason.
var noRetries = map[string]string{
	"bot/converse.findAskedDecision":         "waits until the sender has written down which message a card became, 15 s at most",
	"cmd/internal/update.showProgress":       "says again and again that a long job goes on, and tries nothing again",
	"bot/dashboard.live":                     "looks at the journal for a page as long as that is open; an error ends it, and the browser comes again",
	"bot/dashboard.tail":                     "looks at the journal for a caller as long as he listens; an error ends it",
	"bot/discord.admit":                      "waits for a limit to open, an error ends it",
	"bot/discord.saveLoop":                   "each save takes the place of the one before",
	"bot/discord.stayConnected":              "its pauses are counted by IDENTIFY and come from retry.Policy in pauses.next",
	"bot/publish/public.plain":               "waits 10 ms at most while a folder is being replaced",
	"cmd/internal/app/botside.isStillPublic": "waits until pages are gone, 3 s at most, for an answer that says so",
	"cmd/internal/cli.finish":                "waits until nothing is under way; an error ends it",
	"cmd/internal/cli.follow":                "shows a project until it ends; an error ends it",
	"cmd/internal/app/workerside.await":      "watches a service until it is to end; a look that fails changes nothing",
	"worker/fence.keepRunning":               "lets services run and looks whether they answer; too many that did not end it",
	"cmd/internal/health.reportAlive":        "tells the service manager that the loops turn",
	"cmd/internal/health.awaitReady":         "waits until the process is ready and says why it is not",
	"internal/tools/check/proxies.listens":   "waits until a program of the proof listens, as long as startWithin says",
	"internal/tools/check/proxies.try":       "waits in silence between two commands, as the proof is about that",
	"internal/tools/check/standins.start":    "waits until a program of the proof listens, 30 s at most",
	"internal/journal.Follow":                "looks for new events; an error ends it",
	"store/sqldb.waitForTurn":                "looks whether it is its turn to write and complains while it is not; an error ends it",
	"worker/agent.Say":                       "follows a program at work and looks at its folder now and then; an error ends it",
	"worker/toolbox.openGrant":               "waits until another process has renewed the access; the limit of the call ends it",
	"worker.waitForMerge":                    "waits until no other step of the project merges",
	"worker/workspace.WithLock":              "waits until nobody else brings files into the folder",
}

// TestLoopsThatTryAgainAreHere: a loop that waits on a clock after an error uses
// this package, or says above why it tries nothing again.
func TestLoopsThatTryAgainAreHere(t *testing.T) {
	t.Parallel()
	found := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
		if d.IsDir() {
			// Programs and servers of tests wait for what they are testing.
			if slices.Contains([]string{"internal/retry", "cmd/internal/tools/chaos", "cmd/proof"}, name) || strings.HasSuffix(name, "test") || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".git") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && !usesPolicy(f.Body) {
				for _, at := range findLoops(f.Body) {
					found[filepath.ToSlash(filepath.Dir(name))+"."+f.Name.Name] = fmt.Sprint(set.Position(at))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range found {
		if noRetries[name] == "" {
			t.Errorf("%s waits on a clock after an error, at %s: use retry.Run, retry.Gate, retry.Duty or retry.Policy", name, at)
		}
	}
	for name := range noRetries {
		if found[name] == "" {
			t.Errorf("%s is excused and waits for nothing any more", name)
		}
	}
}

// usesPolicy reports whether the pauses of a function come from a policy.
func usesPolicy(body *ast.BlockStmt) (uses bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Policy" {
			x, ok := s.X.(*ast.Ident)
			uses = uses || ok && x.Name == "retry"
		}
		return true
	})
	return uses
}

// findLoops are the loops of a function that wait on a clock and look at an error.
func findLoops(body *ast.BlockStmt) []token.Pos {
	var out []token.Pos
	ast.Inspect(body, func(n ast.Node) bool {
		var loop ast.Node
		switch n := n.(type) {
		case *ast.ForStmt:
			loop = n
		case *ast.RangeStmt:
			loop = n.Body
		default:
			return true
		}
		waits, errs := false, false
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				waits = waits || n.Op == token.ARROW && isClock(n.X)
			case *ast.CallExpr:
				waits = waits || isSleep(n.Fun)
			case *ast.Ident:
				errs = errs || n.Name == "err" || n.Name == "failed" || n.Name == "failure"
			}
			return true
		})
		if waits && errs {
			out = append(out, loop.Pos())
		}
		return true
	})
	return out
}

// isClock reports whether a channel is that of a timer or ticker.
func isClock(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name == "C"
	case *ast.CallExpr:
		f, ok := x.Fun.(*ast.SelectorExpr)
		return ok && (f.Sel.Name == "After" || f.Sel.Name == "Tick")
	}
	return false
}

func isSleep(f ast.Expr) bool {
	name := ""
	switch f := f.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	return slices.Contains([]string{"sleep", "Sleep", "wait", "Wait", "pause", "AfterFunc", "waitToConnect", "waitForEvents"}, name)
}
