package cmd_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// No text becomes a command. Only the reader of skills from outside (its
// scanners), the fence, update, which tries a version whose signature it checked, and connect, which opens the
// founder's own browser, start programs,
// without a shell and with arguments of their own. The checks of a repository are lines for a
// shell: the fence alone has one, behind its walls.
func TestNoShell(t *testing.T) {
	may := []string{"cmd/internal/vet/", "cmd/internal/update/", "worker/fence/", "cmd/internal/cli/connect_google.go"}
	// cache.go lays a cache for what runs behind them, by a constant text; service.go and hook.go run behind them themselves
	behindWalls := []string{"worker/fence/fence.go", "worker/fence/check.go", "worker/fence/cache.go", "worker/fence/service.go", "worker/fence/hook.go"}
	found := 0
	for _, s := range sources(t) {
		starts := slices.ContainsFunc(s.file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"os/exec"` })
		if starts && !slices.ContainsFunc(may, func(dir string) bool { return strings.HasPrefix(s.path, dir) }) {
			t.Errorf("%s can start programs", s.path)
		}
		if !starts {
			continue
		}
		found++
		if slices.Contains(behindWalls, s.path) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if v, err := strconv.Unquote(lit.Value); err == nil && slices.Contains([]string{"sh", "bash", "/bin/sh", "/bin/bash", "-c"}, v) {
					t.Errorf("%s names a shell: %s", s.path, lit.Value)
				}
			}
			return true
		})
	}
	if found == 0 {
		t.Error("nothing starts a program: does the test still look at the right files?")
	}
}

// No value is printed into a statement. What the store hands to the
// database are its own words and bound parameters.
func TestNoSprintfSQL(t *testing.T) {
	verb := regexp.MustCompile(`(?i)^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)
	seen := 0
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && verb.MatchString(strings.Trim(lit.Value, "`\"")) && strings.HasPrefix(s.path, "store/") {
				seen++
			}
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 {
				return true
			}
			f, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(f.Sel.Name, "Sprint") {
				return true
			}
			if lit, ok := c.Args[0].(*ast.BasicLit); ok && verb.MatchString(strings.Trim(lit.Value, "`\"")) && strings.Contains(lit.Value, " FROM ") {
				t.Errorf("%s prints into a statement: %.80s", s.path, lit.Value)
			}
			return true
		})
	}
	if seen < 100 {
		t.Errorf("%d statements seen, want 100 at least", seen)
	}
}
