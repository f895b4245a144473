package trial_test

import (
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

// The old code and the new take turns in an order that nobody can foretell, and what runs sees nothing but their files: the
// same folder, environment, processes and times.
func TestNothingTellsWhichTreeRuns(t *testing.T) {
	t.Parallel()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	looks := `pwd; env | sort; id; ls -a /cache /tmp /dev/shm ..; ps -o pid= 2>/dev/null; echo $$; ls -l --time-style=+%Y-%m-%dT%H . | sed 's/ code$//'; find . -newermt '1 minute ago' | sort`
	for name, text := range map[string]string{"code": "old\n", "look.sh": looks} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"sh look.sh"}})
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
	now, test := "new\n", "asks\n"
	bare, err := y.Write(t.Context(), r, base, []workspace.Edit{{Path: "tests/a", Text: &test}})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := y.Write(t.Context(), r, bare, []workspace.Edit{{Path: "code", Text: &now}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := y.Between(t.Context(), r, commit, tree)
	if err != nil {
		t.Fatal(err)
	}
	b := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}
	orders := map[string]int{}
	for range testlevel.Count(12, 40, 200) {
		out, err := b.Try(t.Context(), trial.Subject{Repository: r, Step: "s1"}, c)
		if err != nil || len(out.Trials) != 2 || out.Trials[0].Phase != coding.TrialRed || out.Trials[1].Phase != coding.TrialGreen {
			t.Fatalf("%+v, %v", out, err)
		}
		if red, green := out.Trials[0].Tail, out.Trials[1].Tail; red != green || red == "" {
			t.Fatalf("the old code sees\n%s\nand the new\n%s", red, green)
		}
		if len(out.Order) != 4 || out.Order[0] == out.Order[1] || out.Order[2] == out.Order[3] {
			t.Errorf("%q: each has its turn before any has its second", out.Order)
		}
		orders[strings.Join(out.Order, " ")]++
	}
	if len(orders) < 2 {
		t.Errorf("the order is always %v", orders)
	}
}
