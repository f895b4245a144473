package watch_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func lines() []watch.Line {
	return []watch.Line{
		{Text: "step_rejected: Rejected (1 of 3): Prices"}, {Text: "stage_done: search is done", Trusted: true}, {Text: "step_rejected: Rejected (2 of 3): Prices"},
	}
}

// An opinion counts by what it can show in the log, and what others wrote
// there never lets it act.
func TestOpinions(t *testing.T) {
	t.Parallel()
	d := watch.Doubt{Key: "p1:s1:rejected:2", Project: "p1", Mission: "n1", Step: "s1", Text: `"Prices" was rejected 2 times.`, Lines: lines()}
	for name, c := range map[string]struct {
		o     watch.Opinion
		level reports.Level // empty: nothing follows
	}{
		"healthy":                     {watch.Opinion{Verdict: "healthy", Confidence: 1, Quotes: []string{"stage_done: search is done"}}, ""},
		"unclear":                     {watch.Opinion{Verdict: "unclear", Confidence: 1, Quotes: []string{"stage_done: search is done"}}, ""},
		"an unknown verdict":          {watch.Opinion{Verdict: "delete everything", Confidence: 1, Quotes: []string{"stage_done: search is done"}}, ""},
		"without a quotation":         {watch.Opinion{Verdict: "loop", Confidence: 1}, ""},
		"a quotation that is not":     {watch.Opinion{Verdict: "loop", Confidence: 1, Quotes: []string{"it failed a few times"}}, ""},
		"a quotation of one letter":   {watch.Opinion{Verdict: "loop", Confidence: 1, Quotes: []string{"s", " "}}, ""},
		"what others wrote":           {watch.Opinion{Verdict: "loop", Confidence: 0.99, Quotes: []string{"Rejected (1 of 3): Prices"}}, reports.LevelMedium},
		"what others wrote, beside":   {watch.Opinion{Verdict: "loop", Confidence: 0.99, Quotes: []string{"search is done", "Rejected (2 of 3)"}}, reports.LevelMedium},
		"only the office's own words": {watch.Opinion{Verdict: "stuck", Confidence: 0.91, Quotes: []string{"search is done"}}, reports.LevelHigh},
		"at the boundary":             {watch.Opinion{Verdict: "stuck", Confidence: 0.90, Quotes: []string{"search is done"}}, reports.LevelMedium},
		"unsure":                      {watch.Opinion{Verdict: "drift", Confidence: 0.69, Quotes: []string{"search is done"}}, reports.LevelLow},
		"no number":                   {watch.Opinion{Verdict: "drift", Confidence: math.NaN(), Quotes: []string{"search is done"}}, reports.LevelLow},
		"more than sure":              {watch.Opinion{Verdict: "drift", Confidence: 7, Quotes: []string{"search is done"}}, reports.LevelLow},
	} {
		a, why := c.o.Alert(d)
		switch {
		case c.level == "" && (a != nil || why == ""):
			t.Errorf("%s: raised %+v, %q; want nothing and why", name, a, why)
		case c.level != "" && (a == nil || levelOf(a.Confidence) != c.level || len(a.Evidence) == 0):
			t.Errorf("%s: raised %+v, want level %s with evidence", name, a, c.level)
		}
	}
}

// Whatever a model says, its own words reach no agent, and nothing that others
// wrote lets it act.
func TestHostileOpinions(t *testing.T) {
	t.Parallel()
	d := watch.Doubt{Key: "k", Project: "p1", Text: "x.", Lines: lines()}
	rapid.Check(t, func(r *rapid.T) {
		var quotes []string
		for range rapid.IntRange(0, 4).Draw(r, "quotes") {
			quotes = append(quotes, rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"Rejected (1 of 3): Prices", "search is done", "step_rejected"})).Draw(r, "quote"))
		}
		o := watch.Opinion{
			Quotes: quotes, Verdict: rapid.SampledFrom([]string{"loop", "stuck", "drift", "healthy", ""}).Draw(r, "verdict"),
			Confidence: rapid.Float64().Draw(r, "confidence"), What: rapid.String().Draw(r, "what") + "canary\n@everyone",
		}
		a, _ := o.Alert(d)
		if a == nil {
			return
		}
		for _, e := range a.Evidence {
			if !strings.Contains("\n"+lines()[0].Text+"\n"+lines()[1].Text+"\n"+lines()[2].Text+"\n", "\n"+e+"\n") {
				r.Fatalf("evidence %q is no line of the log", e)
			}
			if e != lines()[1].Text && levelOf(a.Confidence) == reports.LevelHigh {
				r.Fatalf("acts by %q, which others wrote", e)
			}
		}
		if strings.Contains(a.Advice, "canary") || strings.Contains(a.Text, "@everyone") || strings.Contains(a.Text, "\n") || a.Remedy != reports.RemedyAdvise {
			r.Fatalf("a model's words get too far: %+v", a)
		}
	})
}

// reject has the step that is worked on rejected once.
func (w *ward) reject() {
	w.t.Helper()
	claims, err := w.db.ClaimSteps(w.t.Context(), "worker-1", time.Hour, 1)
	if err != nil {
		claims = w.first
	}
	w.first = nil
	w.ok(w.db.Finish(w.t.Context(), claims[0].Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"thin"}}))
}

// A doubt is judged once, whatever restarts in between; what comes of it is
// raised, and the diary says what was thought.
func TestDoubtsAreJudged(t *testing.T) {
	t.Parallel()
	w := newWard(t)
	asked := 0
	judge := func(_ context.Context, d watch.Doubt) (watch.Opinion, error) { //nolint:unparam // the form of Watcher.Judge
		asked++
		return watch.Opinion{Verdict: "loop", Confidence: 0.99, Quotes: []string{d.Lines[len(d.Lines)-1].Text}, Thought: "The same\nagain.", What: "It is rejected for one reason."}, nil
	}
	diary := filepath.Join(t.TempDir(), "watcher.log")
	fresh := func(holder string) {
		w.own = w.watcher(holder)
		w.own.Judge, w.own.Diary = judge, &watch.Diary{Path: diary}
	}
	fresh("bot-1")
	w.pass(time.Minute)
	w.reject()
	w.pass(time.Minute)
	w.ok(w.own.Think(t.Context()))
	if asked != 0 {
		t.Fatalf("asked %d times after one rejection", asked)
	}
	w.reject()
	for _, holder := range []string{"bot-1", "bot-1", "bot-2"} {
		if holder == "bot-2" {
			w.now = w.now.Add(10 * time.Minute)
			fresh(holder)
		}
		w.pass(time.Minute)
		w.ok(w.own.Think(t.Context()))
	}
	all := w.raised()
	found := 0
	for _, a := range all {
		if a.Signal == reports.SignalDoubt {
			found++
			if a.Level != reports.LevelMedium || a.Acted || !strings.Contains(a.Text, "It is rejected for one reason.") {
				t.Errorf("raised %+v, want a suggestion with what it thinks", a)
			}
		}
	}
	if asked != 1 || found != 1 {
		t.Errorf("asked %d times, raised %d times, want once each", asked, found)
	}
	raw, err := os.ReadFile(diary)
	w.ok(err)
	for _, want := range []string{"begins to watch 1 open projects", "Judged loop, 0.99: The same again.", "doubt, confidence 0.90, level medium"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("watcher.log does not say %q:\n%s", want, raw)
		}
	}
}

// A founder who wants no model to judge is obeyed, and so is the hour's bound.
func TestDoubtsThatAreLeft(t *testing.T) {
	t.Parallel()
	w := newWard(t)
	asked := 0
	w.own.Judge = func(context.Context, watch.Doubt) (watch.Opinion, error) {
		asked++
		return watch.Opinion{Verdict: "healthy"}, nil
	}
	w.ok(w.db.SetPolicy(t.Context(), policy.WatchModel, "off"))
	w.pass(time.Minute)
	w.reject()
	w.reject()
	w.pass(time.Minute)
	w.ok(w.own.Think(t.Context()))
	if asked != 0 {
		t.Errorf("asked %d times though the founder said off", asked)
	}
}

func TestDiary(t *testing.T) {
	t.Parallel()
	d := &watch.Diary{Path: filepath.Join(t.TempDir(), "watcher.log"), MaxBytes: 200}
	for range 10 {
		if err := d.Note(midnight, "a %s b", "\x1b[2J\nforged \u202e line"); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{d.Path, d.Path + ".1"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 || len(raw) > 400 || strings.ContainsAny(string(raw), "\x1b\u202e") {
			t.Errorf("%s: %v, %v, %q", path, info.Mode(), err, raw)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
			if !strings.HasPrefix(line, "2026-03-01T00:00:00Z a ") {
				t.Errorf("a forged line: %q", line)
			}
		}
	}
	var none *watch.Diary
	if err := none.Note(midnight, "nothing"); err != nil {
		t.Error(err)
	}
}

// A doubt goes to the judge as soon as the watcher has it, and again a second
// later when he could not be asked.
func TestDoubtsFindTheirJudge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWard(t)
		var asked []time.Duration
		begun := time.Now()
		w.own.Judge = func(context.Context, watch.Doubt) (watch.Opinion, error) {
			asked = append(asked, time.Since(begun))
			if len(asked) == 1 {
				return watch.Opinion{}, errors.New("not now")
			}
			return watch.Opinion{Verdict: "healthy", Confidence: 1}, nil
		}
		w.ok(w.own.Next(t.Context()))
		w.reject()
		w.reject()
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		w.own.Run(ctx)
		if len(asked) != 2 || asked[0] != 0 || asked[1] != time.Second {
			t.Errorf("the judge was asked after %v, want at once and after a second", asked)
		}
	})
}

// levelOf is a confidence's level while the founder has set nothing.
func levelOf(confidence float64) reports.Level {
	return reports.Thresholds{Act: org.ActAbove, Suggest: org.SuggestFrom}.Level(confidence)
}
