package coder_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// site is a repository with a model that says what a test has written down for it.
type site struct {
	task  coder.Task
	says  []string       // the n-th turn's reply
	asked map[int]int    // how often each turn was asked for
	shown []string       // all that the model was shown, turn by turn
	kept  map[int]string // turns as they are stored
	die   int            // the turn after which the process is gone
	faults
}

// faults are what each try of the change meets.
type faults [][]string

var errGone = errors.New("the process is gone")

// siteOf makes a repository of files.
func siteOf(t *testing.T, files map[string]string, says ...string) *site {
	t.Helper()
	source := t.TempDir()
	for name, text := range files {
		at := filepath.Join(source, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	s := &site{says: says, asked: map[int]int{}, kept: map[int]string{}}
	s.task = coder.Task{
		Turns: org.CodeTurns, Tries: org.CodeTries,
		Ask: func(_ context.Context, n int, c prompt.TurnContract) (string, string, error) {
			s.asked[n]++
			raw, err := json.Marshal(c) //nolint:musttag // a text to look through
			s.shown = append(s.shown, string(raw))
			if n > len(s.says) {
				return `{"actions":[{"do":"give_up","text":"no more"}]}`, "", err
			}
			return s.says[n-1], "family", err
		},
		Keep: func(ctx context.Context, n int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
			var t coder.Turn
			if raw, ok := s.kept[n]; ok {
				return t, json.Unmarshal([]byte(raw), &t)
			}
			t, err := do(ctx)
			if err != nil {
				return t, err
			}
			raw, err := json.Marshal(t)
			s.kept[n] = string(raw)
			if err == nil && n == s.die {
				err = errGone
			}
			return t, err
		},
		Check: func(context.Context, string) ([]coding.Trial, error) {
			return []coding.Trial{{Name: "go test", Exit: 1, Tail: "comma_test.go:7: got 15"}}, nil
		},
		Prove: func(_ context.Context, n int, _ coding.Change) ([]string, error) {
			if n <= len(s.faults) {
				return s.faults[n-1], nil
			}
			return nil, nil
		},
	}
	s.move(t, source)
	return s
}

// move sets the site up in a yard that knows nothing of it.
func (s *site) move(t *testing.T, source string) {
	t.Helper()
	y := workspace.Dir{Home: t.TempDir()}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"go test"}})
	if err != nil {
		t.Fatal(err)
	}
	s.task.Workspaces, s.task.Repository = y, r
	if s.task.Base, _, err = y.Base(t.Context(), coding.CodeOrder{Repository: r}); err == nil {
		s.task.BaseTree, err = y.Tree(t.Context(), r, s.task.Base)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (s *site) text(t *testing.T, c coding.Change, name string) string {
	t.Helper()
	text, err := s.task.Workspaces.Read(t.Context(), s.task.Repository, c.Tree, name)
	if err != nil {
		t.Fatalf("read %s: %v", name, err)
	}
	return text
}

// said is a turn of actions, each "DO|PATH|FIND|TEXT".
func said(actions ...string) string {
	var all []coder.Action
	for _, a := range actions {
		f := append(strings.Split(a, "|"), "", "", "")
		all = append(all, coder.Action{Do: f[0], Path: f[1], Find: f[2], Text: f[3]})
	}
	return spell(all...)
}

// spell writes actions as a model does.
func spell(all ...coder.Action) string {
	var b strings.Builder
	for _, a := range all {
		b.WriteString(strings.TrimSpace("@@ "+a.Do+" "+a.Path) + "\n")
		texts := []string{a.Text}
		if strings.HasPrefix(a.Do, "replace") {
			texts = []string{a.Find, a.Text}
		}
		for i, text := range texts {
			if text == "" && a.Do != "write" && i == 0 {
				continue
			}
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			if strings.HasPrefix(a.Do, "replace") && text != "" || text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			b.WriteString(fence + "\n" + text + fence + "\n")
		}
	}
	return b.String()
}

var shop = map[string]string{"fee.go": "package fee\n\nvar a = 1\nvar b = 1\n", "dos.txt": "one\r\ntwo\r\n", "AGENTS.md": "Use tabs."}

// A change grows over turns; a turn of which one action cannot be done leaves nothing behind.
func TestTurnsMakeAChange(t *testing.T) {
	t.Parallel()
	s := siteOf(t, shop,
		said("search|||= 1", "read|fee.go", "read|none.go", "list|new"),
		said("write|new/fee_test.go||package fee\n", "replace|fee.go|= 1|= 2"),
		said("read|none.go", "replace|dos.txt|one\ntwo|one\nthree", "replace|fee.go|var b = 1|var b = 2", "write|new/fee_test.go||package fee // \u202e \x1b <\u200b@1>\n"),
		said("check"),
		said("delete|AGENTS.md", "done|||It reads a comma."),
	)
	c, err := coder.Written(t.Context(), s.task)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range c.Files {
		paths = append(paths, f.Path)
	}
	if want := []string{"AGENTS.md", "dos.txt", "fee.go", "new/fee_test.go"}; !slices.Equal(paths, want) {
		t.Errorf("the change touches %v, want %v", paths, want)
	}
	if got := s.text(t, c, "fee.go"); got != "package fee\n\nvar a = 1\nvar b = 2\n" {
		t.Errorf("fee.go is %q", got)
	}
	if got := s.text(t, c, "dos.txt"); got != "one\r\nthree\r\n" {
		t.Errorf("the ends of lines changed: %q", got)
	}
	if got := s.text(t, c, "new/fee_test.go"); got != "package fee // \u202e \x1b <\u200b@1>\n" {
		t.Errorf("code was changed on its way: %q", got)
	}
	if !strings.Contains(s.shown[3], "line 1 holds U+202E") {
		t.Errorf("what hides in code is not named: %s", s.shown[3])
	}
	for turn, want := range map[int]string{2: "there is no file none.go", 3: "stand 2 times in fee.go (lines 3, 4)"} {
		if !strings.Contains(s.shown[turn-1], want) || turn == 2 && !strings.Contains(s.shown[1], "fee.go:3:var a = 1") {
			t.Errorf("turn %d was not shown %q: %s", turn, want, s.shown[turn-1])
		}
	}
	if !strings.Contains(s.shown[0], "Use tabs.") || !strings.Contains(s.shown[4], "comma_test.go:7") {
		t.Errorf("the house's rules or what the checks said were not shown")
	}
	if c.Said != "It reads a comma." {
		t.Errorf("it is said to be %q", c.Said)
	}
}

// Whatever turn a process dies after, another one, on another machine, asks for no turn again
// and comes to the same change.
func TestNoTurnIsAskedTwice(t *testing.T) {
	t.Parallel()
	says := []string{
		said("write|a_test.go||package fee\n"), said("read|a_test.go"), said("done|||First."),
		said("replace|fee.go|var b = 1|var b = 2"), said("done|||It is mended."),
	}
	whole := siteOf(t, shop, says...)
	whole.faults = faults{{"its own tests pass without it"}}
	want, err := coder.Written(t.Context(), whole.task)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= len(says); n++ {
		s := siteOf(t, shop, says...)
		s.faults, s.die = faults{{"its own tests pass without it"}}, n
		if _, err := coder.Written(t.Context(), s.task); !errors.Is(err, errGone) {
			t.Fatalf("killed after turn %d: %v", n, err)
		}
		s.die = 0
		s.move(t, s.task.Repository.Source)
		c, err := coder.Written(t.Context(), s.task)
		if err != nil || c.Tree != want.Tree || c.Said != want.Said {
			t.Errorf("killed after turn %d: %s (%q), %v; want %s", n, c.Tree, c.Said, err, want.Tree)
		}
		if !maps.Equal(s.asked, whole.asked) {
			t.Errorf("killed after turn %d: turns were asked for %v times, want %v", n, s.asked, whole.asked)
		}
	}
}

// A round has an end, and says why.
func TestARoundEnds(t *testing.T) {
	t.Parallel()
	same := said("read|fee.go")
	for _, c := range []struct {
		name string
		says []string
		want string
	}{
		{"gives up", []string{said("give_up|||Nobody said which currency.")}, "Nobody said which currency"},
		{"gives up after a try", []string{said("write|n.txt||1\n", "done|||It is."), said("give_up|||I know no better.")}, "I know no better; what it had made was not done: no test"},
		{"the same again", slices.Repeat([]string{same}, 9), "changed nothing and looked at nothing new"},
		{"what cannot be done", slices.Repeat([]string{said("replace|fee.go|nine|ten")}, 9), "changed nothing and looked at nothing new"},
		{"never done", slices.Collect(func(yield func(string) bool) {
			for n := range org.CodeTurns + 1 {
				if !yield(said(fmt.Sprintf("write|n.txt||%d\n", n))) {
					return
				}
			}
		}), fmt.Sprintf("not done after %d turns", org.CodeTurns)},
		{"tried too often", slices.Collect(func(yield func(string) bool) {
			for n := range org.CodeTurns {
				if !yield(said(fmt.Sprintf("write|n.txt||%d\n", n), "done|||Now it is.")) {
					return
				}
			}
		}), "no test"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := siteOf(t, shop, c.says...)
			s.faults = slices.Repeat(faults{{"no test"}}, org.CodeTries)
			_, err := coder.Written(t.Context(), s.task)
			var no *coder.NothingError
			if !errors.As(err, &no) || !strings.Contains(no.Text, c.want) {
				t.Errorf("it ended with %v, want %q", err, c.want)
			}
		})
	}
}

// What an earlier round made is gone on from; where it no longer fits, the work begins anew.
func TestARoundGoesOnFromTheLast(t *testing.T) {
	t.Parallel()
	first := siteOf(t, shop, said("replace|fee.go|var b = 1|var b = 2", "done|||Half of it."))
	half, err := coder.Written(t.Context(), first.task)
	if err != nil {
		t.Fatal(err)
	}
	for name, patch := range map[string][]byte{"fits": half.Patch, "does not": []byte(strings.ReplaceAll(string(half.Patch), "var a", "var z"))} {
		s := siteOf(t, shop, said("write|b_test.go||package fee\n", "done|||All of it."))
		s.task.Start = patch
		c, err := coder.Written(t.Context(), s.task)
		if want := map[string]int{"fits": 2, "does not": 1}[name]; err != nil || len(c.Files) != want {
			t.Errorf("%s: %d files, %v; want %d", name, len(c.Files), err, want)
		}
	}
}

// No path leads out of the tree, and none among git's own files.
func TestPathsStayInTheTree(t *testing.T) {
	t.Parallel()
	for _, p := range []string{"../x", "/etc/passwd", ".git/config", "a/../../x", ".GIT/hooks/x", "a//b", "new/", "./../x", "a/.git/x", "git~1/x"} {
		s := siteOf(t, shop, said("write|"+p+"||x\n"))
		_, err := coder.Written(t.Context(), s.task)
		var no *coder.NothingError
		if !errors.As(err, &no) || !strings.Contains(s.shown[1], "is no path for a file here") {
			t.Errorf("%s: %v, shown %s", p, err, s.shown[len(s.shown)-1])
		}
	}
}

// What is called done behind a check of the same turn that failed is not tried: it cost a try, and what is seen says so. Where that
// check failed before the change too, or the code changed after it, it is.
func TestDoneBehindAFailedCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		turn   []string
		before []coding.Trial
		void   bool
	}{
		"it failed":            {[]string{"replace|fee.go|var a = 1|var a = 2", "check", "done|||It reads a comma."}, nil, true},
		"it failed before too": {[]string{"replace|fee.go|var a = 1|var a = 2", "check", "done|||It reads a comma."}, []coding.Trial{{Name: "go test", Exit: 1}}, false},
		"then it was changed":  {[]string{"check", "replace|fee.go|var a = 1|var a = 2", "done|||It reads a comma."}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := siteOf(t, shop, said(c.turn...), said("done|||It does now."))
			s.task.Before = c.before
			tries := 0
			prove := s.task.Prove
			s.task.Prove = func(ctx context.Context, n int, change coding.Change) ([]string, error) {
				tries++
				return prove(ctx, n, change)
			}
			change, err := coder.Written(t.Context(), s.task)
			if err != nil || tries != 1 {
				t.Fatalf("it was tried %d times: %v", tries, err)
			}
			if void := change.Said == "It does now."; void != c.void {
				t.Errorf("it is said to be %q", change.Said)
			}
			if c.void && !strings.Contains(s.shown[1], "It counts for nothing, as the check of this turn failed.") {
				t.Errorf("the next turn is not told: %s", s.shown[1])
			}
		})
	}
}
