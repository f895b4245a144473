package watch

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

// Journal gives the watcher what happened.
type Journal interface {
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
	EventsOf(ctx context.Context, project org.ProjectID) ([]org.Event, error)
	Cursor(ctx context.Context, name string) (int64, error)
	SetCursor(ctx context.Context, name string, seq int64) error
}

// Records finds the rest that the watcher needs, and takes what it writes.
type Records interface {
	HoldJob(ctx context.Context, beat, holder string, term time.Duration) (mine bool, err error)
	Projects(ctx context.Context) ([]org.Project, error)
	Policy(ctx context.Context, name, otherwise string) (string, error)
	// Calm reports whether nothing is under way.
	Calm(ctx context.Context) (bool, error)
	// Raise records an alert and does what its level allows; false when the
	// same was raised before.
	Raise(ctx context.Context, a reports.Alert) (reports.Alert, bool, error)
}

// Watcher watches, in one process at a time. All fields but Judge, Diary and
// Wake must be set.
type Watcher struct {
	Journal Journal
	Records Records
	Holder  string
	Now     func() time.Time
	Log     *slog.Logger
	// Wake receives when something begins; nil for nothing. Poll is how long it
	// is waited for while nothing is under way.
	Wake <-chan struct{}
	Poll time.Duration
	// Judge says what it thinks of what rules cannot judge; nil when there is
	// no model. It is asked on a goroutine of its own.
	Judge func(ctx context.Context, d Doubt) (Opinion, error)
	// Diary takes down what the watcher thinks; nil for nowhere.
	Diary *Diary

	mu     sync.Mutex // guards what follows, of which the view is no part
	doubts []Doubt
	asked  []time.Time

	view  *View // nil while another process watches
	after int64
	kept  int64 // the cursor as it is stored
	until time.Time

	limited string // the founder's setting that the view judges by
}

const (
	beat   = "watch"
	cursor = "watch"
	// The journal is read this often while anything is under way: an entry is judged within a second
	// of its commit.
	every = time.Second
	// One process watches this long before it must say so again.
	term  = 90 * time.Second
	batch = 500
	// An older entry raises nothing: what happened while nobody watched was told by those it happened
	// to.
	old = time.Hour
)

// Run watches until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	var thinking sync.WaitGroup
	defer thinking.Wait()
	doubtful := make(chan struct{}, 1)
	thinking.Go(func() { w.judgeDoubts(ctx, doubtful) })
	var due time.Time // while it is zero, whatever wakes it brings the next look forward
	next := func(ctx context.Context) error {
		if time.Now().Before(due) {
			return &retry.EarlyError{Until: due}
		}
		err := w.Next(ctx)
		if err != nil {
			w.view = nil // it follows from the journal
		}
		if w.hasDoubts() {
			select {
			case doubtful <- struct{}{}:
			default: // it thinks still
			}
		}
		if err != nil {
			return err
		}
		pause, wakes := w.timeToNext(ctx)
		next := time.Now().Add(pause)
		if due = next; wakes {
			due = time.Time{}
		}
		return &retry.EarlyError{Until: next}
	}
	pause := retry.Policy{First: every, Most: org.RenewEvery}
	retry.Duty{Name: "watch", Next: next, Poll: org.RenewEvery, Wake: w.Wake, Pause: pause, Clock: retry.Clock{Random: rand.Float64}, Tell: func(a retry.Attempt) {
		if a.Err != nil {
			w.Log.WarnContext(ctx, "the watcher begins anew", "err", a.Err, "again_in", a.Wait)
		}
	}}.Serve(ctx)
}

// timeToNext says how long nothing needs to be looked at, and whether what wakes it brings the next look
// forward: while anything is under way it does not, since much wakes then.
func (w *Watcher) timeToNext(ctx context.Context) (pause time.Duration, wakes bool) {
	calm, err := w.Records.Calm(ctx)
	if err != nil || !calm || w.hasDoubts() {
		return every, false
	}
	return min(max(every, w.Poll), org.RenewEvery), true
}

// Next reads what is new and asks the clock. It is called by one goroutine.
func (w *Watcher) Next(ctx context.Context) error {
	now := w.Now()
	if now.After(w.until) || w.until.Sub(now) > term {
		mine, err := w.Records.HoldJob(ctx, beat, w.Holder, term)
		if err != nil {
			return err
		}
		if !mine {
			w.view, w.until = nil, now.Add(term/3)
			return nil
		}
		w.until = now.Add(term / 3)
		if w.view == nil {
			if err := w.beginReading(ctx); err != nil {
				return err
			}
		}
	}
	if w.view == nil {
		return nil
	}
	w.useLimits(ctx)
	if err := w.readNews(ctx, now); err != nil {
		return err
	}
	err := w.raiseAlerts(ctx, now, w.view.Look(now))
	w.keepDoubts(now, w.view.Doubts())
	return err
}

// beginReading reads the open projects' entries up to where the last watcher had
// come, so that this one knows what that one knew.
func (w *Watcher) beginReading(ctx context.Context) error {
	seq, err := w.Journal.Cursor(ctx, cursor)
	if err != nil {
		return err
	}
	v := &View{}
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
	v.Doubts() // they were judged then, or nobody was there to be asked
	w.view, w.after, w.kept, w.limited = v, seq, seq, ""
	w.noteDiary("begins to watch %d open projects at entry %d, as %s", v.Open(), seq, w.Holder)
	return nil
}

// useLimits has the view judge by the founder's limits as they stand now. Those that
// cannot be read change nothing.
func (w *Watcher) useLimits(ctx context.Context) {
	text, err := w.Records.Policy(ctx, policy.WatchLimits, "")
	if err == nil && text == w.limited {
		return
	}
	var set []policy.StageLimit
	if err == nil {
		set, err = policy.ParseStageLimits(text)
	}
	if err != nil {
		w.Log.WarnContext(ctx, "stage limits stay as they are", "err", err)
		return
	}
	w.view.Limit(set)
	w.limited = text
}

func (w *Watcher) readNews(ctx context.Context, now time.Time) error {
	for {
		events, err := w.Journal.Events(ctx, w.after, batch)
		if err != nil {
			return err
		}
		for _, e := range events {
			found := w.view.Hear(e)
			if now.Sub(e.At) <= old {
				if err := w.raiseAlerts(ctx, now, found); err != nil {
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

// raiseAlerts hands alerts in, and says in the process's own log what it thinks.
func (w *Watcher) raiseAlerts(ctx context.Context, now time.Time, alerts []reports.Alert) error {
	for _, a := range alerts {
		done, fresh, err := w.Records.Raise(ctx, a)
		if err != nil {
			return err
		}
		if fresh {
			w.Log.InfoContext(ctx, "watcher", "alert", done.ID, "signal", done.Signal, "project", done.Project, "step", done.Step,
				"confidence", done.Confidence, "level", done.Level, "remedy", done.Remedy, "acted", done.Acted, "because", done.Text, "at", now)
			w.noteDiary("%s %s %s: %s, confidence %.2f, level %s, remedy %q, done %v: %s", done.ID, done.Project, done.Step, done.Signal, done.Confidence, done.Level, done.Remedy, done.Acted, done.Text)
		} else {
			w.noteDiary("%s %s: %s was raised before: %s", a.Project, a.Step, a.Signal, a.Text)
		}
	}
	return nil
}

// noteDiary writes into the diary. A full disk ends no watching.
func (w *Watcher) noteDiary(format string, args ...any) {
	if err := w.Diary.Note(w.Now(), format, args...); err != nil {
		w.Log.Warn("the watcher's diary", "err", err) //nolint:sloglint // it belongs to no call
	}
}

// keepDoubts keeps doubts for the judge, as many as it may be asked in an hour.
func (w *Watcher) keepDoubts(now time.Time, doubts []Doubt) {
	if w.Judge == nil || len(doubts) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = slices.DeleteFunc(w.asked, func(at time.Time) bool { return now.Sub(at) > time.Hour || at.After(now) })
	for _, d := range doubts {
		if len(w.asked) >= doubtsPerHour {
			w.noteDiary("%s %s: not judged, %d doubts were judged within the hour: %s", d.Project, d.Step, len(w.asked), d.Text)
			continue
		}
		w.asked = append(w.asked, now)
		w.doubts = append(w.doubts, d)
	}
}

func (w *Watcher) hasDoubts() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.doubts) > 0
}

// judgeDoubts judges doubts, each time that it is told of some, until ctx ends.
func (w *Watcher) judgeDoubts(ctx context.Context, doubtful <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-doubtful:
		}
		if err := w.Think(ctx); err != nil && ctx.Err() == nil {
			w.Log.WarnContext(ctx, "what the judge thinks is not told", "err", err)
		}
	}
}

func (w *Watcher) keepForRetry(d Doubt, err error) {
	d.tries++
	w.noteDiary("%s %s: not judged, try %d of %d: %v: %s", d.Project, d.Step, d.tries, triesMost, err, d.Text)
	if d.tries < triesMost {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.doubts = append(w.doubts, d)
	}
}

// A judge that cannot be reached is asked so often about the same doubt, a second apart.
const triesMost = 3

// Think has the doubts judged that wait for it, and raises what comes of them.
// It may be called beside Next.
func (w *Watcher) Think(ctx context.Context) error {
	w.mu.Lock()
	doubts := w.doubts
	w.doubts = nil
	w.mu.Unlock()
	for _, d := range doubts {
		on, err := w.Records.Policy(ctx, policy.WatchModel, "on")
		if err != nil {
			return err
		}
		if on != "on" {
			w.noteDiary("%s %s: not judged, %s is %s: %s", d.Project, d.Step, policy.WatchModel, on, d.Text)
			continue
		}
		o, err := w.Judge(ctx, d)
		if err != nil {
			w.keepForRetry(d, err) // rules go on without it
			continue
		}
		a, why := o.Alert(d)
		w.noteDiary("%s %s: %s Judged %s, %.2f: %s", d.Project, d.Step, d.Text, o.Verdict, o.Confidence, o.Thought)
		if a == nil {
			w.noteDiary("%s %s: nothing follows: %s", d.Project, d.Step, why)
			continue
		}
		a.At = w.Now()
		if err := w.raiseAlerts(ctx, a.At, []reports.Alert{*a}); err != nil {
			return err
		}
	}
	return nil
}
