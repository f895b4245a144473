package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// tally is a ledger that also counts, by stage, for the figures of eval -live.
type tally struct {
	llm.Records
	mu    sync.Mutex
	names map[string]string // of calls under way: key to stage
	by    map[string]*stageTally
}

type stageTally struct {
	Usable   int `json:"usable"`
	Unusable int `json:"unusable"` // answered, and not in the form that was asked for
	Failed   int `json:"failed"`   // no answer
	in, read int
}

// BeginCall passes the call on and remembers its stage.
func (t *tally) BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	t.mu.Lock()
	if t.names == nil {
		t.names = map[string]string{}
	}
	t.names[c.Key] = c.Purpose
	t.mu.Unlock()
	return t.Records.BeginCall(ctx, c)
}

// EndCall counts the call and passes it on.
func (t *tally) EndCall(ctx context.Context, e org.CallEnd) (org.ModelHealth, error) {
	t.mu.Lock()
	stage := t.names[e.Key]
	if t.by[stage] == nil {
		t.by[stage] = &stageTally{}
	}
	s := t.by[stage]
	switch e.State {
	case org.CallUsable:
		s.Usable++
	case org.CallUnusable:
		s.Unusable++
	case org.CallFailed, org.CallPending:
		s.Failed++
	}
	s.in += e.TokensIn
	s.read += e.Cached
	t.mu.Unlock()
	return t.Records.EndCall(ctx, e)
}

// figures holds the report of eval -live. Shares are from 0 to 1; a nil figure could not be taken.
type figures struct {
	Kind        string                 `json:"kind"`
	State       org.ProjectState       `json:"state"`
	Tasks       int                    `json:"tasks"`
	Completed   int                    `json:"completed"`
	Answered    int                    `json:"answered"` // results that hold the known answer
	Unanswered  []string               `json:"unanswered"`
	SchemaValid *float64               `json:"schema_valid"`
	ByStage     map[string]*stageTally `json:"by_stage"`
	Quotes      int                    `json:"quotes"`
	Fabricated  *float64               `json:"fabricated_quotes"`
	Recall      *float64               `json:"citation_recall"`
	Precision   *float64               `json:"citation_precision"`
	CriticGood  *float64               `json:"critic_mean_good_drafts"`
	CriticBad   *float64               `json:"critic_mean_bad_drafts"`
	GoodPoints  org.Points             `json:"critic_points_good_drafts"`
	BadPoints   org.Points             `json:"critic_points_bad_drafts"`
	CriticNote  string                 `json:"critic_note,omitempty"`
	Revised     int                    `json:"revised"`
	Gain        *float64               `json:"revision_gain"`
	GainPoints  *float64               `json:"revision_points_gain"`
	CostUSD     float64                `json:"cost_usd"`
	CostUnknown int                    `json:"cost_unknown"`
	CostPerStep *float64               `json:"cost_per_step_usd"`
	Cached      *float64               `json:"cached_share"`
	Seconds     float64                `json:"seconds"`
	Models      map[string]int         `json:"models"`
	Directors   directing              `json:"directors"`
}

func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	v := float64(part) / float64(whole)
	return &v
}

func (c *call) figures(ctx context.Context, a *app.App, p org.Project, tasks []liveTask, kept *tally) (figures, error) {
	f := figures{Kind: "eval", State: p.State, Tasks: len(tasks)}
	steps, err := a.Store.Steps(ctx, p.ID)
	if err != nil {
		return f, err
	}
	f.results(steps, tasks)
	drafts, err := a.Store.Drafts(ctx, p.ID)
	if err != nil {
		return f, err
	}
	if err := f.drafts(drafts); err != nil {
		return f, err
	}
	f.critic(ctx, &review.Judge{Client: a.Client, Prompts: a.Prompts, Log: a.Log, Now: a.Now}, c.settings.Models.T2.Family)
	r, err := a.Store.Receipt(ctx, p.ID)
	if err != nil {
		return f, err
	}
	costs, err := a.Store.StepCosts(ctx, p.ID)
	if err != nil {
		return f, err
	}
	f.money(r, steps, costs)
	f.calls(kept, a)
	return f, nil
}

// results counts finished tasks and known answers.
func (f *figures) results(steps []org.Step, tasks []liveTask) {
	for _, t := range tasks {
		i := slices.IndexFunc(steps, func(s org.Step) bool { return s.Title == t.Task })
		if i < 0 || steps[i].State != org.StepCompleted {
			f.Unanswered = append(f.Unanswered, t.Task)
			continue
		}
		f.Completed++
		text := strings.ToLower(steps[i].Result)
		if slices.ContainsFunc(t.Words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }) {
			f.Unanswered = append(f.Unanswered, t.Task)
			continue
		}
		f.Answered++
	}
}

// drafts reads the audits: quotes of everything that was written, citations of
// what was used, and what revisions gained.
func (f *figures) drafts(all map[org.StepID][]work.Draft) error {
	var fabricated, factual, supported, pairs, good int
	gain, points := 0.0, 0.0
	for _, list := range all {
		for _, d := range list {
			var a check.Audit
			if err := json.Unmarshal([]byte(d.AuditJSON), &a); err != nil {
				return fmt.Errorf("read audit of a draft: %w", err)
			}
			f.Quotes += a.Quotes
			fabricated += len(a.Fabricated)
			if d.Chosen {
				factual, supported = factual+a.Factual, supported+a.Supported
				pairs, good = pairs+a.Pairs, good+a.GoodPairs
			}
		}
		for _, round := range rounds(list) {
			best := round[slices.IndexFunc(round, func(d work.Draft) bool { return d.Chosen })]
			if len(round) > 1 && round[0].Scored && best.Scored {
				f.Revised++
				gain += best.Score - round[0].Score
				points += float64(best.Points.Met - round[0].Points.Met)
			}
		}
	}
	f.Fabricated, f.Recall, f.Precision = share(fabricated, f.Quotes), share(supported, factual), share(good, pairs)
	if f.Revised > 0 {
		gain, points = gain/float64(f.Revised), points/float64(f.Revised)
		f.Gain, f.GainPoints = &gain, &points
	}
	return nil
}

// rounds splits the drafts of a step, which are in order, by round; one
// without a chosen draft is left out.
func rounds(list []work.Draft) [][]work.Draft {
	by := map[int][]work.Draft{}
	for _, d := range list {
		by[d.Round] = append(by[d.Round], d)
	}
	var out [][]work.Draft
	for _, r := range slices.Sorted(maps.Keys(by)) {
		if slices.ContainsFunc(by[r], func(d work.Draft) bool { return d.Chosen }) {
			out = append(out, by[r])
		}
	}
	return out
}

// critic has the critic judge the drafts of known worth.
func (f *figures) critic(ctx context.Context, j *review.Judge, family string) {
	var good, bad float64
	n := 0
	for _, kind := range review.CalibrationKinds() {
		got, err := j.Calibrate(ctx, kind, family, 1)
		if err != nil {
			f.CriticNote = err.Error()
			continue
		}
		f.GoodPoints, f.BadPoints = f.GoodPoints.Add(got.GoodPoints), f.BadPoints.Add(got.BadPoints)
		good, bad, n = good+got.Good, bad+got.Bad, n+1
	}
	if n > 0 {
		good, bad = good/float64(n), bad/float64(n)
		f.CriticGood, f.CriticBad = &good, &bad
	}
}

func (f *figures) money(r reports.Receipt, steps []org.Step, costs map[org.StepID]org.NanoUSD) {
	f.CostUSD, f.CostUnknown, f.Models = r.CostUSD, r.CostUnknown, r.Models
	sum, n := 0.0, 0
	for _, s := range steps {
		if s.Kind != org.KindAssembly && s.State.Ended() {
			sum, n = sum+costs[s.ID].USD(), n+1
		}
	}
	if n > 0 && r.CostUnknown < r.Calls {
		sum /= float64(n)
		f.CostPerStep = &sum
	}
}

// calls reads the tally: of the stages that ask for an object, how often one
// came, and of all tokens sent, how many came from a cache.
func (f *figures) calls(kept *tally, a *app.App) {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	var usable, answered, in, read int
	f.ByStage = map[string]*stageTally{}
	for stage, s := range kept.by {
		in, read = in+s.in, read+s.read
		if a.Prompts.Schema(stage) != nil {
			f.ByStage[stage] = s
			usable, answered = usable+s.Usable, answered+s.Usable+s.Unusable
		}
	}
	f.SchemaValid, f.Cached = share(usable, answered), share(read, in)
}

// report prints the figures. It is an error when no reply could be used.
func (c *call) report(f figures) error {
	if c.flags.json {
		if err := c.writeJSON(f); err != nil {
			return err
		}
	} else {
		c.printf("\n%s", f.formatFigures())
	}
	usable, answered := 0, 0
	for _, t := range f.ByStage {
		usable, answered = usable+t.Usable, answered+t.Usable+t.Unusable
	}
	switch {
	case usable > 0:
		return nil // a task that failed is a figure
	case answered > 0:
		return &exit{Failed}
	}
	return &exit{NoAnswer}
}

func (f figures) formatFigures() string {
	var b strings.Builder
	line := func(what, value string) { fmt.Fprintf(&b, "%-46s %s\n", what, value) }
	percent := func(v *float64) string {
		if v == nil {
			return "not measured"
		}
		return fmt.Sprintf("%.1f %%", 100**v)
	}
	number := func(v *float64, form string) string {
		if v == nil {
			return "not measured"
		}
		return fmt.Sprintf(form, *v)
	}
	line("tasks completed; with the known answer", fmt.Sprintf("%d of %d; %d", f.Completed, f.Tasks, f.Answered))
	line("replies in the form that was asked for", percent(f.SchemaValid))
	for _, stage := range slices.Sorted(maps.Keys(f.ByStage)) {
		s := f.ByStage[stage]
		line("  "+stage, fmt.Sprintf("%s of %d", percent(share(s.Usable, s.Usable+s.Unusable)), s.Usable+s.Unusable))
	}
	line(fmt.Sprintf("invented quotes, of %d", f.Quotes), percent(f.Fabricated))
	line("citation recall; precision", percent(f.Recall)+"; "+percent(f.Precision))
	line("critic on good drafts; on bad ones", f.GoodPoints.String()+"; "+f.BadPoints.String())
	if f.CriticNote != "" {
		line("  why not all", f.CriticNote)
	}
	line(fmt.Sprintf("points gained by a revision, of %d", f.Revised), number(f.GainPoints, "%+.1f"))
	line("directors' tasks decided well", fmt.Sprintf("%d of %d", f.Directors.Done, f.Directors.Tasks))
	for _, w := range f.Directors.Wrong {
		b.WriteString("  " + w + "\n")
	}
	line("cost of a step; of everything", number(f.CostPerStep, "$%.4f")+fmt.Sprintf("; $%.4f", f.CostUSD))
	if f.CostUnknown > 0 {
		line("  calls of unknown cost, not in it", fmt.Sprint(f.CostUnknown))
	}
	line("tokens sent that came from a cache", percent(f.Cached))
	line("time", fmt.Sprintf("%.0f s", f.Seconds))
	if !f.State.Ended() {
		fmt.Fprintf(&b, "It stopped before the end: %s was reached, or the endpoint refuses the account.\n", liveEvalCap)
	}
	if len(f.Unanswered) > 0 {
		b.WriteString("Without the known answer:\n")
		for _, t := range f.Unanswered {
			b.WriteString("  " + t + "\n")
		}
	}
	return b.String()
}
