package watch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Line is one entry of the journal as a judge reads it.
type Line struct {
	Text string
	// Trusted tells that nothing in it was written by a model or comes from
	// outside: only Frasier's own words.
	Trusted bool
}

// Doubt is something that rules noticed and cannot judge.
type Doubt struct {
	Key     string // says whether two are the same
	Project org.ProjectID
	Mission org.MissionID
	Step    org.StepID
	Text    string // what was noticed, in a sentence
	Lines   []Line // what came before it, oldest first

	tries int // in vain
}

// Opinion is a judge's answer to a doubt.
type Opinion struct {
	Quotes     []string `json:"quotes"`
	Thought    string   `json:"thought"`
	Verdict    string   `json:"verdict"` // healthy, loop, stuck, drift or unclear
	Confidence float64  `json:"confidence"`
	What       string   `json:"what"`
}

const (
	// So many entries are shown to a judge.
	shown = 40
	// A shorter quotation proves nothing.
	worth = 8
	// An agent whose work a judge doubts is told this. The words are Frasier's own: a model's never
	// reach another one by this way.
	converge = "Your work does not seem to get nearer to its end. Compare the last objections with what you have, change your approach, and say what is missing."
)

// Alert draws the consequence of an opinion; nil when there is none, with the reason why. Each
// quotation must stand in the log, or it counts for nothing, and without one nothing follows.
// Where one of them was written by others the confidence is org.UntrustedMost at the most, at
// which nothing is done without the founder.
func (o Opinion) Alert(d Doubt) (a *reports.Alert, why string) {
	switch o.Verdict {
	case "loop", "stuck", "drift":
	default:
		return nil, "it found nothing wrong: " + o.Verdict
	}
	confidence, found := o.Confidence, []string(nil)
	if math.IsNaN(confidence) || confidence < 0 || confidence > 1 {
		confidence = 0
	}
	for _, q := range o.Quotes {
		i := slices.IndexFunc(d.Lines, func(l Line) bool { return strings.Contains(l.Text, strings.TrimSpace(q)) })
		if i < 0 || len(strings.TrimSpace(q)) < worth || slices.Contains(found, d.Lines[i].Text) {
			continue
		}
		found = append(found, d.Lines[i].Text)
		if !d.Lines[i].Trusted {
			confidence = min(confidence, org.UntrustedMost)
		}
	}
	if len(found) == 0 {
		return nil, "none of what it quotes stands in the log"
	}
	what := prose.OneLine(safetext.Neutral(o.What))
	if what == "" {
		what = messages.WatchSeems(o.Verdict)
	}
	return &reports.Alert{
		Key: "doubt:" + d.Key, Signal: reports.SignalDoubt, Project: d.Project, Mission: d.Mission, Step: d.Step, Confidence: confidence,
		Text: messages.WatchOpinion(d.Text, what), Advice: converge, Evidence: found, Remedy: reports.RemedyAdvise,
	}, ""
}

// isOwnWords reports whether entries of a kind hold Frasier's own words alone:
// titles are a planner's, reasons a reviewer's.
func isOwnWords(k org.EventKind) bool {
	switch k { //nolint:exhaustive // all others quote somebody
	case org.EventStageDone, org.EventProjectPaused, org.EventProjectResumed, org.EventDeliverySent, org.EventDeliveryHeld, org.EventDeliveryRetried:
		return true
	}
	return false
}

func (v *View) noteDoubt(p *project, d Doubt) {
	d.Key = fmt.Sprintf("%s:%s", p.id, d.Key)
	if v.raised["doubt:"+d.Key] {
		return
	}
	v.raised["doubt:"+d.Key] = true
	d.Project, d.Lines = p.id, slices.Clone(p.log)
	v.doubts = append(v.doubts, d)
}

// Doubts returns what rules noticed since the last call and cannot judge.
func (v *View) Doubts() []Doubt {
	out := v.doubts
	v.doubts = nil
	return out
}

func (v *View) ponderEntry(p *project, e org.Event) {
	s, ok := p.steps[e.Step]
	if !ok {
		return
	}
	about := Doubt{Mission: s.mission, Step: s.id}
	switch e.Kind { //nolint:exhaustive // the others are no reason to ask
	case org.EventStepRejected:
		if s.rejected++; s.rejected < doubtFrom {
			return
		}
		about.Key, about.Text = fmt.Sprintf("%s:rejected:%d", s.id, s.rejected), messages.WatchRejected(s.title, s.rejected)
	case org.EventStepGivenBack, org.EventUnparsed, org.EventStageDone:
		if e.Kind == org.EventStepGivenBack && !isLost(e) {
			return
		}
		most := 0
		for _, n := range s.repeats {
			most = max(most, n)
		}
		if most != doubtFrom {
			return
		}
		about.Key, about.Text = fmt.Sprintf("%s:%d:again", s.id, s.spawned), messages.WatchTwice(s.title)
	default:
		return
	}
	v.noteDoubt(p, about)
}

func (v *View) ponderSteps(p *project, now time.Time) {
	if p.paused || !p.ended.IsZero() {
		return
	}
	for _, s := range p.steps {
		took := now.Sub(laterOf(s.started, v.begun))
		if s.ended || s.started.IsZero() || took <= org.AttemptLimit/2 {
			continue
		}
		v.noteDoubt(p, Doubt{
			Key: fmt.Sprintf("%s:%d:long", s.id, s.attempt), Mission: s.mission, Step: s.id,
			Text: messages.WatchHalf(s.title),
		})
	}
}

// Somebody is asked when the same happened so often: below what rules call a loop.
const doubtFrom = loopFrom - 1
