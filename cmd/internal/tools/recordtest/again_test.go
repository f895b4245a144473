package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// recorded is the folder of a recorded project that was run.
type recorded struct {
	t      *testing.T
	folder string
	corpus string
}

// frasier runs a command beside the project. A model that is asked fails the test.
func (r recorded) frasier(want int, args ...string) string {
	r.t.Helper()
	var said bytes.Buffer
	p := process{args: args, dir: r.folder, in: strings.NewReader(""), out: &said, err: &said, env: r.env()}
	code, err := p.with(r.t.Context(), func(q llmtest.Request) (llmtest.Reply, bool) {
		r.t.Errorf("frasier %s asks a model for %s of %q", strings.Join(args, " "), q.Stage, q.Title)
		return llmtest.Reply{Fault: "503"}, true
	})
	if err != nil || code != want {
		r.t.Errorf("frasier %s: exit %d, %v, want %d:\n%s", strings.Join(args, " "), code, err, want, said.String())
	}
	return said.String()
}

func (r recorded) env() []string {
	return []string{"HOME=" + r.folder, "PATH=" + os.Getenv("PATH"), "FRASIER_HOME=" + filepath.Join(r.folder, "home"), "FRASIER_CORPUS=" + r.corpus}
}

// TestRecordedProjectsAgain runs the projects with the replies that a person wrote and does
// them again from what is kept: every stage gives the same bytes and nobody is asked. With
// another prompt the stages that it is for, and no others, would be asked otherwise.
// Once it was forgotten what they were made of, nothing passes for the same.
func TestRecordedProjectsAgain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bread", "mails", "market", "pricing"} {
		t.Run(name, func(t *testing.T) {
			if name != "mails" && !testlevel.Check() { // the one with a rejected round and with letters
				testlevel.LeaveToCheck(t, "runs in make check")
			}
			again(t, name)
		})
	}
}

// ran runs a recorded project, and returns what was asked and answered in it.
func ran(t *testing.T, name string) (recorded, []replay.Call) {
	t.Helper()
	whole, err := filepath.Abs(filepath.Join(projects, name))
	if err != nil {
		t.Fatal(err)
	}
	tape := filepath.Join(whole, "tape.jsonl.gz")
	raw, err := os.ReadFile(tape)
	if err != nil {
		t.Fatal(err)
	}
	calls, err := replay.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	r := recorded{t, t.TempDir(), filepath.Join(whole, "corpus")}
	var said bytes.Buffer
	code, _, err := play(t.Context(), tape, process{
		args: []string{"run", filepath.Join(whole, "roadmap.md"), "-out", "out"}, dir: r.folder, in: strings.NewReader(""), out: &said, err: &said, env: r.env(),
	})
	if code != 0 || err != nil {
		t.Fatalf("exit %d, %v:\n%s", code, err, said.String())
	}
	return r, calls
}

func again(t *testing.T, name string) {
	t.Helper()
	r, calls := ran(t, name)
	critiques := 0
	for _, c := range calls {
		if c.Stage == "critique" && !c.Gone {
			critiques++
		}
	}
	all := r.frasier(0, "replay", "p1", "--all")
	stages := strings.Count(all, " same")
	sum := regexp.MustCompile(`(?m)^(\d+) of (\d+) stages came out the same, byte for byte`).FindStringSubmatch(all)
	if sum == nil || sum[1] != sum[2] || stages < 3*critiques || critiques == 0 {
		t.Fatalf("done again, with %d critiques:\n%s", critiques, all)
	}
	if err := os.MkdirAll(filepath.Join(r.folder, "prompts", "stage"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.folder, "prompts", "stage", "critique.md"), []byte("Judge the draft as a baker would.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := r.frasier(4, "replay", "p1", "--prompts", "prompts")
	t.Logf("%s stages of %s are the same, done again", sum[1], name)
	rows := regexp.MustCompile(`(?m)^s\d+ +round \d +critique/\d+ +asked otherwise +\d+ tokens instead of \d+ \(-\d+\)$`).FindAllString(other, -1)
	if len(rows) != critiques || strings.Count(other, "asked otherwise") != critiques {
		t.Errorf("with another prompt for the critic, want %d stages asked otherwise:\n%s", critiques, other)
	}
	r.frasier(0, "replay", "p1") // other prompts were tried and nothing was changed by it
	r.forget()
	gone := r.frasier(4, "replay", "p1")
	if !strings.Contains(gone, "no longer kept") || strings.Contains(gone, "byte for byte") {
		t.Errorf("after it was forgotten:\n%s", gone)
	}
}

// TestRecordedProjectAnew asks what other prompts ask otherwise of a model that writes as
// the person did, and one sentence more: that is what is told, judged by the same critic,
// and nothing of the project changes.
func TestRecordedProjectAnew(t *testing.T) {
	t.Parallel()
	r, calls := ran(t, "bread")
	before := r.frasier(0, "replay", "p1", "--all")
	folder := filepath.Join(r.folder, "prompts", "stage")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"synthesize.md", "critique.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("Do it as a baker would.\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	asked := map[string]int{}
	p := process{args: []string{"replay", "p1", "--prompts", "prompts", "--live", "--cap", "2"}, dir: r.folder, in: strings.NewReader(""), out: &said, err: &said, env: r.env()}
	code, err := p.with(t.Context(), func(q llmtest.Request) (llmtest.Reply, bool) {
		asked[q.Stage]++
		if q.Stage == "critique" && strings.Contains(q.Prompt, "as a baker would") {
			t.Error("the critic is another one")
		}
		for _, c := range calls {
			if c.Stage == q.Stage && c.Title == q.Title {
				if q.Stage == "synthesize" {
					return llmtest.Reply{Text: c.Reply + "\n\nAll of this should be looked at again in a year."}, true
				}
				return llmtest.Reply{Text: c.Reply}, true
			}
		}
		return llmtest.Reply{Fault: "503"}, true
	})
	if err != nil || asked["synthesize"] == 0 || asked["critique"] == 0 {
		t.Errorf("exit %d, %v; asked %v:\n%s", code, err, asked, said.String())
	}
	more := 0
	for _, m := range regexp.MustCompile(`(?m)^s\d+ +synthesize/0 +quotes (\d+) > (\d+) .* words (\d+) > (\d+) `).FindAllStringSubmatch(said.String(), -1) {
		was, err := strconv.Atoi(m[3])
		now, failed := strconv.Atoi(m[4])
		if err != nil || failed != nil {
			t.Errorf("%s: %v, %v", m[0], err, failed)
		}
		if now > was { // others were revised, as the person did
			more++
		}
	}
	if more == 0 || strings.Count(said.String(), "synthesize/0") < 3 {
		t.Errorf("no draft has a sentence more, or few were written anew:\n%s", said.String())
	}
	if after := r.frasier(0, "replay", "p1", "--all"); after != before {
		t.Errorf("the project is another one:\n%s", after)
	}
}

// forget deletes what only served the making, as the clock does after some months.
func (r recorded) forget() {
	r.t.Helper()
	later := func() time.Time { return time.Now().AddDate(1, 0, 0) }
	db, err := store.Open(context.WithoutCancel(r.t.Context()), store.Options{Path: filepath.Join(r.folder, "home", "frasier.db"), Home: filepath.Join(r.folder, "home"), Now: later})
	if err != nil {
		r.t.Fatal(err)
	}
	if n, err := db.Prune(r.t.Context(), later().AddDate(0, 0, -90)); err != nil || n != 1 {
		r.t.Errorf("%d projects were pruned: %v", n, err)
	}
	if err := db.Close(); err != nil {
		r.t.Error(err)
	}
}
