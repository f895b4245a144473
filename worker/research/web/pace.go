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

// The function returned ends the request.
func (p *pace) waitForSlot(ctx context.Context, host string) (func(), error) {
	s := p.findSite(host)
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		p.leaveSite(s)
		return nil, fmt.Errorf("wait for %s: %w", host, ctx.Err())
	}
	done := func() {
		<-s.slots
		p.leaveSite(s)
	}
	if err := s.limit.Wait(ctx); err != nil {
		done()
		return nil, fmt.Errorf("wait for %s: %w", host, err)
	}
	return done, nil
}

func (p *pace) findSite(host string) *site {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.perHost == nil {
		p.perHost = map[string]*site{}
	}
	s := p.perHost[host]
	if s == nil {
		if len(p.perHost) >= maxSites {
			p.removeIdle()
		}
		s = &site{limit: rate.NewLimiter(rate.Every(p.every), 1), slots: make(chan struct{}, p.atOnce)}
		p.perHost[host] = s
	}
	s.users++
	return s
}

func (p *pace) removeIdle() {
	for h, s := range p.perHost {
		if s.users == 0 {
			delete(p.perHost, h)
		}
	}
}

func (p *pace) leaveSite(s *site) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.users--
}
