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
	perHost map[string]*site
}

type site struct {
	limit *rate.Limiter
	slots chan struct{}
	users int
}

// maxSites bounds the memory of a worker that runs for months.
const maxSites = 2048

// enter waits until a request to host may start and returns how to end it.
func (p *pace) enter(ctx context.Context, host string) (func(), error) {
	s := p.site(host)
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		p.leave(s)
		return nil, fmt.Errorf("wait for %s: %w", host, ctx.Err())
	}
	done := func() {
		<-s.slots
		p.leave(s)
	}
	if err := s.limit.Wait(ctx); err != nil {
		done()
		return nil, fmt.Errorf("wait for %s: %w", host, err)
	}
	return done, nil
}

func (p *pace) site(host string) *site {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.perHost == nil {
		p.perHost = map[string]*site{}
	}
	s := p.perHost[host]
	if s == nil {
		if len(p.perHost) >= maxSites {
			p.sweep()
		}
		s = &site{limit: rate.NewLimiter(rate.Every(p.every), 1), slots: make(chan struct{}, p.atOnce)}
		p.perHost[host] = s
	}
	s.users++
	return s
}

func (p *pace) sweep() {
	for h, s := range p.perHost {
		if s.users == 0 {
			delete(p.perHost, h)
		}
	}
}

func (p *pace) leave(s *site) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.users--
}
