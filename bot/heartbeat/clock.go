package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Timetable keeps when each job is due, so that a restart neither forgets one nor does it twice.
type Timetable interface {
	HoldJob(ctx context.Context, beat, owner string, term time.Duration) (mine bool, err error)
	JobRuns(ctx context.Context) (map[string]reports.JobRun, error)
	MoveJob(ctx context.Context, v reports.JobRun) error
}

// Job is one thing that the clock asks for.
type Job struct {
	// Name identifies it in the database.
	Name string
	// When says how it repeats; it is asked at each look, because the founder
	// may change it. A nil result means not at all for now. A nil When means
	// at each look, without the timetable, for what is harmless to do twice.
	When func(ctx context.Context) (calendar.Repeats, error)
	// AtOnce has it done at the first look ever instead of at its first time.
	AtOnce bool
	// Skip leaves out what was missed; otherwise it is made up for once.
	Skip bool
	// Term gives a job to one process alone; Do is given that long.
	Term time.Duration
	Do   func(ctx context.Context, now time.Time) error
}

// Every is a When for jobs that repeat after so much time.
func Every(d time.Duration) func(context.Context) (calendar.Repeats, error) {
	return func(context.Context) (calendar.Repeats, error) { return calendar.Every(d), nil }
}

// Clock does what the timetable says. All of its fields must be set.
type Clock struct {
	Timetable Timetable
	Jobs      []Job
	Owner     string
	Tick      time.Duration
	Now       func() time.Time
	Log       *slog.Logger
	next      time.Time
}

// A job that failed is tried again after this long, unless it is due before.
const again = 5 * time.Minute

// Next looks once when the tick has passed since the last look, does what is
// due, and returns org.ErrNoWork when nothing was. A job that fails keeps
// none of the others from being done, unless there is no room on the disk, which
// it returns. It is called by one goroutine.
func (c *Clock) Next(ctx context.Context) error {
	now := c.Now()
	// A clock that went back must not silence the clock's own jobs.
	if now.Before(c.next) && c.next.Sub(now) <= c.Tick {
		return org.ErrNoWork
	}
	c.next = now.Add(c.Tick)
	runs, err := c.Timetable.JobRuns(ctx)
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	for _, job := range c.Jobs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := c.doWhenDue(ctx, job, runs[job.Name], now)
		if errors.Is(err, org.ErrDiskFull) {
			return err // so would each of the others; whoever runs the clock says it once
		}
		if err != nil && ctx.Err() == nil {
			c.Log.WarnContext(ctx, "a timed job did not succeed and is tried again", "job", job.Name, "err", err)
		}
	}
	return org.ErrNoWork
}

func (c *Clock) doWhenDue(ctx context.Context, job Job, was reports.JobRun, now time.Time) error {
	if job.When == nil {
		limited, cancel := context.WithTimeout(ctx, job.Term)
		defer cancel()
		return job.Do(limited, now)
	}
	when, err := job.When(ctx)
	if err != nil || when == nil {
		return err
	}
	run := calendar.Look(when, was.Due, was.Last, now, job.Skip)
	if was.Due.IsZero() && job.AtOnce {
		run = calendar.Turn{Run: true, Due: when.Next(now)}
	}
	if !run.Run {
		if run.Due.Equal(was.Due) || run.Due.IsZero() {
			return nil
		}
		return c.Timetable.MoveJob(ctx, reports.JobRun{Name: job.Name, Due: run.Due, Error: was.Error})
	}
	mine, err := c.Timetable.HoldJob(ctx, "job "+job.Name, c.Owner, job.Term)
	if err != nil || !mine {
		return err
	}
	return c.doJob(ctx, job, now, run.Due)
}

// doJob does a job that is this process's. Another one may have done it between
// the look and the lock.
func (c *Clock) doJob(ctx context.Context, job Job, now, due time.Time) error {
	runs, err := c.Timetable.JobRuns(ctx)
	if err != nil {
		return err
	}
	if was, there := runs[job.Name]; there && was.Due.After(now) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, job.Term)
	defer cancel()
	err = job.Do(limited, now)
	done := reports.JobRun{Name: job.Name, Due: due, Last: now}
	if err != nil {
		done.Error, done.Last = err.Error(), time.Time{}
		if soon := now.Add(again); soon.Before(due) {
			done.Due = soon
		}
	}
	if ctx.Err() != nil {
		return ctx.Err() // it is due still
	}
	if moved := c.Timetable.MoveJob(ctx, done); moved != nil {
		return moved
	}
	return err
}
