package health

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Loops knows when each loop of a process last came round. The zero value has
// none; it is safe for concurrent use.
type Loops struct {
	mu sync.Mutex
	by map[string]loop
}

type loop struct {
	last time.Time
	most time.Duration
}

// Watch returns next such that the end of each call counts as a turn of the
// loop of that name, also when it panics. A loop whose turn takes longer than
// most is stuck.
func (l *Loops) Watch(name string, most time.Duration, next func(context.Context) error) func(context.Context) error {
	l.recordTurn(name, most)
	return func(ctx context.Context) error {
		defer l.recordTurn(name, most)
		return next(ctx)
	}
}

func (l *Loops) recordTurn(name string, most time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = map[string]loop{}
	}
	l.by[name] = loop{time.Now(), most}
}

func (l *Loops) checkStuck() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var names []string
	for name, one := range l.by {
		if time.Since(one.last) > one.most {
			names = append(names, fmt.Sprintf("%s for %s", name, time.Since(one.last).Round(time.Second)))
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("stuck: %q", names)
}
