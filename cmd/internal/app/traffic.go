package app

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

// meter counts what goes over the network until somebody takes the figures.
// The zero value is ready; it is safe for concurrent use.
type meter struct {
	mu sync.Mutex
	by map[trafficKey]reports.Traffic
}

type trafficKey struct {
	kind    reports.TrafficKind
	project org.ProjectID
}

func (m *meter) addTraffic(t reports.Traffic) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.by == nil {
		m.by = map[trafficKey]reports.Traffic{}
	}
	p := trafficKey{t.Kind, t.Project}
	was := m.by[p]
	m.by[p] = reports.Traffic{
		Kind: t.Kind, Project: t.Project,
		Requests: was.Requests + t.Requests, Sent: was.Sent + t.Sent, Received: was.Received + t.Received,
	}
}

func (m *meter) takeAll() []reports.Traffic {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []reports.Traffic
	for _, t := range m.by {
		out = append(out, t)
	}
	m.by = nil
	return out
}

// isKeepalive reports whether all that was counted is a few bytes of connections, as those that
// keep them alive.
func (m *meter) isKeepalive() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	var bytes int64
	for _, t := range m.by {
		if t.Kind != reports.TrafficChat || t.Requests > 0 {
			return false
		}
		bytes += t.Sent + t.Received
	}
	return bytes < keepaliveMost
}

// Metered returns what counts the requests that go through a transport; nil
// stands for one like the library's own.
func (a *App) Metered(kind reports.TrafficKind) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		if next == nil {
			next = &http.Transport{
				Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConns: 100,
				IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second,
			}
		}
		return meteredTransport{meter: &a.meter, kind: kind, next: next}
	}
}

type meteredTransport struct {
	meter *meter
	kind  reports.TrafficKind
	next  http.RoundTripper
}

// RoundTrip sends a request and counts it; the answer is counted as it is read.
func (t meteredTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	project := reports.ProjectOf(req.Context())
	t.meter.addTraffic(reports.Traffic{Kind: t.kind, Project: project, Requests: 1, Sent: max(0, req.ContentLength)})
	res, err := t.next.RoundTrip(req)
	if err == nil {
		res.Body = &meteredBody{ReadCloser: res.Body, of: t, project: project}
	}
	return res, err
}

// CloseIdleConnections closes what the transport keeps open.
func (t meteredTransport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// meteredBody counts what is read of an answer, when it is closed.
type meteredBody struct {
	io.ReadCloser
	of      meteredTransport
	project org.ProjectID
	read    int64
}

// Read reads and counts.
func (b *meteredBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	return n, err
}

// Close hands the count in and closes the answer.
func (b *meteredBody) Close() error {
	b.of.meter.addTraffic(reports.Traffic{Kind: b.of.kind, Project: b.project, Received: b.read})
	b.read = 0
	return b.ReadCloser.Close()
}

// MeteredConn returns what counts the bytes that pass through a connection.
func (a *App) MeteredConn(kind reports.TrafficKind) func(net.Conn) net.Conn {
	return func(c net.Conn) net.Conn { return meteredConn{Conn: c, meter: &a.meter, kind: kind} }
}

type meteredConn struct {
	net.Conn
	meter *meter
	kind  reports.TrafficKind
}

// Read reads and counts.
func (c meteredConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.meter.addTraffic(reports.Traffic{Kind: c.kind, Received: int64(n)})
	return n, err
}

// Write writes and counts.
func (c meteredConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.meter.addTraffic(reports.Traffic{Kind: c.kind, Sent: int64(n)})
	return n, err
}

const (
	// keepaliveTerm limits how long the bytes of a quiet connection wait to be stored.
	keepaliveTerm = time.Hour
	// keepaliveMost limits how many of them wait: an hour of heartbeats is less.
	keepaliveMost = 64 << 10
)

// KeepTraffic stores what went over the network each heartbeat until ctx ends.
// What a killed process had not stored yet is not known. The keepalive of a
// connection alone, which never ends, is no reason for a write to the disk each
// time; it waits for a request, for keepaliveMost bytes or for keepaliveTerm.
func (a *App) KeepTraffic(ctx context.Context) {
	stored, begun := a.Now(), false
	next := func(ctx context.Context) error {
		now := a.Now()
		if !begun || a.meter.isKeepalive() && now.Sub(stored).Abs() < keepaliveTerm {
			begun = true
			return org.ErrNoWork
		}
		if err := a.storeTraffic(ctx); err != nil {
			return err
		}
		stored = now
		return org.ErrNoWork
	}
	retry.Duty{Name: "traffic", Next: next, Poll: org.HeartbeatTick, Clock: retry.Clock{Now: a.Now, Random: rand.Float64}, Tell: func(t retry.Attempt) {
		if t.Err != nil {
			a.Log.WarnContext(ctx, "what went over the network is counted later", "err", t.Err, "again_in", t.Wait)
		}
	}}.Serve(ctx)
}

func (a *App) storeTraffic(ctx context.Context) error {
	some := a.meter.takeAll()
	err := a.Store.CountTraffic(ctx, some)
	if err != nil {
		for _, t := range some {
			a.meter.addTraffic(t)
		}
	}
	return err
}
