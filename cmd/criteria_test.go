package cmd_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// criterion is something that work on code must hold, with what shows it: functions of tests by their package, and stories by their files.
type criterion struct {
	holds string
	tests []string
}

// The ten criteria of work on code. docs/develop.md has the same list.
func criteria() []criterion {
	return []criterion{
		{"optional: without a word of the founder's nothing in his folder changes, and with it only what is merged", []string{"tool/isolate.txtar", "worker/workspace TestBringLeavesAFolderAlone"}},
		{"anchor: a repository outlives every folder, name and process of the work on it", []string{"tool/anchor.txtar"}},
		{"one word for one change: `isolate s12 on` or `off`, with what holds and why", []string{"tool/isolate.txtar", "discord/isolate.txtar"}},
		{"one way for all who write changes: nothing outside a few files asks who it is", []string{"cmd TestNobodyAsksWhoWrites", "worker/coder TestQuality", "code/agent.txtar"}},
		{"elsewhere: a program makes a change from JSON alone, and it passes the same trials", []string{"dashboard/remote.txtar", "cmd TestProgramsAskTheAPI", "store TestRemoteAsks"}},
		{"sessions: killed in the middle, the work goes on where it was", []string{"tool/agent-killed.txtar", "agents.txtar"}},
		{"services of any kind: a server, a consumer without a port and a migration by the same rows", []string{"tool/service-kinds.txtar"}},
		{"seen: branch, place and address in thread, `workspaces` and its JSON, here and elsewhere", []string{"dashboard/remote.txtar", "tool/order-base.txtar"}},
		{"the same service is the same process, and each start and end has its reason", []string{"store TestWhichServiceIsReused", "dashboard/services.txtar", "dashboard/services-killed.txtar"}},
		{"nothing is taken away that cannot be made again", []string{"worker/workspace TestNothingIsTakenAwayThatCannotBeMadeAgain"}},
	}
}

// Each criterion has what shows it, and the page that lists them names the same.
func TestCriteriaOfWorkOnCode(t *testing.T) {
	page, err := os.ReadFile("../docs/develop.md")
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range criteria() {
		var named []string
		for _, show := range c.tests {
			dir, name, isTest := strings.Cut(show, " ")
			if !isTest {
				if _, err := os.Stat(filepath.Join("testdata", show)); err != nil {
					t.Errorf("%s: there is no story %s", c.holds, show)
				}
				named = append(named, "`"+strings.TrimSuffix(show, ".txtar")+"`")
				continue
			}
			named = append(named, "`"+name+"`")
			files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(f string) bool {
				raw, err := os.ReadFile(f)
				return err == nil && strings.Contains(string(raw), "\nfunc "+name+"(")
			}) {
				t.Errorf("%s: %s has no %s", c.holds, dir, name)
			}
		}
		if row := "| " + c.holds + " | " + strings.Join(named, ", ") + " |"; !strings.Contains(string(page), row) {
			t.Errorf("docs/develop.md lacks criterion %d:\n%s", n+1, row)
		}
	}
}

// askers are the files that may ask who writes a change, and why.
func askers() map[string]string {
	return map[string]string{
		"internal/coding/placement.go":    "decides who does",
		"worker/change.go":                "calls who was decided",
		"worker/placement.go":             "the founder's yes came after that was decided",
		"worker/setback.go":               "nobody writes anew what was given",
		"worker/approval.go":              "names what a model of ours will cost",
		"worker/agent/profiles.go":        "how each agent is called",
		"worker/rehearsal/plant.go":       "what is planted for each agent",
		"bot/wording/change.go":           "says who it is",
		"bot/command/repository/words.go": "says which token a program elsewhere needs",
	}
}

var whoWrites = regexp.MustCompile(`coding\.Coder(Given|Embedded|Allowed|Claude|Codex|OpenCode|Remote)\b|^"(claude|codex|opencode)"$`)

// Trying, reviewing, merging and telling know no coder by its name: whoever wrote a change, it goes the same way.
func TestNobodyAsksWhoWrites(t *testing.T) {
	asked := map[string]bool{}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok {
					text = x.Name + "." + n.Sel.Name
				}
			case *ast.BasicLit:
				text = n.Value
			}
			if !whoWrites.MatchString(text) {
				return true
			}
			asked[s.path] = true
			if askers()[s.path] == "" {
				t.Errorf("%s asks for %s: who writes a change is for worker/coder and worker/agent to know", s.path, text)
			}
			return true
		})
	}
	if len(asked) < 5 {
		t.Errorf("only %d files are found that ask", len(asked))
	}
}
