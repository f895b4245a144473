package terminal_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/width"

	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/internal/org"
)

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func view() terminal.View {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	step := func(id, title string, phase int, s org.StepState) org.Step {
		return org.Step{ID: org.StepID(id), Title: title, Phase: phase, State: s, Agent: "agent-scout", Tier: org.T1}
	}
	done := step("s1", "Find the price of a bag", 0, org.StepCompleted)
	done.StartedAt, done.EndedAt = at, at.Add(12300*time.Millisecond)
	work := step("s2", "Compare the prices and bag sizes of Mossback Coffee, Redpine Roasters and Quayside Beans", 0, org.StepInProgress)
	work.StartedAt, work.Stage, work.Tier = at, "synthesize", org.T2
	review := step("s3", "日本のコーヒーの価格を調べて比較する", 0, org.StepInReview)
	review.StartedAt = at
	held := step("s4", "Choose\na roaster", 1, org.StepPending)
	held.Held = org.HoldGate | org.HoldBudget
	waiting := step("s6", "Write the plan", 1, org.StepPending)
	waiting.OpenDeps = 2
	failed := step("s7", "Find a van \x1b[31m", 1, org.StepFailed)
	failed.Agent = "agent-gone"
	assembly := step("s9", "Assemble: all", 1, org.StepPending)
	assembly.Kind, assembly.Agent, assembly.OpenDeps = org.KindAssembly, "agent-chief", 3
	return terminal.View{
		Project: org.Project{ID: "p1", Title: "Coffee by post", Phases: []org.Phase{{Index: 0, Label: "Phase 1: Know"}, {Index: 1, Label: "Phase 2: Make"}}},
		Steps:   []org.Step{done, work, review, held, step("s5", "Taste", 1, org.StepPending), waiting, failed, step("s8", "Sail", 1, org.StepCancelled), assembly},
		Names:   map[org.AgentID]string{"agent-scout": "Scout", "agent-chief": "Frasier"},
		Cost:    map[org.StepID]org.NanoUSD{"s1": 12_345_678, "s2": 3 * org.Dollar, "s7": 5},
		Now:     at.Add(90 * time.Second),
	}
}

// wide measures a line as a terminal shows it.
func wide(s string) int {
	n := 0
	for _, r := range s {
		n++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

func TestFrame(t *testing.T) {
	for _, columns := range []int{80, 40, 12, 1, 0} {
		frame := terminal.Frame(view(), columns)
		for _, l := range frame {
			if strings.ContainsAny(l, "\n\t\x1b") || columns > 0 && wide(l) > columns {
				t.Errorf("at %d columns: line %q is %d wide", columns, l, wide(l))
			}
		}
		if columns == 80 || columns == 40 {
			golden(t, fmt.Sprintf("frame%d.txt", columns), strings.Join(frame, "\n")+"\n")
		}
	}
	all := strings.Join(terminal.Frame(view(), 0), "\n")
	for _, want := range []string{"1 of 8 steps done", "waits for your approval", "Scout, checking, 90.0 s, $3.00", "in review", "12.3 s, $0.01", "90.0 s", "Put the document together"} {
		if !strings.Contains(all, want) {
			t.Errorf("frame lacks %q:\n%s", want, all)
		}
	}
	if one := strings.Join(terminal.Frame(terminal.View{}, 80), "\n"); !strings.Contains(one, "0 of 0 steps done") {
		t.Errorf("an empty view is %q", one)
	}
}

// screen carries out what a painter writes: lines, moves up, and clearing.
func screen(t *testing.T, written string) []string {
	t.Helper()
	var lines []string
	row := 0
	for written != "" {
		if rest, ok := strings.CutPrefix(written, "\x1b["); ok {
			i := strings.IndexAny(rest, "AJ")
			if i < 0 {
				t.Fatalf("unknown command in %q", written)
			}
			n := 0
			if _, err := fmt.Sscanf(rest[:i]+"0", "%d", &n); err != nil {
				t.Fatal(err)
			}
			if rest[i] == 'A' {
				row -= n / 10
			} else {
				lines = lines[:row]
			}
			written = rest[i+1:]
			continue
		}
		line, rest, _ := strings.Cut(written, "\n")
		lines, written = append(lines[:row], line), rest
		row++
	}
	return lines
}

func TestPainter(t *testing.T) {
	var out bytes.Buffer
	p := terminal.Painter{Out: &out}
	for _, frame := range [][]string{{"a", "b", "c"}, {"d", "e", "f", "g"}, {"h"}, {}, {"i", "j"}} {
		if err := p.Draw(frame); err != nil {
			t.Fatal(err)
		}
		if got := screen(t, out.String()); strings.Join(got, "|") != strings.Join(frame, "|") {
			t.Errorf("after %q the screen shows %q", frame, got)
		}
	}
	out.Reset()
	low := terminal.Painter{Out: &out, Height: 3}
	for range 2 {
		if err := low.Draw([]string{"1", "2", "3", "4", "5"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := screen(t, out.String()); strings.Join(got, "") != "45" {
		t.Errorf("a terminal of 3 lines shows %q, want the last two and the cursor's line", got)
	}
	r, w := io.Pipe()
	shut(t, r)
	if err := (&terminal.Painter{Out: w}).Draw([]string{"x"}); err == nil {
		t.Error("a closed screen: no error")
	}
}
