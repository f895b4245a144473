package outward_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	did "github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Whoever makes a pull request names its files, and what is said of them at the forge stands there in a founder's name: no name of a file ends
// what it stands in, and no word loads a picture or calls somebody.
func TestNamesOfFilesStayNames(t *testing.T) {
	t.Parallel()
	const odd = "a` @acme/all ![x](https://evil.example/x.png) `\n# b_test.go"
	f := coding.ProvedFinding{ReviewFinding: coding.ReviewFinding{File: odd, Text: "See ![x](https://evil.example/y.png), @acme/all."}, Test: &coding.FindingTest{Path: odd, Text: "x", Failing: []string{"TestX"}}}
	for _, said := range []string{did.DescribeFinding(f), did.DescribeBelow(outward.FindingOrder{Path: odd, Line: 3, Body: "It fails."})} {
		for line := range strings.Lines(said) {
			var open []string // what stands in no code
			for i, part := range strings.Split(line, "`") {
				if i%2 == 0 {
					open = append(open, part)
				}
			}
			if bare := strings.Join(open, ""); strings.Contains(bare, "@acme") || strings.Contains(bare, "![") || strings.HasPrefix(bare, "#") {
				t.Errorf("said is %q", line)
			}
		}
	}
}

// found are records of one reading, whose findings are to be put down.
type found struct {
	did.Records

	one outward.Reading
}

func (f *found) OrderedReviews(context.Context, int) ([]outward.Reading, error) {
	return []outward.Reading{f.one}, nil
}

func (f *found) ShowReview(context.Context, outward.Reading) error {
	f.one.State = outward.ReadingShown
	return nil
}

// Read again by the same project, a finding that is there still is put down once, another takes no place of one before it, and what was not found again
// is left out. What a founder let through stays.
func TestAReadingDoneAgainSaysWhatIsFoundNow(t *testing.T) {
	t.Parallel()
	s := newScene(t, outward.GitHub)
	all, err := s.db.Connections(t.Context())
	s.ok(err)
	records := &found{Records: s.db}
	s.doer.Records = records
	read := func(texts ...string) map[string]outward.State {
		t.Helper()
		records.one = outward.Reading{Place: all[0].Host() + "/acme/shop", Number: 34, Project: s.a.Project, State: outward.ReadingFound, Found: &coding.Found{Head: "c1"}}
		for _, text := range texts {
			records.one.Found.Findings = append(records.one.Found.Findings, coding.ProvedFinding{ReviewFinding: coding.ReviewFinding{File: "fee.go", Line: 3, Text: text}})
		}
		if err := s.doer.Next(t.Context()); err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Fatal(err)
		}
		kept, err := s.db.Actions(t.Context(), s.a.Project, 100)
		s.ok(err)
		out := map[string]outward.State{}
		for _, a := range kept {
			if a.Kind == outward.TellFinding {
				out[a.Effect[strings.LastIndex(a.Effect, "\n")+1:]] = a.State
				if !strings.Contains(string(a.Order), a.Effect[strings.LastIndex(a.Effect, "\n")+1:]) {
					t.Errorf("shown and to be said differ: %s, %s", a.Effect, a.Order)
				}
			}
		}
		return out
	}
	want := func(got, want map[string]outward.State) {
		t.Helper()
		if !maps.Equal(got, want) {
			t.Errorf("there is %v, want %v", got, want)
		}
	}
	want(read("It adds twice.", "It divides by zero."), map[string]outward.State{"It adds twice.": outward.Proposed, "It divides by zero.": outward.Proposed})
	want(read("It divides by zero.", "It never ends."), map[string]outward.State{"It adds twice.": outward.Dropped, "It divides by zero.": outward.Proposed, "It never ends.": outward.Proposed})
}
