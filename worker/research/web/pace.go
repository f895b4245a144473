package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace spaces the requests to one host: so many a second, so many at once.
type pace struct {
	every   time.Duration
	atOnce  int
	mu      sync.Mutex
	perHost map[string]*lane
}

type lane struct {
	limit *rate.Limiter
	slots chan struct{}
	users int
}

// maxLanes bounds the memory of a worker that runs for months.
const maxLanes = 2048

// enter waits until a request to host may start and returns how to end it.
func (p *pace) enter(ctx context.Context, host string) (func(), error) {
	l := p.lane(host)
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		p.leave(l)
		return nil, fmt.Errorf("wait for %s: %w", host, ctx.Err())
	}
	done := func() {
		<-l.slots
		p.leave(l)
	}
	if err := l.limit.Wait(ctx); err != nil {
		done()
		return nil, fmt.Errorf("wait for %s: %w", host, err)
	}
	return done, nil
}

func (p *pace) lane(host string) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.perHost == nil {
		p.perHost = map[string]*lane{}
	}
	l := p.perHost[host]
	if l == nil {
		if len(p.perHost) >= maxLanes {
			p.sweep()
		}
		l = &lane{limit: rate.NewLimiter(rate.Every(p.every), 1), slots: make(chan struct{}, p.atOnce)}
		p.perHost[host] = l
	}
	l.users++
	return l
}

func (p *pace) sweep() {
	for h, l := range p.perHost {
		if l.users == 0 {
			delete(p.perHost, h)
		}
	}
}

func (p *pace) leave(l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.users--
}
