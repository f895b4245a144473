package eval_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

// TestDecidedLinesOfStudies counts what the items of recorded studies decided for later ones,
// as their last versions have it: all of it is handed on but the one line whose sum stands
// nowhere in its text. Of linen-anew 19 lines were handed on before, of bikes-anew 11.
func TestDecidedLinesOfStudies(t *testing.T) {
	for study, want := range map[string]struct {
		handed int
		left   []string
	}{
		"linen":      {10, nil},
		"linen-anew": {26, []string{`valadas board and gas = 4,218.90 EUR with IVA, award by 4 December 2026, 1,265.67 EUR on award: the text does not say "4,218.90 EUR"`}},
		"bikes":      {0, nil},
		"bikes-anew": {12, nil},
	} {
		raw, err := os.ReadFile(filepath.Join("testdata", "study", study, "tape.jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		calls, err := replay.Read(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		last := map[string]string{}
		for _, c := range calls {
			switch {
			case c.Gone:
			case c.Stage == org.StageSynthesize:
				last[c.Title] = c.Reply
			case c.Stage == org.StageRevise:
				last[c.Title] = check.Revise(last[c.Title], c.Reply, nil).Reply
			}
		}
		handed := 0
		var left []string
		for _, reply := range last {
			d := check.ParseDraft(reply)
			handed += len(d.Decided)
			for _, l := range d.LeftOut {
				left = append(left, l.Line+": "+l.Why)
			}
		}
		if handed != want.handed || strings.Join(left, "\n") != strings.Join(want.left, "\n") {
			t.Errorf("%s: %d lines are handed on, left out are %q; want %d, %q", study, handed, left, want.handed, want.left)
		}
	}
}
