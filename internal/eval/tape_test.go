package eval_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
)

// TestTapes replays the recorded projects: what a capable author wrote in
// earnest raises no hard finding, and every planted fault is caught.
func TestTapes(t *testing.T) {
	raw, err := os.ReadFile("testdata/tape/roadmap.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	calls, err := replay.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	rows := replay.Run(calls)
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
	const others = 0 // findings about honest drafts that are no more than shown
	if s := replay.Total(rows); s.Calls != 76 || s.Honest < 12 || s.Planted < 9 || s.Shown > others {
		t.Errorf("%s; want 76 calls with at least 12 honest drafts and 9 planted faults, and no finding about an honest draft", s)
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
