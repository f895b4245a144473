package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// listJudgingPrompts are the prompts of those who judge. They stay, so that what is compared was
// judged by the same.
func listJudgingPrompts() (files []string) {
	for _, s := range org.Stages() {
		if s.Part == org.PartJudge {
			files = append(files, s.Name+".md")
		}
	}
	return files
}

// anew has what other prompts would ask otherwise asked, in a copy of the database that is
// thrown away, and compares the results with those that there are.
func (c *call) anew(ctx context.Context, which func(context.Context, *app.App) ([]org.ProjectID, error)) error {
	dollars, err := strconv.ParseFloat(c.flags.cap, 64)
	if c.flags.prompts == "" || err != nil || dollars <= 0 || dollars > 1000 {
		return &usage{"this asks the models you pay for, so it needs other prompts and a cap in dollars: --prompts DIR --cap 2"}
	}
	if c.settings.LLM == "extractive" {
		return fmt.Errorf("%w: there is no model to ask: set OPENROUTER_API_KEY, or FRASIER_LLM_URL for another endpoint", errInput)
	}
	was := c.settings
	home, err := os.MkdirTemp("", "frasier-anew-")
	if err != nil {
		return fmt.Errorf("make a folder to work in: %w", err)
	}
	err = c.with(ctx, func(a *app.App) error {
		file, err := a.Store.Snapshot(ctx, home)
		own := c.settings.Prompts
		c.settings.Home, c.settings.DB = home, file
		return errors.Join(err, c.mixed(home, own))
	})
	var out reports.Replay
	if err == nil {
		err = c.with(ctx, func(a *app.App) error {
			projects, err := which(ctx, a)
			if err != nil {
				return err
			}
			out, err = renewAll(ctx, a, filepath.Join(home, "prompts"), projects, org.NanoUSD(dollars*float64(org.Dollar)))
			return err
		})
	}
	c.settings = was
	if err = errors.Join(err, os.RemoveAll(home)); err != nil {
		return err
	}
	if len(out.Steps) > 0 {
		err = c.with(ctx, func(a *app.App) error {
			out.ID, err = a.Store.SaveReplay(ctx, out)
			return err
		})
	}
	return errors.Join(err, c.tellAnew(out)) // it was paid for, so it is told in any case
}

// mixed makes a folder of the other prompts with the judges' of the founder's own.
func (c *call) mixed(home, own string) error {
	to := filepath.Join(home, "prompts")
	if err := os.CopyFS(to, os.DirFS(c.path(c.flags.prompts))); err != nil {
		return fmt.Errorf("%w: read prompts: %w", errInput, err)
	}
	for _, name := range listJudgingPrompts() {
		at := filepath.Join(to, "stage", name)
		if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("leave the judges' prompts out: %w", err)
		}
		if own == "" {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(own, "stage", name)) // the founder's own
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(at, raw, 0o600)
		}
		if err != nil {
			return fmt.Errorf("keep the judges' prompts: %w", err)
		}
	}
	return nil
}

// renewAll does the steps of projects anew.
func renewAll(ctx context.Context, a *app.App, prompts string, projects []org.ProjectID, limit org.NanoUSD) (reports.Replay, error) {
	set, err := prompt.Load(prompts)
	if err != nil {
		return reports.Replay{}, fmt.Errorf("%w: load prompts: %w", errInput, err)
	}
	set.Identity, set.Facts = a.Prompts.Identity, a.Prompts.Facts
	var rows []reports.RenewedStep
	ledger := &app.Capped{DB: a.Store, Cap: limit}
	for _, p := range projects {
		r := &replayer{a: a, other: set}
		a.FromLedger(func(m org.ModelCall) { r.heard = append(r.heard, m.Tokens) })
		steps, err := a.Store.Steps(ctx, p)
		if err != nil {
			return reports.Replay{}, err
		}
		for _, s := range steps {
			if s.Kind == org.KindAssembly || s.State != org.StepCompleted {
				continue
			}
			r.rows = nil
			a.FromLedger(func(m org.ModelCall) { r.heard = append(r.heard, m.Tokens) })
			if err := r.step(ctx, s); err != nil {
				return reports.Replay{}, err
			}
			for _, row := range r.rows {
				if row.End != endAsked || row.Round != s.Round() {
					continue
				}
				a.Prompts, a.Client.Records = set, ledger
				one, err := renew(ctx, a, ledger, s, row.Stage)
				if err != nil {
					return reports.Replay{}, err
				}
				rows = append(rows, one)
				break
			}
		}
	}
	return reports.Replay{Projects: len(projects), Steps: rows, Spent: ledger.Spent()}, nil
}

// renew does one step anew. What keeps it from being done is told, and ends nothing.
func renew(ctx context.Context, a *app.App, ledger *app.Capped, s org.Step, from string) (reports.RenewedStep, error) {
	out := reports.RenewedStep{Project: s.Project, Step: s.ID, From: from}
	trace, err := a.Store.StepTrace(ctx, s.ID)
	if err != nil {
		return out, err
	}
	cited, err := a.Store.Citations(ctx, s.Project)
	if err != nil {
		return out, err
	}
	for _, one := range cited {
		if one.Step == s.ID {
			out.Before.Quotes++
		}
	}
	out.Before.Words = len(prose.Words(s.Result))
	before := ledger.Spent()
	got, err := workerside.Anew(ctx, a, s, from)
	out.Now.Cost = ledger.Spent() - before
	asked := ledger.Asked()
	for _, round := range trace.Rounds {
		if round.N != s.Round() {
			continue
		}
		drafted(&out.Before, round.Drafts)
		for _, call := range round.Calls {
			if asked[call.Purpose] {
				out.Before.Cost += call.Cost
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		out.Why = err.Error()
		return out, nil //nolint:nilerr // it is told
	case got.Next != org.StepCompleted:
		out.Why = "it would not have passed: " + got.Cause
	}
	out.Now.Quotes, out.Now.Words = len(got.Citations), len(prose.Words(got.Result))
	drafted(&out.Now, got.Drafts)
	return out, nil
}

// drafted takes over what the chosen draft was worth.
func drafted(w *reports.Worth, all []work.Draft) {
	for _, d := range all {
		if d.Chosen {
			w.Findings, w.Points, w.Score = d.MustFix, d.Points, d.Score
		}
	}
}

// tellAnew tells what came of it: a row for each step, and the sums.
func (c *call) tellAnew(r reports.Replay) error {
	before, now, done, failed := r.Sums()
	if c.flags.json {
		if err := c.writeJSON(struct {
			reports.Replay
			Before reports.Worth `json:"before"`
			Now    reports.Worth `json:"now"`
		}{r, before, now}); err != nil {
			return err
		}
	} else {
		w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
		rows := r.Steps
		if done > 1 {
			rows = append(slices.Clone(rows), reports.RenewedStep{Step: "all", Before: before, Now: now})
		}
		for _, r := range rows {
			if r.Why != "" {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.Step, r.From, r.Why)
				continue
			}
			fmt.Fprintf(w, "%s\t%s\tquotes %d > %d\tfindings %d > %d\t%s > %s\twords %d > %d\t%s > %s\n", r.Step, r.From, r.Before.Quotes, r.Now.Quotes,
				r.Before.Findings, r.Now.Findings, r.Before.Got(), r.Now.Got(), r.Before.Words, r.Now.Words, org.Cents(r.Before.Cost), org.Cents(r.Now.Cost))
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
		c.printf("%s\n", messages.DoneAnew(done, failed, r.Projects, r.Spent, r.ID))
	}
	if failed > 0 {
		return &exit{Failed}
	}
	return nil
}
