package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

var errAway = errors.New("away")

// timeline is a clock that only sleeping moves.
type timeline struct {
	now    time.Time
	sleeps []time.Duration
}

func (l *timeline) clock() retry.Clock {
	return retry.Clock{
		Now: func() time.Time { return l.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			l.sleeps = append(l.sleeps, d)
			l.now = l.now.Add(d)
			return ctx.Err()
		},
	}
}

func TestNextDoublesUpToItsBounds(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	for _, c := range []struct {
		policy  retry.Policy
		err     error
		tries   int
		after   time.Duration
		wait    time.Duration
		verdict retry.Verdict
	}{
		{policy: retry.Policy{}, tries: 1, wait: time.Second},
		{policy: retry.Policy{}, tries: 4, wait: 8 * time.Second},
		{policy: retry.Policy{}, tries: 10_000, wait: 1 << 62},
		{policy: retry.Policy{First: 5 * time.Second, Most: 15 * time.Second}, tries: 0, wait: 5 * time.Second},
		{policy: retry.Policy{First: 5 * time.Second, Most: 15 * time.Second}, tries: 2, wait: 10 * time.Second},
		{policy: retry.Policy{First: 5 * time.Second, Most: 15 * time.Second}, tries: 900, wait: 15 * time.Second},
		{policy: retry.Policy{First: time.Minute, Most: time.Second}, tries: 1, wait: time.Second},
		{policy: retry.Policy{Tries: 3}, tries: 2, wait: 2 * time.Second},
		{policy: retry.Policy{Tries: 3}, tries: 3, verdict: retry.TriesOver},
		{policy: retry.Policy{First: time.Minute, For: 90 * time.Second}, tries: 2, after: 70 * time.Second, wait: 20 * time.Second},
		{policy: retry.Policy{First: time.Minute, For: 90 * time.Second}, tries: 2, after: 90 * time.Second, verdict: retry.TimeOver},
		{policy: retry.Policy{}, err: retry.Permanent(errAway), tries: 1, verdict: retry.Refused},
		{policy: retry.Policy{}, err: fmt.Errorf("ask: %w", retry.Permanent(errAway)), tries: 1, verdict: retry.Refused},
		{policy: retry.Policy{Most: time.Minute}, err: retry.After(errAway, time.Hour), tries: 1, wait: time.Hour},
		{policy: retry.Policy{}, err: retry.After(errAway, -5*time.Second), tries: 2, wait: 2 * time.Second},
		{policy: retry.Policy{For: time.Minute}, err: retry.After(errAway, time.Hour), tries: 1, verdict: retry.TimeOver},
	} {
		wait, verdict := c.policy.Judge(c.err, c.tries, start, start.Add(c.after))
		if wait != c.wait || verdict != c.verdict {
			t.Errorf("%+v after %d tries and %s with %v: %s, %d; want %s, %d", c.policy, c.tries, c.after, c.err, wait, verdict, c.wait, c.verdict)
		}
	}
}

func TestRunTellsFirstFailureEachWaitAndTheEnd(t *testing.T) {
	for _, c := range []struct {
		name    string
		policy  retry.Policy
		answers []error // the last one is given again and again
		sleeps  []time.Duration
		told    []retry.Verdict
		want    error
	}{
		{name: "works at once", answers: []error{nil}},
		{
			name: "works at last", answers: []error{errAway, errAway, nil}, sleeps: []time.Duration{time.Second, 2 * time.Second},
			told: []retry.Verdict{retry.Again, retry.Again, retry.Done},
		},
		{
			name: "tries", policy: retry.Policy{Tries: 2}, answers: []error{errAway}, sleeps: []time.Duration{time.Second},
			told: []retry.Verdict{retry.Again, retry.TriesOver}, want: errAway,
		},
		{
			name: "time", policy: retry.Policy{First: 4 * time.Second, For: 10 * time.Second}, answers: []error{errAway},
			sleeps: []time.Duration{4 * time.Second, 6 * time.Second}, told: []retry.Verdict{retry.Again, retry.Again, retry.TimeOver}, want: errAway,
		},
		{
			name: "refused", answers: []error{errAway, retry.Permanent(errAway)}, sleeps: []time.Duration{time.Second},
			told: []retry.Verdict{retry.Again, retry.Refused}, want: errAway,
		},
		{
			name: "asked for a pause", policy: retry.Policy{Most: time.Second}, answers: []error{retry.After(errAway, time.Minute), nil},
			sleeps: []time.Duration{time.Minute}, told: []retry.Verdict{retry.Again, retry.Done},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := &timeline{now: time.Unix(1_000_000, 0)}
			var told []retry.Verdict
			tries := 0
			err := retry.Run(t.Context(), c.policy, line.clock(), func(context.Context) error {
				tries++
				return c.answers[min(tries, len(c.answers))-1]
			}, func(a retry.Attempt) {
				told = append(told, a.Verdict)
				if a.Tries != tries || a.First() != (tries == 1) {
					t.Errorf("told of try %d (first: %t) at try %d", a.Tries, a.First(), tries)
				}
				if a.Verdict == retry.Again && !a.Next.Equal(line.now.Add(a.Wait)) {
					t.Errorf("the next try is said to be at %s, the wait is %s from %s", a.Next, a.Wait, line.now)
				}
			})
			if !errors.Is(err, c.want) || fmt.Sprint(told) != fmt.Sprint(c.told) || fmt.Sprint(line.sleeps) != fmt.Sprint(c.sleeps) {
				t.Errorf("got %v, told %v, slept %v; want %v, %v, %v", err, told, line.sleeps, c.want, c.told, c.sleeps)
			}
		})
	}
}

func TestRunEndsWithItsContextAndNeedsSomebodyToTell(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	told := 0
	err := retry.Run(ctx, retry.Policy{}, retry.Clock{}, func(context.Context) error { stop(); return errAway }, func(retry.Attempt) { told++ })
	if !errors.Is(err, context.Canceled) || told != 0 {
		t.Errorf("a loop whose context ended returned %v and told %d times", err, told)
	}
	if err := retry.Run(t.Context(), retry.Policy{}, retry.Clock{}, func(context.Context) error { return nil }, nil); err == nil {
		t.Error("a loop that tells nobody ran")
	}
	if err := (&retry.Gate{}).Do(t.Context(), "a", func(context.Context) error { return nil }); err == nil {
		t.Error("a gate that tells nobody let through")
	}
}

func TestSpreadOnlyLengthens(t *testing.T) {
	for _, c := range []struct {
		source func() float64
		want   time.Duration
	}{
		{nil, 8 * time.Second},
		{func() float64 { return 0 }, 8 * time.Second},
		{func() float64 { return 0.5 }, 9 * time.Second},
	} {
		if got := retry.Spread(8*time.Second, c.source); got != c.want {
			t.Errorf("8s became %s, want %s", got, c.want)
		}
	}
}

// However often it is woken, what failed is tried when its wait is over, and
// nothing else waits for it.
func TestGateWaitsWhateverWakesIt(t *testing.T) {
	line := &timeline{now: time.Unix(1_000_000, 0)}
	var told []retry.Attempt
	g := &retry.Gate{
		Policy: retry.Policy{First: 5 * time.Second, Most: 45 * time.Second, For: 10 * time.Minute}, Clock: line.clock(),
		Tell: func(a retry.Attempt) { told = append(told, a) },
	}
	tries, others := 0, 0
	for range 1200 { // ten minutes, woken twice a second
		err := g.Do(t.Context(), "github.com", func(context.Context) error { tries++; return errAway })
		if early, ok := errors.AsType[*retry.EarlyError](err); ok && !early.Until.After(line.now) {
			t.Fatalf("at %s not before %s", line.now, early.Until)
		}
		if err := g.Do(t.Context(), "other", func(context.Context) error { others++; return nil }); err != nil {
			t.Fatal(err)
		}
		line.now = line.now.Add(500 * time.Millisecond)
	}
	if err := g.Do(t.Context(), "github.com", func(context.Context) error { tries++; return errAway }); !errors.Is(err, errAway) {
		t.Errorf("at the end of its time there is no last try: %v", err)
	}
	if tries < 10 || tries > 20 || others != 1200 || len(told) != tries {
		t.Errorf("%d tries, %d of others, told %d times", tries, others, len(told))
	}
	if last := told[len(told)-1]; last.Verdict != retry.TimeOver || last.Key != "github.com" {
		t.Errorf("the end was told as %+v", last)
	}
	if err := g.Early(); err != nil {
		t.Errorf("what failed for good is due: %v", err)
	}
	line.now = line.now.Add(time.Hour)
	if _, over := errors.AsType[*retry.EarlyError](g.Do(t.Context(), "github.com", func(context.Context) error { return nil })); !over {
		t.Error("what failed for good was tried again")
	}
}

func TestGateHurries(t *testing.T) {
	t.Parallel()
	now, tries := time.Unix(1_800_000_000, 0), 0
	var told []retry.Attempt
	g := &retry.Gate{Policy: retry.Policy{First: time.Minute, Most: time.Hour}, Clock: retry.Clock{Now: func() time.Time { return now }}, Tell: func(a retry.Attempt) { told = append(told, a) }}
	try := func(err error) error {
		return g.Do(t.Context(), "p1", func(context.Context) error { tries++; return err })
	}
	g.Hurry("p1") // nothing waits
	away := errors.New("away")
	if err := try(away); !errors.Is(err, away) {
		t.Fatal(err)
	}
	if err := try(nil); tries != 1 || !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("%d tries, %v: it waits", tries, err)
	}
	g.Hurry("p2")
	if err := try(nil); tries != 1 || !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("%d tries, %v: another was hurried", tries, err)
	}
	g.Hurry("p1")
	if err := try(nil); tries != 2 || err != nil || len(told) != 2 || told[1].Err != nil || told[1].Tries != 2 {
		t.Fatalf("%d tries, %v, told %+v: want a success that is told of", tries, err, told)
	}
}

func TestGateTellsOfRecovery(t *testing.T) {
	line := &timeline{now: time.Unix(1_000_000, 0)}
	var told []retry.Verdict
	g := &retry.Gate{Clock: line.clock(), Tell: func(a retry.Attempt) {
		if told = append(told, a.Verdict); a.Err != nil && !a.Next.Equal(line.now.Add(time.Second)) {
			t.Errorf("the next try is at %s, want in a second", a.Next)
		}
	}}
	answers := []error{errAway, nil, nil}
	defer func() {
		if err := g.Early(); err != nil {
			t.Errorf("what works waits: %v", err)
		}
	}()
	for _, answer := range answers {
		if err := g.Do(t.Context(), "a", func(context.Context) error { return answer }); !errors.Is(err, answer) {
			t.Errorf("got %v, want %v", err, answer)
		}
		line.now = line.now.Add(time.Minute)
	}
	if fmt.Sprint(told) != fmt.Sprint([]retry.Verdict{retry.Again, retry.Done}) {
		t.Errorf("told %v", told)
	}
}

// Whatever wakes a duty, what fails is tried after growing pauses, what is due is
// done when it is, and what works again is told.
func TestDutyGoesByItsPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		wake := make(chan struct{}, 1)
		ctx, stop := context.WithCancel(t.Context())
		var at []time.Duration
		var told []retry.Verdict
		duty := retry.Duty{Name: "d", Poll: time.Minute, Wake: wake, Next: func(context.Context) error {
			at = append(at, time.Since(began))
			switch {
			case len(at) <= 3:
				return errAway
			case len(at) == 4:
				return &retry.EarlyError{Until: time.Now().Add(3 * time.Second)}
			}
			return org.ErrNoWork
		}, Tell: func(a retry.Attempt) { told = append(told, a.Verdict) }}
		done := make(chan struct{})
		go func() { defer close(done); duty.Serve(ctx) }()
		for range 34 { // ten times a second, until a little before the fourth try
			<-time.After(time.Second / 10)
			select {
			case wake <- struct{}{}:
			default:
			}
		}
		<-time.After(30 * time.Second)
		stop()
		<-done
		want := []time.Duration{0, time.Second / 2, 3 * time.Second / 2, 7 * time.Second / 2, 13 * time.Second / 2}
		if fmt.Sprint(at) != fmt.Sprint(want) {
			t.Errorf("tried at %v, want %v", at, want)
		}
		if fmt.Sprint(told) != fmt.Sprint([]retry.Verdict{retry.Again, retry.Again, retry.Again, retry.Done}) {
			t.Errorf("told %v", told)
		}
	})
}

// What cannot be stored for the disk's sake is stored when that has room; nothing
// else is tried again.
func TestOnlyAFullDiskIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			answers []error
			want    error
		}{
			{answers: []error{org.ErrDisk, fmt.Errorf("store: %w", org.ErrDisk), nil}},
			{answers: []error{org.ErrDisk, errAway}, want: errAway},
			{answers: []error{errAway}, want: errAway},
			{answers: []error{org.ErrDisk, org.ErrDisk, org.ErrDisk, org.ErrDisk, org.ErrDisk, org.ErrDisk, org.ErrDisk, org.ErrDisk}, want: org.ErrDisk},
		} {
			tries, told := 0, 0
			err := retry.WhileDiskFor(t.Context(), 20*time.Second, func(context.Context) error { tries++; return c.answers[tries-1] }, func(retry.Attempt) { told++ })
			if !errors.Is(err, c.want) || (c.want == nil) != (err == nil) || tries > len(c.answers) {
				t.Errorf("%v: %v after %d tries", c.answers, err, tries)
			}
		}
	})
}
