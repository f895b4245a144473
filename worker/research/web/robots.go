package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/frasier-cos/frasier/internal/netguard"
)

// Rules of RFC 9309: what is parsed at most, and how long an answer holds.
const (
	robotsBytes = 500 << 10
	robotsTerm  = 24 * time.Hour
	maxRobots   = 2048 // hosts remembered
)

// robots remembers the robots.txt of hosts.
type robots struct {
	mu    sync.Mutex
	known map[string]verdict
}

type verdict struct {
	data  *robotstxt.RobotsData // nil: nothing may be fetched
	until time.Time
}

// A host without the file (4xx) allows all; one that answers 5xx or not at all allows nothing (RFC
// 9309, 2.3.1). A cancelled context and a host that may not be dialled are errors.
func (r *robots) isAllowed(ctx context.Context, f *Fetcher, u *url.URL) (bool, error) {
	origin := u.Scheme + "://" + u.Host
	now := f.now()
	r.mu.Lock()
	v, ok := r.known[origin]
	r.mu.Unlock()
	if !ok || now.After(v.until) {
		data, err := f.fetchRobots(ctx, origin)
		if err != nil {
			return false, err
		}
		v = verdict{data: data, until: now.Add(robotsTerm)}
		r.mu.Lock()
		if r.known == nil || len(r.known) >= maxRobots {
			r.known = map[string]verdict{}
		}
		r.known[origin] = v
		r.mu.Unlock()
	}
	if v.data == nil {
		return false, nil
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return v.data.TestAgent(path, agentName), nil
}

// nil data forbids everything.
func (f *Fetcher) fetchRobots(ctx context.Context, origin string) (*robotstxt.RobotsData, error) {
	limited, cancel := context.WithTimeout(ctx, f.getTimeout())
	defer cancel()
	status, text, err := f.fetchRobotsText(limited, origin+"/robots.txt")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, netguard.ErrRefused) {
		return nil, err
	}
	if err != nil {
		f.log().DebugContext(ctx, "robots.txt unreachable", "origin", origin, "error", err)
		return nil, nil
	}
	data, err := robotstxt.FromStatusAndBytes(status, text)
	if err != nil {
		// A file that cannot be parsed gives no rules to obey.
		f.log().DebugContext(ctx, "robots.txt unreadable", "origin", origin, "error", err)
		return robotstxt.FromBytes(nil)
	}
	return data, nil
}

func (f *Fetcher) fetchRobotsText(ctx context.Context, at string) (int, []byte, error) {
	for range maxRedirects + 1 {
		u, err := f.getGuard().ParseTarget(at)
		if err != nil {
			return 0, nil, err
		}
		res, err := f.send(ctx, u)
		if err != nil {
			return 0, nil, err
		}
		next, moved := findLocation(u, res)
		raw, err := io.ReadAll(io.LimitReader(res.Body, robotsBytes))
		f.logClose(ctx, u, res.Body.Close())
		if !moved {
			return res.StatusCode, raw, err
		}
		at = next
	}
	// More redirects than anyone needs: as if there were no such file.
	return http.StatusNotFound, nil, nil
}
