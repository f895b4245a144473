package report

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// readSpending says where time and money of a step that changes code went: per stage, command and hook.
func readSpending(ctx context.Context, q sqldb.Getter, id org.StepID) ([]reports.SpentLine, error) {
	var out reports.Spending
	for _, read := range []func(context.Context, sqldb.Getter, org.StepID, *reports.Spending) error{addStages, addCalls, addCommands} {
		if err := read(ctx, q, id, &out); err != nil {
			return nil, fmt.Errorf("add up what %s took: %w", id, err)
		}
	}
	return out.Lines(), nil
}

// addStages takes for a stage the time from the one before it, or from where an attempt began since: what waited between attempts nobody worked.
func addStages(ctx context.Context, q sqldb.Getter, id org.StepID, out *reports.Spending) error {
	var stages []struct {
		Stage string
		At    int64
	}
	if err := sqldb.Many(ctx, q, &stages, `SELECT stage, at FROM checkpoints WHERE step_id = ? ORDER BY at, seq`, id); err != nil {
		return err
	}
	var rows []journal.EventRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data
		  FROM events WHERE step_id = ? AND kind IN ('step_started', 'step_completed', 'hook_ran') ORDER BY seq`, id)
	if err != nil {
		return err
	}
	events, err := journal.EventsOf(rows)
	if err != nil {
		return err
	}
	var last time.Time
	begin := func(until time.Time) time.Time {
		from := last
		for _, e := range events {
			if e.Kind == org.EventStepStarted && e.At.After(from) && !e.At.After(until) {
				from = e.At
			}
		}
		return from
	}
	for _, s := range stages {
		at := sqldb.Moment(s.At)
		if from := begin(at); !from.IsZero() {
			out.Add(reports.SpentLine{Kind: reports.SpentStage, Name: s.Stage, Times: 1, Took: at.Sub(from)})
		}
		last = at
	}
	for _, e := range events {
		switch {
		case e.Kind == org.EventStepCompleted && len(stages) > 0:
			out.Add(reports.SpentLine{Kind: reports.SpentStage, Name: reports.StageMerge, Times: 1, Took: e.At.Sub(begin(e.At))})
		case e.Kind == org.EventHook:
			ms, err := strconv.Atoi(e.Data["ms"])
			if err != nil { // an older version did not keep it
				ms = 0
			}
			out.Add(reports.SpentLine{Kind: reports.SpentHook, Name: e.Data["hook"] + " (" + e.Data["command"] + ")", Times: 1, Took: time.Duration(ms) * time.Millisecond})
		}
	}
	return nil
}

// addCalls adds the money of calls to the stage that they were for. Their time is in it.
func addCalls(ctx context.Context, q sqldb.Getter, id org.StepID, out *reports.Spending) error {
	var calls []struct {
		Purpose string
		Cost    sql.NullInt64
		Source  org.CostSource `db:"cost_source"`
	}
	if err := sqldb.Many(ctx, q, &calls, `SELECT purpose, cost, cost_source FROM llm_calls WHERE step_id = ? AND ended_at IS NOT NULL`, id); err != nil {
		return err
	}
	for _, c := range calls {
		l := reports.SpentLine{Kind: reports.SpentStage, Name: c.Purpose, Cost: org.NanoUSD(c.Cost.Int64)}
		if c.Source == org.CostUnknown {
			l.Unknown = 1
		}
		out.Add(l)
	}
	return nil
}

// addCommands takes how long checks ran from the stages that keep all of their runs, and of what was merged from what is kept of it.
func addCommands(ctx context.Context, q sqldb.Getter, id org.StepID, out *reports.Spending) error {
	add := func(t coding.Trial) {
		runs, ms := t.Runs, t.AllMS
		if runs == 0 { // an older version kept the last one
			runs, ms = 1, t.MS
		}
		if t.Name != "" {
			out.Add(reports.SpentLine{Kind: reports.SpentCommand, Name: t.Name, Times: runs, Took: time.Duration(ms) * time.Millisecond})
		}
	}
	var kept []struct{ Stage, Output string }
	if err := sqldb.Many(ctx, q, &kept, `SELECT stage, output FROM checkpoints WHERE step_id = ? AND stage IN ('before', 'tried') ORDER BY at, seq`, id); err != nil {
		return err
	}
	for _, k := range kept {
		var tried struct{ Trials []coding.Trial }
		into := any(&tried)
		if k.Stage == coding.TrialBefore {
			into = &tried.Trials
		}
		if err := sqldb.FromJSON(k.Output, into); err != nil {
			return fmt.Errorf("read the stage %s: %w", k.Stage, err)
		}
		for _, t := range tried.Trials {
			add(t)
		}
	}
	var merged []struct {
		Name string
		MS   int64
	}
	if err := sqldb.Many(ctx, q, &merged, `SELECT name, ms FROM trials WHERE step_id = ? AND phase = 'merged' ORDER BY round, n`, id); err != nil {
		return err
	}
	for _, m := range merged {
		add(coding.Trial{Name: m.Name, MS: m.MS})
	}
	return nil
}
