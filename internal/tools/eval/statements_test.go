package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// statement is one labelled statement with the world that it is judged in.
type statement struct {
	world, task string
	kind        org.StepKind
	passages    []work.Passage
	text        string
	lie         string // the kind of lie; empty for an honest statement
}

// statements reads testdata/statements; its README gives the format.
func statements(t *testing.T) []statement {
	t.Helper()
	files, err := filepath.Glob("testdata/statements/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []statement
	for _, f := range files {
		if filepath.Base(f) == "README.md" {
			continue
		}
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, worldOf(t, strings.TrimSuffix(filepath.Base(f), ".md"), string(raw))...)
	}
	return out
}

func worldOf(t *testing.T, name, text string) []statement {
	t.Helper()
	kinds := map[string]org.StepKind{"research": org.KindResearch, "decision": org.KindStrategy, "plan": org.KindStrategy, "copy": org.KindWriting}
	now := statement{world: name}
	var out []statement
	section := ""
	take := func(paragraph string) {
		switch section {
		case "Passages":
			id, said, _ := strings.Cut(strings.TrimPrefix(paragraph, "["), "] ")
			source, _, _ := strings.Cut(id, ":")
			now.passages = append(now.passages, work.Passage{ID: id, Text: said, End: len(said), Document: org.DocumentID(source), Site: source + ".example"})
		case "Honest":
			s := now
			s.text = paragraph
			out = append(out, s)
		case "Lies":
			s := now
			kind, said, found := strings.Cut(strings.TrimPrefix(paragraph, "("), ") ")
			if !found {
				t.Fatalf("%s: %q does not name the kind of lie", name, paragraph)
			}
			s.lie, s.text = kind, said
			out = append(out, s)
		default:
			t.Fatalf("%s: %q stands in no section", name, paragraph)
		}
	}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var rest []string
		for line := range strings.Lines(paragraph) {
			line = strings.TrimRight(line, "\n")
			if title, ok := strings.CutPrefix(line, "## "); ok {
				section = title
			} else if task, ok := strings.CutPrefix(line, "Task: "); ok {
				now.task = task
			} else if kind, ok := strings.CutPrefix(line, "Kind: "); ok {
				if now.kind = kinds[kind]; now.kind == "" {
					t.Fatalf("%s: unknown kind %q", name, kind)
				}
			} else if !strings.HasPrefix(line, "# ") && line != "" {
				rest = append(rest, line)
			}
		}
		if len(rest) > 0 {
			take(strings.Join(rest, "\n"))
		}
	}
	return out
}

// TestStatements runs the checks by code over statements with labels: no
// honest one may be refused, and every lie must be found.
func TestStatements(t *testing.T) {
	type tally struct{ all, wrong int }
	honest, lies := map[string]*tally{}, map[string]*tally{}
	count := func(in map[string]*tally, key string, wrong bool) {
		if in[key] == nil {
			in[key] = &tally{}
		}
		in[key].all++
		if wrong {
			in[key].wrong++
		}
	}
	n := 0
	for _, s := range statements(t) {
		n++
		a := check.Run(check.Subject{
			Step: org.Step{Title: s.task, Kind: s.kind}, Draft: check.ParseDraft(s.text), Evidence: work.Evidence{Passages: s.passages}, Context: s.task,
		})
		var found []string
		for _, d := range a.MustFix {
			found = append(found, fmt.Sprintf("%s: %s", d.Check, d.Fix))
		}
		if s.lie != "" {
			count(lies, s.lie, len(found) == 0)
			if len(found) == 0 {
				t.Errorf("%s: not found (%s): %s", s.world, s.lie, s.text)
			}
			continue
		}
		count(honest, string(s.kind), len(found) > 0)
		if len(found) > 0 {
			t.Errorf("%s: refused: %s\n\t%s", s.world, s.text, strings.Join(found, "\n\t"))
		}
	}
	if n != 203+67 {
		t.Errorf("%d statements were read, want 203 honest ones and 67 lies", n)
	}
	for what, in := range map[string]map[string]*tally{"honest, refused": honest, "lies, missed": lies} {
		var keys []string
		for k := range in {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			t.Logf("%s: %s: %d of %d", what, k, in[k].wrong, in[k].all)
		}
	}
}
