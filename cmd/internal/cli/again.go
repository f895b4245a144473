package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type redone struct {
	Of     string `json:"of"`
	Round  int    `json:"round,omitempty"`
	Stage  string `json:"stage"`
	End    string `json:"end"`
	Before int    `json:"tokens_before,omitempty"` // of the prompt that other prompts change
	Now    int    `json:"tokens_now,omitempty"`
	Why    string `json:"why,omitempty"` // it can't be compared
}

const (
	endSame    = "same"
	endDiffers = "differs"
	endAsked   = "asked otherwise" // the ledger has no answer to what would be asked now
	endGone    = "no longer kept"
	endFailed  = "cannot be compared"
)

// replayProject does every kept stage of a project again, from what is kept
// alone, and says which come out as they were. With other prompts it says which
// would be asked otherwise.
func replayProject(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"replay needs a project: frasier replay p1"}
	}
	if c.flags.live {
		return c.anew(ctx, func(_ context.Context, a *app.App) ([]org.ProjectID, error) {
			p, err := a.Store.Project(ctx, c.rest[0])
			return []org.ProjectID{p.ID}, err
		})
	}
	return c.with(ctx, func(a *app.App) error {
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		r := &replayer{a: a, asThen: true}
		if c.flags.prompts != "" {
			// The app was opened with the founder's own prompts: others would teach his agents.
			if r.other, err = prompt.Load(c.path(c.flags.prompts)); err != nil {
				return fmt.Errorf("%w: load prompts: %w", errInput, err)
			}
			r.other.Facts, r.other.Zone = a.Prompts.Facts, a.Prompts.Zone
		}
		a.FromLedger(func(m org.ModelCall) { r.heard = append(r.heard, m.Tokens) })
		if err := r.all(ctx, p); err != nil {
			return err
		}
		same, gone := r.count(endSame), r.count(endGone)
		if c.flags.json {
			if err := c.writeJSON(map[string]any{"project": p.ID, "stages": r.rows, "same": same, "gone": gone}); err != nil {
				return err
			}
		} else if err := c.tableOf(r.rows, same, gone); err != nil {
			return err
		}
		if same < len(r.rows) || len(r.rows) == 0 {
			return &exit{Failed}
		}
		return nil
	})
}

func (c *call) tableOf(rows []redone, same, gone int) error {
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		if r.End == endSame && !c.flags.all {
			continue
		}
		more := r.Why
		if r.Before != r.Now {
			more = fmt.Sprintf("%d tokens instead of %d (%+d)", r.Now, r.Before, r.Now-r.Before)
		}
		fmt.Fprintf(w, "%s\tround %d\t%s\t%s\t%s\n", r.Of, r.Round, r.Stage, r.End, more)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	c.printf("%s\n", messages.Replayed(same, len(rows), gone))
	return nil
}

type replayer struct {
	a      *app.App
	other  *prompt.Set // prompts to do it with; nil for those that it was done with
	asThen bool        // each stage is done as the process was set up that did it
	heard  []int       // tokens of each call of the stage in hand
	rows   []redone
}

func (r *replayer) count(end string) int {
	n := 0
	for _, row := range r.rows {
		if row.End == end {
			n++
		}
	}
	return n
}

// one does a stage again. A fault of one stage leaves the others to be done.
func (r *replayer) one(ctx context.Context, row redone, setup string, again func() (stagelog.Replay, error)) error {
	row.End = endDiffers
	if r.asThen {
		if err := r.a.SetUpAs(ctx, setup); err != nil {
			return err
		}
	}
	base, with := r.a.Prompts, r.a.Prompts
	if r.other != nil {
		with = r.other
		with.Identity = base.Identity
	}
	defer func() { r.a.Prompts = base }()
	do := func(set *prompt.Set) (stagelog.Replay, error) {
		r.heard, r.a.Prompts = nil, set
		return again()
	}
	got, err := do(with)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, org.ErrForgotten):
		row.End = endGone
	case errors.Is(err, org.ErrConflict):
		row.End = endAsked
		if n := len(r.heard); with != base && n > 0 {
			row.Now = r.heard[n-1]
			// Which call it was is known by its place among those of the stage.
			if _, err := do(base); err == nil && len(r.heard) >= n {
				row.Before = r.heard[n-1]
			}
		}
	case err != nil:
		row.End, row.Why = endFailed, err.Error()
	case got.Same:
		row.End = endSame
	case setup == "":
		row.End, row.Why = endFailed, "it was done before Frasier kept what a stage was given"
	}
	r.rows = append(r.rows, row)
	return nil
}

func (r *replayer) gone(of string, round int, stage string) {
	r.rows = append(r.rows, redone{Of: of, Round: round, Stage: stage, End: endGone})
}

// all does the stages of a project's answer, directors' turns, plans and steps again.
func (r *replayer) all(ctx context.Context, p org.Project) error {
	traces, err := r.a.Store.Traces(ctx, string(p.ID))
	if err != nil {
		return err
	}
	planned := map[org.MissionID]bool{}
	for _, t := range traces {
		do, of := workerside.AgainPlan, string(t.Mission)
		if t.Mission == "" {
			do, of = botside.Again, string(t.Message.ID)
		}
		planned[t.Mission] = true
		for _, s := range t.Results {
			err := r.one(ctx, redone{Of: of, Round: t.Plan, Stage: s.Slot()}, s.Setup, func() (stagelog.Replay, error) { return do(ctx, r.a, t, s.Slot()) })
			if err != nil {
				return err
			}
		}
	}
	if err := r.turns(ctx, p.ID); err != nil {
		return err
	}
	steps, err := r.a.Store.Steps(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, s := range steps {
		if !planned[s.Mission] {
			planned[s.Mission] = true
			r.gone(string(s.Mission), 1, org.StagePlan)
		}
		if err := r.step(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (r *replayer) turns(ctx context.Context, p org.ProjectID) error {
	kept, err := r.a.Store.SittingsAbout(ctx, p)
	if err != nil {
		return err
	}
	for _, k := range kept {
		of, stage := string(k.Sitting.Lease.Department), k.Sitting.Mode.Stage()
		if !k.Kept {
			r.gone(of, k.Sitting.Lease.N, stage)
			continue
		}
		err := r.one(ctx, redone{Of: of, Round: k.Sitting.Lease.N, Stage: stage}, k.Setup, func() (stagelog.Replay, error) { return workerside.AgainTurn(ctx, r.a, k) })
		if err != nil {
			return err
		}
	}
	return nil
}

// step does the stages of a step again, round by round. A round of which something was
// made and no stage is kept can't be compared.
func (r *replayer) step(ctx context.Context, s org.Step) error {
	trace, err := r.a.Store.StepTrace(ctx, s.ID)
	if err != nil {
		return err
	}
	made := s.Kind != org.KindAssembly // an assembly may have no stage of its own
	if made && s.State == org.StepCompleted && !slices.ContainsFunc(trace.Rounds, func(t reports.RoundTrace) bool { return t.N == s.Round() }) {
		r.gone(string(s.ID), s.Round(), "all")
	}
	for _, round := range trace.Rounds {
		if len(round.Stages) == 0 && len(round.Calls)+len(round.Drafts)+len(round.Reviews) > 0 {
			r.gone(string(s.ID), round.N, "all")
		}
		for _, point := range round.Stages {
			slot := org.StageSlot(point.Stage, point.Seq)
			err := r.one(ctx, redone{Of: string(s.ID), Round: round.N, Stage: slot}, point.Setup, func() (stagelog.Replay, error) { return workerside.AgainIn(ctx, r.a, s, round.N, slot) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}
