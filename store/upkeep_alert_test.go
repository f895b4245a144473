package store_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/upkeep"
)

// raise hands an alert in and returns what was made of it.
func (o *instance) raise(a reports.Alert) reports.Alert {
	o.t.Helper()
	if a.Text == "" {
		a.Text, a.Evidence = "It goes wrong.", []string{"step_started: Started: a"}
	}
	got, fresh, err := o.db.Raise(o.tt.Context(), a)
	o.ok(err)
	if !fresh {
		o.t.Fatalf("Raise(%s): raised before", a.Key)
	}
	return got
}

func TestAlertIsRaisedOnce(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	a := o.raise(reports.Alert{Key: "k", Signal: reports.SignalSilence, Project: p, Confidence: 0.85, Advice: "Look."})
	if a.ID != "a1" || a.Level != reports.LevelMedium || a.Acted {
		t.Errorf("raised: %+v, want a1, medium, nothing done", a)
	}
	o.db = o.open() // a restart
	if _, fresh, err := o.db.Raise(t.Context(), reports.Alert{Key: "k", Signal: reports.SignalSilence, Project: p, Confidence: 0.85, Text: "x"}); fresh || err != nil {
		t.Errorf("the same after a restart: fresh %v, %v; want raised before", fresh, err)
	}
	o.raise(reports.Alert{Key: "low", Signal: reports.SignalSlowing, Project: p, Confidence: 0.6})
	if said := o.deliveries(reports.DeliverNotice); len(said) != 1 {
		t.Errorf("told: %q, want only the first: what is low waits for the brief", said)
	}
	sent, err := o.db.SendDigest(t.Context(), false, false)
	o.ok(err)
	if got := o.deliveries(reports.DeliverDigest); !sent || len(got) != 1 {
		t.Errorf("the brief: sent %v, %q; want what is low in it", sent, got)
	}
	standing, err := o.db.ProjectStatus(t.Context(), p, o.db.Now())
	o.ok(err)
	if standing.Project.Watched != "It goes wrong." {
		t.Errorf("the chief knows %q, want what was noticed", standing.Project.Watched)
	}
}

func TestRemedies(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	c := o.claim(1)["a"]
	got := o.raise(reports.Alert{Key: "stuck", Signal: reports.SignalStuck, Project: p, Step: c.Step.ID, Confidence: 1, Remedy: reports.RemedyRequeue})
	if s := o.step(p, "a"); !got.Acted || s.State != org.StepPending || s.Strikes != 0 {
		t.Errorf("requeue: acted %v, the step is %s with %d strikes; want it pending without one", got.Acted, s.State, s.Strikes)
	}
	if err := o.db.Finish(t.Context(), c.Lease, completed(c.Step)); !errors.Is(err, org.ErrLeaseLost) {
		t.Errorf("the one who hung hands in: %v, want org.ErrLeaseLost", err)
	}
	if again := o.raise(reports.Alert{Key: "stuck again", Signal: reports.SignalStuck, Project: p, Step: c.Step.ID, Confidence: 1, Remedy: reports.RemedyRequeue}); again.Acted || again.Level != reports.LevelMedium {
		t.Errorf("a step that nobody holds: %+v, want nothing done and the founder told", again)
	}
	o.raise(reports.Alert{Key: "advice", Signal: reports.SignalLoop, Project: p, Step: c.Step.ID, Confidence: 1, Remedy: reports.RemedyAdvise, Advice: "Stop it."})
	if said, err := o.db.Advice(t.Context(), c.Step.ID); err != nil || len(said) != 1 || said[0] != "Stop it." {
		t.Errorf("Advice: %q, %v", said, err)
	}
	if said, err := o.db.Advice(t.Context(), "s2"); err != nil || len(said) != 0 {
		t.Errorf("Advice for another step: %q, %v; want none", said, err)
	}
	o.ok(o.db.SetPolicy(t.Context(), policy.WatchAct, "1"))
	if a := o.raise(reports.Alert{Key: "not by itself", Signal: reports.SignalLoop, Project: p, Step: c.Step.ID, Confidence: 1, Remedy: reports.RemedyPause}); a.Acted || a.Level != reports.LevelMedium {
		t.Errorf("where the founder wants to be told only: %+v, want nothing done", a)
	}
	if err := o.db.SetPolicy(t.Context(), policy.WatchAct, "0.5"); err == nil {
		t.Error("a bolder watcher: no error")
	}
	o.ok(o.db.SetPolicy(t.Context(), policy.WatchAct, "0.9"))
	o.raise(reports.Alert{Key: "pause", Signal: reports.SignalLoop, Project: p, Step: c.Step.ID, Confidence: 1, Remedy: reports.RemedyPause})
	o.wantProject(p, org.ProjectPaused)
	o.ok(o.db.Resume(t.Context(), p))
	o.run()
	o.sound()
}

// Whatever is raised, with whatever confidence: nothing that could not be
// undone is done, and never more than the bounds allow.
func TestGraduated(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c"), piece("d"), piece("e"))
	signals := []reports.Signal{reports.SignalLoop, reports.SignalStuck, reports.SignalRegression, reports.SignalFailed, reports.SignalSilence}
	remedies := []reports.Remedy{reports.RemedyNone, reports.RemedyRequeue, reports.RemedyPause, reports.RemedyAdvise}
	edges := []float64{0.69, 0.7, 0.9, 0.91, 0, 1, math.NaN(), math.Inf(1), math.Inf(-1), -1, 2, math.Nextafter(0.7, 0), math.Nextafter(0.9, 1)}
	draw := rand.New(rand.NewPCG(1, 2))
	acted := map[org.StepID]int{}
	n, hour := 1000, 0
	for i := range n {
		c := draw.Float64()
		if draw.IntN(2) == 0 {
			c = edges[draw.IntN(len(edges))]
		}
		if i%10 == 0 {
			for _, claim := range o.claim(5) {
				_ = claim
			}
			o.ok(o.db.Resume(t.Context(), p))
		}
		step := org.StepID(fmt.Sprintf("s%d", 1+draw.IntN(5)))
		a := o.raise(reports.Alert{
			Key: fmt.Sprint(i), Signal: signals[draw.IntN(len(signals))], Project: p, Step: step, Confidence: c,
			Remedy: remedies[draw.IntN(len(remedies))], Advice: "Stop.", Text: "x",
		})
		want := levelOf(c)
		if a.Acted && (want != reports.LevelHigh || a.Remedy == reports.RemedyNone) {
			t.Fatalf("confidence %v, remedy %q: acted", c, a.Remedy)
		}
		lowered := want == reports.LevelHigh && a.Level == reports.LevelMedium && a.Remedy != reports.RemedyNone
		if a.Level != want && !lowered {
			t.Fatalf("confidence %v: level %s, want %s", c, a.Level, want)
		}
		if a.Acted {
			acted[step]++
			hour++
		}
	}
	for step, n := range acted {
		if n > upkeep.RemediesPerStep {
			t.Errorf("%s was remedied %d times, want %d at most", step, n, upkeep.RemediesPerStep)
		}
	}
	if hour > upkeep.RemediesPerHour || hour == 0 {
		t.Errorf("%d remedies in an hour, want 1 to %d", hour, upkeep.RemediesPerHour)
	}
	steps, err := o.db.Steps(t.Context(), p)
	o.ok(err)
	for _, s := range steps {
		if s.State.Ended() || s.Strikes > 0 {
			t.Errorf("%s is %s with %d strikes: a remedy ended something", s.ID, s.State, s.Strikes)
		}
	}
	if got := o.project(p); got.State.Ended() {
		t.Errorf("the project is %s: a remedy ended it", got.State)
	}
	o.clock.forward(2 * time.Hour)
	o.sound()
}

// What the founder says of alerts weighs on the next ones of their kind.
func TestVerdictsCalibrate(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	for i := range org.VerdictsNeeded {
		a := o.raise(reports.Alert{Key: fmt.Sprint(i), Signal: reports.SignalSilence, Project: p, Confidence: 0.85})
		if a.Level != reports.LevelMedium {
			t.Errorf("with %d verdicts: %s, want medium", i, a.Level)
		}
		o.ok(o.db.JudgeAlert(t.Context(), a.ID, i == 0))
	}
	if a := o.raise(reports.Alert{Key: "next", Signal: reports.SignalSilence, Project: p, Confidence: 0.85}); a.Level != reports.LevelLow {
		t.Errorf("after four false alarms of five: %s, want low", a.Level)
	}
	if a := o.raise(reports.Alert{Key: "other", Signal: reports.SignalLoop, Project: p, Confidence: 0.85}); a.Level != reports.LevelMedium {
		t.Errorf("another signal: %s, want medium", a.Level)
	}
	o.want(o.db.JudgeAlert(t.Context(), "a99", true), org.ErrNotFound)
	all, err := o.db.Alerts(t.Context(), time.Time{})
	o.ok(err)
	if len(all) != org.VerdictsNeeded+2 || all[len(all)-1].Verdict != "right" || !strings.HasPrefix(all[0].ID, "a") {
		t.Errorf("Alerts: %d, the first %+v", len(all), all[len(all)-1])
	}
}

// levelOf is a confidence's level while the founder has set nothing.
func levelOf(confidence float64) reports.Level {
	return reports.Thresholds{Act: org.ActAbove, Suggest: org.SuggestFrom}.Level(confidence)
}

// What is noticed of a step again on one day takes the place of what was said of it before,
// and a pause, which pings, is a message of its own.
func TestOneMessageAMatter(t *testing.T) {
	b := newBench(t)
	p := b.project("Oats")
	steps := b.plan(p, step("a"), step("b"))
	tell := func(key string, a reports.Alert) reports.Delivery {
		t.Helper()
		for v := b.next(); v.Body != "nothing"; v = b.next() {
			b.ok(b.db.Delivered(t.Context(), v.ID, "r-"+v.Key))
		}
		a.Key, a.Signal, a.Project, a.Confidence, a.Text = key, reports.SignalStuck, p, 1, key
		_, fresh, err := b.db.Raise(t.Context(), a)
		b.ok(err)
		v := b.next()
		if !fresh || v.Facts.Alert == nil {
			t.Fatalf("%s: fresh %v, the next delivery is %+v", key, fresh, v)
		}
		b.ok(b.db.Delivered(t.Context(), v.ID, "r-"+v.Key))
		return v
	}
	first := tell("quiet", reports.Alert{Step: steps["a"].ID})
	if first.Replaces != "" {
		t.Errorf("the first takes the place of %q", first.Replaces)
	}
	if again := tell("restarted", reports.Alert{Step: steps["a"].ID}); again.Replaces != "r-"+first.Key {
		t.Errorf("the second word on one step takes the place of %q, want %q", again.Replaces, "r-"+first.Key)
	}
	if other := tell("other", reports.Alert{Step: steps["b"].ID}); other.Replaces != "" {
		t.Errorf("another step's takes the place of %q", other.Replaces)
	}
	if paused := tell("loop", reports.Alert{Step: steps["a"].ID, Remedy: reports.RemedyPause}); paused.Replaces != "" || !paused.Card.Ping {
		t.Errorf("a pause takes the place of %q, pings: %v", paused.Replaces, paused.Card.Ping)
	}
}
