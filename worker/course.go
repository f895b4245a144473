package worker

import (
	"context"

	"github.com/frasier-cos/frasier/internal/work"
)

// course is the way of a step to its outcome: that of a document, of a change of code or of an assembly, each with what
// its parts found so far. It is a list of parts.
type course interface{ root() *run }

func (r *run) root() *run { return r }

// part is a piece of a course. It ends the step with an outcome, or the next part follows.
type part[C course] struct {
	// keeps names the stages whose results it saves; none where it pays for nothing. Their input is the step and all
	// that stages before them gave: run.hash stands for it.
	keeps []string
	do    func(C, context.Context) (*work.Outcome, error)
	// due says whether it is done at all; nil for always.
	due func(C) bool
}

// saved makes a part of one stage: ask does it, once for its input, and take goes on from what it gave, now or when it
// was done first.
func saved[C course, T any](name string, ask func(C, context.Context) (T, error), take func(C, T)) part[C] {
	return part[C]{keeps: []string{name}, do: func(c C, ctx context.Context) (*work.Outcome, error) {
		got, err := stage(ctx, c, name, 0, func(ctx context.Context) (T, error) { return ask(c, ctx) })
		if err == nil {
			take(c, got)
		}
		return nil, err
	}}
}

// when has a part done only where it is due.
func (p part[C]) when(due func(C) bool) part[C] {
	p.due = due
	return p
}

// follow goes through parts until one ends the step.
func follow[C course](ctx context.Context, c C, parts []part[C]) (*work.Outcome, error) {
	for _, p := range parts {
		if p.due != nil && !p.due(c) {
			continue
		}
		if o, err := p.do(c, ctx); o != nil || err != nil {
			return o, err
		}
	}
	return nil, nil
}

// end ends the step with an outcome.
func end(o work.Outcome) (*work.Outcome, error) { return &o, nil }

// finish is follow for a course whose last part ends the step.
func finish[C course](ctx context.Context, c C, parts []part[C]) (work.Outcome, error) {
	o, err := follow(ctx, c, parts)
	if err != nil {
		return work.Outcome{}, err
	}
	return *o, nil
}
