package review_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// The drafts are worth what they are said to be: an honest critic is sound by
// them, and one that says yes to everything is not.
func TestDraftsOfKnownWorth(t *testing.T) {
	for _, kind := range review.CalibrationKinds() {
		good, bad, err := review.Measures(kind)
		if err != nil {
			t.Fatal(err)
		}
		score := func(m review.Measure) float64 {
			in := map[string]bool{}
			for _, a := range m.Answers {
				in[a.ID] = true
			}
			list := rubric.List(m.Work.Step, nil)
			s := review.Score(list, m.Answers, m.Work.Audit, m.Work.Draft.Text)
			n := 0
			for _, it := range list {
				if in[it.ID] {
					n++
					one := review.Score([]work.ChecklistItem{{ID: it.ID, Dim: "depth", Level: "must"}}, m.Answers, m.Work.Audit, m.Work.Draft.Text)
					if one.Depth != 4 {
						t.Errorf("%s: the words for %s do not stand in the draft", kind, it.ID)
					}
				}
			}
			if n != len(in) {
				t.Errorf("%s: %d of %d answered items exist", kind, n, len(in))
			}
			return s.Average
		}
		flatter := func(m review.Measure) float64 {
			var all []review.Answer
			list := rubric.List(m.Work.Step, nil)
			for _, it := range list {
				all = append(all, review.Answer{ID: it.ID, Yes: true, Quote: m.Answers[0].Quote})
			}
			return review.Score(list, all, m.Work.Audit, m.Work.Draft.Text).Average
		}
		if n := len(good.Work.Audit.MustFix); n > 0 {
			t.Errorf("%s: code finds %d defects in the good draft: %v", kind, n, good.Work.Audit.MustFix)
		}
		for _, n := range unfounded(good) {
			t.Errorf("%s: the good draft says %s, which is in no passage and follows from no sum", kind, n)
		}
		g, b := score(good), score(bad)
		if g < 3.4 || g > 3.7 || b < 1.4 || b > 2.6 || !review.SoundCritic(g, b) {
			t.Errorf("%s: the good draft is worth %.2f and the bad one %.2f, want about 3.5 and 2.0", kind, g, b)
		}
		if fg, fb := flatter(good), flatter(bad); review.SoundCritic(fg, b) || review.SoundCritic(g, fb) {
			t.Errorf("%s: a critic that says yes to everything gives %.2f and %.2f and counts as sound", kind, fg, fb)
		}
	}
}

// unfounded are the numbers of a draft that neither its task nor a passage has, nor a sum
// that it shows.
func unfounded(m review.Measure) []string {
	known := m.Work.Step.Goal
	for _, p := range m.Work.Evidence.Passages {
		known += " " + p.Text
	}
	text, _, _ := strings.Cut(m.Work.Reply, "```")
	for _, sum := range regexp.MustCompile(`\(computed:[^)]*\)`).FindAllString(text, -1) {
		known += " " + sum
	}
	text = regexp.MustCompile(`\[S\d+:p\d+\]|(?m)^\d+\. `).ReplaceAllString(text, "")
	number := regexp.MustCompile(`\d[\d.,]*\d|\d`)
	var out []string
	for _, n := range number.FindAllString(text, -1) {
		if !slices.Contains(number.FindAllString(known, -1), n) {
			out = append(out, n)
		}
	}
	return out
}

// A measurement holds what the critic gave each of the two drafts, and who
// the critic was.
func TestCalibrate(t *testing.T) {
	const kind = "writing"
	good, bad, err := review.Measures(kind)
	if err != nil {
		t.Fatal(err)
	}
	got, err := judge(t, answers{
		"items":          []answers{{"id": good.Answers[0].ID, "found_quote": good.Answers[0].Quote, "why": "", "yes": true}},
		"contradictions": []answers{}, "missing_implicit": []string{}, "top_fixes": []answers{}, "lesson": answers{"text": "", "generalises": false},
	}).Calibrate(t.Context(), kind, "minimax", 3)
	if err != nil {
		t.Fatal(err)
	}
	one := good.Answers[:1] // whose words stand in the good draft alone
	wantGood := review.Score(rubric.List(good.Work.Step, nil), one, good.Work.Audit, good.Work.Draft.Text).Average
	wantBad := review.Score(rubric.List(bad.Work.Step, nil), one, bad.Work.Audit, bad.Work.Draft.Text).Average
	if wantGood == wantBad {
		t.Fatalf("both drafts are worth %v by this answer, which shows nothing", wantGood)
	}
	if got.Good != wantGood || got.Bad != wantBad || got.Sound != review.SoundCritic(wantGood, wantBad) || got.Model == "" || got.Prompt == "" || got.N != 3 || got.Kind != kind {
		t.Errorf("got %+v, want %v for the good draft and %v for the bad one", got, wantGood, wantBad)
	}
}
