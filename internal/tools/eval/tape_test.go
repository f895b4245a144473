package eval_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
)

// TestTapes replays the recorded projects: what a capable author wrote in
// earnest raises no hard finding, and every planted fault is caught.
func TestTapes(t *testing.T) {
	// The findings are those about honest drafts that are shown and no more.
	want := map[string]replay.Sum{
		"roadmap": {Calls: 76, Honest: 12, Planted: 9},
		"bakery":  {Calls: 20, Honest: 8, Planted: 1, Shown: 1},
		"pricing": {Calls: 18, Honest: 7, Planted: 1, Shown: 1},
		"mails":   {Calls: 24, Honest: 9, Planted: 2},
		"market":  {Calls: 36, Honest: 19, Planted: 1},
		"company": {Calls: 17, Honest: 3},
		// These are replayed as whole projects too, by cmd/internal/tools/recordtest.
		"project/bread":   {Calls: 18, Honest: 6, Planted: 1},
		"project/pricing": {Calls: 23, Honest: 7, Planted: 3, Shown: 1},
		"project/mails":   {Calls: 32, Honest: 12, Planted: 1, Shown: 1},
		"project/market":  {Calls: 29, Honest: 10, Planted: 1},
		// Their labels by sentence are in TestLabelledStudies.
		"study/linen":      {Calls: 28, Honest: 14, Shown: 18},
		"study/bikes":      {Calls: 36, Honest: 15, Shown: 7},
		"study/linen-anew": {Calls: 27, Honest: 12, Shown: 2},
		"study/bikes-anew": {Calls: 33, Honest: 14},
	}
	files, err := filepath.Glob("testdata/tape/*.jsonl.gz")
	whole, failed := filepath.Glob("testdata/[ps][rt]*/*/tape.jsonl.gz") // of projects and studies
	files, err = append(files, whole...), errors.Join(err, failed)
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d tapes, %v; want %d", len(files), err, len(want))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		if name == "tape" {
			name = filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "testdata/"))
		}
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			calls, err := replay.Read(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			rows := replay.Run(calls)
			tell(t, rows)
			if s := replay.Total(rows); s != want[name] {
				t.Errorf("%s; want %s", s, want[name])
			}
		})
	}
}

// tell logs what was found, and fails for what is false or missed.
func tell(t *testing.T, rows []replay.Row) {
	t.Helper()
	for _, r := range rows {
		t.Logf("%d %s: %s", r.N, r.Stage, r.Read)
		for _, s := range r.Soft {
			t.Logf("\tshown: %s", s)
		}
		for _, h := range r.Hard {
			t.Logf("\thard: %s", h)
		}
		if len(r.False) > 0 {
			t.Errorf("call %d, %s: false: %s", r.N, r.Stage, strings.Join(r.False, "\n\t"))
		}
		if len(r.Missed) > 0 {
			t.Errorf("call %d, %s: missed: %q", r.N, r.Stage, r.Missed)
		}
	}
}

// A tape whose planted fault is taken for honest, or whose honest draft is said
// to hide one, fails: the measure itself tells them apart.
func TestTapeTellsFalseFromMissed(t *testing.T) {
	const prompt = `"messages":[{"role":"user","content":"Title: Count\n\n<<<data x passages>>>\n┃ <S1:p1 file> The quarter has 412 offices.\n<<<end x>>>\n"}]`
	for _, c := range []struct {
		reply, planted       string
		falsely, missed, all int
	}{
		{"The quarter has 412 offices [S1:p1].", "", 0, 0, 1},
		{"The quarter has 421 offices [S1:p1].", `"421"`, 0, 0, 1},
		{"The quarter has 421 offices [S1:p1].", "", 1, 0, 1},
		{"The quarter has 412 offices [S1:p1].", `"412"`, 0, 1, 1},
	} {
		calls, err := replay.Read(strings.NewReader(`{"n":1,"stage":"synthesize",` + prompt + `,"reply":"` + c.reply + `","planted":[` + c.planted + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		if s := replay.Total(replay.Run(calls)); s.False != c.falsely || s.Missed != c.missed || s.Calls != c.all {
			t.Errorf("%s, planted [%s]: %s; want %d false and %d missed", c.reply, c.planted, s, c.falsely, c.missed)
		}
	}
}
