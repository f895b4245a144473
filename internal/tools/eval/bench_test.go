package eval_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// tape is a model without latency: while it records, an endpoint answers;
// afterwards the same stages of the same steps get the same answers at once.
type tape struct {
	inner llm.Provider // nil while it plays
	mu    sync.Mutex
	said  map[string]llm.Raw
}

func (p *tape) Complete(ctx context.Context, w llm.Wire) (llm.Raw, error) {
	id := w.Purpose
	if w.Input.Step != nil {
		id += "/" + w.Input.Step.Title
	}
	if w.Input.Job != nil {
		id += "/" + w.Input.Job.Mission.Label
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.inner == nil {
		raw, ok := p.said[id]
		if !ok {
			return raw, fmt.Errorf("nothing was recorded for %s", id)
		}
		return raw, nil
	}
	raw, err := p.inner.Complete(ctx, w)
	if err == nil {
		p.said[id] = raw
	}
	return raw, err
}

func newTape(b *testing.B) *tape {
	b.Helper()
	s, err := llmtest.New(llmtest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	url, stop, err := s.Serve(b.Context(), "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	return &tape{inner: &llm.Endpoint{Base: url, Key: "key", HTTP: &http.Client{}}, said: map[string]llm.Raw{}}
}

// bureau is an office whose model answers at once.
func bureau(b *testing.B) (*office, *tape) {
	b.Helper()
	corpus, err := filepath.Abs("testdata/corpus")
	if err != nil {
		b.Fatal(err)
	}
	p := newTape(b)
	o, err := open(b.Context(), setup{Home: b.TempDir(), Corpus: corpus, Provider: p, Holder: "eval", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := o.close(); err != nil {
			b.Error(err)
		}
	})
	return o, p
}

// begin hears the roadmap once more and has it answered.
func (o *office) begin(b *testing.B, name string) {
	b.Helper()
	text, err := os.ReadFile("testdata/roadmap.md")
	if err != nil {
		b.Fatal(err)
	}
	if err := o.hear(b.Context(), name, string(text)); err != nil {
		b.Fatal(err)
	}
	if err := o.desk.Next(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// claim plans what is to be planned and returns the next step, if any.
func (o *office) claim(b *testing.B) (work.Claim, bool) {
	b.Helper()
	if err := idle(o.planner.Next(b.Context())); err != nil {
		b.Fatal(err)
	}
	claims, err := o.store.ClaimSteps(b.Context(), o.holder, org.LeaseTerm, 1)
	if errors.Is(err, org.ErrNoWork) {
		return work.Claim{}, false
	}
	if err != nil {
		b.Fatal(err)
	}
	return claims[0], true
}

// BenchmarkStep is all stages of a step from its claim to its end, with a
// model that answers at once: an ordinary step (research in a folder of two
// documents and all model stages included) and the assembly of a document
// (with its HTML and PDF). CPU is the whole process's.
func BenchmarkStep(b *testing.B) {
	for _, assembly := range []bool{false, true} {
		name := "ordinary"
		if assembly {
			name = "assembly"
		}
		b.Run(name, func(b *testing.B) { steps(b, assembly) })
	}
}

func steps(b *testing.B, assembly bool) {
	b.Helper()
	o, p := bureau(b)
	o.begin(b, "first")
	for c, ok := o.claim(b); ok; c, ok = o.claim(b) {
		if err := o.worker.Work(b.Context(), c, func(bool) {}); err != nil {
			b.Fatal(err)
		}
	}
	p.inner = nil
	var cpu time.Duration
	var took []time.Duration
	n := 0
	for b.Loop() {
		b.StopTimer()
		c := o.next(b, &n, assembly)
		b.StartTimer()
		start, used := time.Now(), cpuTime(b)
		if err := o.worker.Work(b.Context(), c, func(bool) {}); err != nil {
			b.Fatal(err)
		}
		cpu += cpuTime(b) - used
		took = append(took, time.Since(start))
	}
	report(b, took, cpu)
}

// next claims the next step of the wanted sort, works on others by the way and
// begins new projects when there is none.
func (o *office) next(b *testing.B, n *int, assembly bool) work.Claim {
	b.Helper()
	for {
		c, ok := o.claim(b)
		switch {
		case !ok:
			*n++
			o.begin(b, fmt.Sprint("again", *n))
		case (c.Step.Kind == org.KindAssembly) == assembly:
			return c
		default:
			if err := o.worker.Work(b.Context(), c, func(bool) {}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkMessage is a message from SaveMessage to its stored turn: a
// classification and the chief's reply, with a model that answers at once.
func BenchmarkMessage(b *testing.B) {
	o, p := bureau(b)
	say := func(n int) {
		m := org.Message{
			Channel: org.Channel{Transport: "terminal", ID: "eval"}, Origin: fmt.Sprint(n), Author: "founder", SaidAt: time.Now(),
			Text: "What do you think of selling barley bread at the station this winter?",
		}
		if _, _, err := o.store.SaveMessage(b.Context(), m); err != nil {
			b.Fatal(err)
		}
		if err := o.desk.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	say(0)
	p.inner = nil
	used := cpuTime(b)
	var took []time.Duration
	n := 0
	for b.Loop() {
		n++
		start := time.Now()
		say(n)
		took = append(took, time.Since(start))
	}
	report(b, took, cpuTime(b)-used)
}

// BenchmarkNext is how long a step waits in one process after its last
// dependency has ended: from the end of one step's transaction to the moment
// the other is claimed and begun.
func BenchmarkNext(b *testing.B) {
	o, p := bureau(b)
	var mu sync.Mutex
	var ended time.Time
	var took []time.Duration
	done := make(chan struct{}, 100)
	o.worker.Crash = func(point string) {
		mu.Lock()
		defer mu.Unlock()
		switch point {
		case "after finish":
			ended = time.Now()
			done <- struct{}{}
		case "claimed":
			if !ended.IsZero() {
				took = append(took, time.Since(ended))
				ended = time.Time{}
			}
		}
	}
	ctx, cancel := context.WithCancel(b.Context())
	b.Cleanup(cancel)
	wake, stop := o.store.Wake()
	b.Cleanup(stop)
	over := make(chan error, 1)
	go func() { over <- o.worker.Run(ctx, wake) }()
	n := 0
	for b.Loop() {
		mu.Lock()
		ended = time.Time{}
		mu.Unlock()
		o.begin(b, fmt.Sprint("chain", n))
		n++
		for steps := 0; steps < 5; { // three items and two assemblies
			if err := idle(o.planner.Next(b.Context())); err != nil {
				b.Fatal(err)
			}
			select {
			case <-done:
				steps++
			case <-time.After(10 * time.Millisecond):
			}
		}
		if n == 1 {
			p.mu.Lock()
			p.inner = nil
			p.mu.Unlock()
		}
	}
	cancel()
	if err := <-over; err != nil {
		b.Fatal(err)
	}
	report(b, took, 0)
}

// report adds the middle and the slowest tenth to what go test prints.
func report(b *testing.B, took []time.Duration, cpu time.Duration) {
	b.Helper()
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*9/10].Microseconds())/1000, "ms-p90")
	if cpu > 0 {
		b.ReportMetric(float64(cpu.Microseconds())/1000/float64(len(took)), "cpu-ms/op")
	}
}

func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
