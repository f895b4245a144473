package trial_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// In a repository of many packages a turn's check runs the one that is touched, names it, and misses none of the others.
func TestATurnOfManyPackages(t *testing.T) {
	t.Parallel()
	if !testlevel.Proof() {
		return // all packages are built three times
	}
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	const packages = 60
	files := map[string]string{"go.mod": "module shop\n\ngo 1.21\n"}
	for n := range packages {
		files[fmt.Sprintf("p%d/p.go", n)] = fmt.Sprintf("package p%d\n\n// N is a number.\nconst N = %d\n", n, n)
		files[fmt.Sprintf("p%d/p_test.go", n)] = fmt.Sprintf("package p%d\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\nfunc TestP%d(t *testing.T) { time.Sleep(200 * time.Millisecond) }\n", n, n)
	}
	source := t.TempDir()
	for name, text := range files {
		at := filepath.Join(source, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"go test ./..."}})
	if err != nil {
		t.Fatal(err)
	}
	commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	base, err := y.Tree(t.Context(), r, commit)
	if err != nil {
		t.Fatal(err)
	}
	text := "package p1\n\n// N is a number.\nconst N = 99\n"
	tree, err := y.Write(t.Context(), r, base, []workspace.Edit{{Path: "p1/p.go", Text: &text}})
	if err != nil {
		t.Fatal(err)
	}
	b := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}
	run := func(s trial.Subject) coding.Trial {
		s.Repository, s.Step = r, "s1"
		began := time.Now()
		all, err := b.Run(t.Context(), s)
		if err != nil || len(all) != 1 || !all[0].Good() {
			t.Fatalf("%+v, %v", all, err)
		}
		t.Logf("%s %q: %s", s.Phase, all[0].Only, time.Since(began).Round(time.Millisecond))
		return all[0]
	}
	before := run(trial.Subject{Phase: coding.TrialBefore, Tree: base, Founders: true})
	whole := run(trial.Subject{Phase: coding.TrialGreen, Tree: tree, Before: []coding.Trial{before}})
	var names []string
	for n := range files {
		names = append(names, n)
	}
	part := run(trial.Subject{
		Phase: coding.TrialGreen, Tree: tree, Before: []coding.Trial{before},
		Touched: &trial.Touched{Long: r.Checks, Changed: []string{"p1/p.go"}, Names: names},
	})
	if whole.Passed != packages || whole.Only != "" || part.Passed != 1 || part.Only != "./p1" || len(part.Missing) > 0 || part.Name != r.Checks[0] || !strings.Contains(part.Passing[0], "TestP1") {
		t.Errorf("all of it: %d passed; what is touched: %+v", whole.Passed, part)
	}
}
