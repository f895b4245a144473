package watch

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Journal is what the watcher reads.
type Journal interface {
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
	EventsOf(ctx context.Context, project org.ProjectID) ([]org.Event, error)
	Cursor(ctx context.Context, name string) (int64, error)
	SetCursor(ctx context.Context, name string, seq int64) error
}

// Records is where it looks besides, and what it writes.
type Records interface {
	HoldBeat(ctx context.Context, beat, holder string, term time.Duration) (mine bool, err error)
	Projects(ctx context.Context) ([]org.Project, error)
	Policy(ctx context.Context, name, otherwise string) (string, error)
	// Raise records an alert and does what its level allows; false when the
	// same was raised before.
	Raise(ctx context.Context, a org.Alert) (org.Alert, bool, error)
}

// Watcher watches, in one process at a time. All fields must be set.
type Watcher struct {
	Journal Journal
	Records Records
	Holder  string
	Now     func() time.Time
	Log     *slog.Logger

	view  *View // nil while another process watches
	after int64
	kept  int64 // the cursor as it is stored
	until time.Time
}

const (
	beat   = "watch"
	cursor = "watch"
	// every is how often the journal is read: an entry is judged within a
	// second of its commit.
	every = time.Second
	// term is how long one process watches before it must say so again.
	term  = 90 * time.Second
	batch = 500
	// old is how far back an entry may lie and still raise something: what
	// happened while nobody watched was told by those it happened to.
	old = time.Hour
)

// Run watches until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := w.Next(ctx); err != nil && ctx.Err() == nil {
			w.Log.WarnContext(ctx, "the watcher begins anew", "err", err)
			w.view = nil // it follows from the journal
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Next reads what is new and asks the clock. It is called by one goroutine.
func (w *Watcher) Next(ctx context.Context) error {
	now := w.Now()
	if now.After(w.until) || w.until.Sub(now) > term {
		mine, err := w.Records.HoldBeat(ctx, beat, w.Holder, term)
		if err != nil {
			return err
		}
		if !mine {
			w.view, w.until = nil, now.Add(term/3)
			return nil
		}
		w.until = now.Add(term / 3)
		if w.view == nil {
			if err := w.begin(ctx); err != nil {
				return err
			}
		}
	}
	if w.view == nil {
		return nil
	}
	if err := w.read(ctx, now); err != nil {
		return err
	}
	return w.raise(ctx, now, w.view.Look(now))
}

// begin reads the open projects' entries up to where the last watcher had
// come, so that this one knows what that one knew.
func (w *Watcher) begin(ctx context.Context) error {
	seq, err := w.Journal.Cursor(ctx, cursor)
	if err != nil {
		return err
	}
	v := &View{LimitsOf: func(p org.ProjectID) Limits { return w.limits(ctx, p) }}
	projects, err := w.Records.Projects(ctx)
	if err != nil {
		return err
	}
	for _, p := range projects {
		if p.State.Ended() {
			continue
		}
		events, err := w.Journal.EventsOf(ctx, p.ID)
		if err != nil {
			return err
		}
		for _, e := range events {
			if e.Seq <= seq {
				v.Hear(e) // what was wrong then was raised then
			}
		}
	}
	w.view, w.after, w.kept = v, seq, seq
	return nil
}

func (w *Watcher) limits(ctx context.Context, p org.ProjectID) Limits {
	text, err := w.Records.Policy(ctx, org.PolicyWatchLimits, "")
	var set []org.StageLimit
	if err == nil {
		set, err = org.ParseStageLimits(text)
	}
	if err != nil {
		w.Log.WarnContext(ctx, "stage limits stay as they are", "project", p, "err", err)
	}
	return For(p, set)
}

// read hears what is new.
func (w *Watcher) read(ctx context.Context, now time.Time) error {
	for {
		events, err := w.Journal.Events(ctx, w.after, batch)
		if err != nil {
			return err
		}
		for _, e := range events {
			found := w.view.Hear(e)
			if now.Sub(e.At) <= old {
				if err := w.raise(ctx, now, found); err != nil {
					return err
				}
			}
			w.after = e.Seq
		}
		if len(events) < batch {
			break
		}
	}
	if w.after == w.kept {
		return nil
	}
	if err := w.Journal.SetCursor(ctx, cursor, w.after); err != nil {
		return fmt.Errorf("keep the watcher's place: %w", err)
	}
	w.kept = w.after
	return nil
}

// raise hands alerts in, and says in the process's own log what it thinks.
func (w *Watcher) raise(ctx context.Context, now time.Time, alerts []org.Alert) error {
	for _, a := range alerts {
		done, fresh, err := w.Records.Raise(ctx, a)
		if err != nil {
			return err
		}
		if fresh {
			w.Log.InfoContext(ctx, "watcher", "alert", done.ID, "signal", done.Signal, "project", done.Project, "step", done.Step,
				"confidence", done.Confidence, "level", done.Level, "remedy", done.Remedy, "acted", done.Acted, "because", done.Text, "at", now)
		}
	}
	return nil
}
