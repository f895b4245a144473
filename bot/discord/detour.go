package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
)

// A channel that refused every form of a message is passed over this long: asking it anew for each
// message would take as long each time.
const detourFor = 10 * time.Minute

// detours are the channels that refuse, with where their messages go meanwhile.
// The zero value is ready; its methods may be called at once.
type detours struct {
	mu   sync.Mutex
	list map[string]detour
}

type detour struct {
	to    string // the channel that took the last one
	line  string // says why it stands there
	until time.Time
}

func (l *detours) open(from, to, line string, now time.Time) {
	if to == "" || to == from {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list == nil {
		l.list = map[string]detour{}
	}
	l.list[from] = detour{to, line, now.Add(detourFor)}
}

// findDetour returns where the messages of a channel go at present.
func (l *detours) findDetour(from string, now time.Time) (detour, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	way, ok := l.list[from]
	if ok && now.After(way.until) {
		delete(l.list, from)
		ok = false
	}
	return way, ok
}

// sendByDetour sends a delivery where the last one of its channel went, if that channel
// refused every form lately. What Discord does not take there either goes the
// whole way.
func (d *Session) sendByDetour(ctx context.Context, channel string, v reports.Delivery, parcels []parcel) (receipt string, ended bool, err error) {
	way, ok := d.detours.findDetour(channel, d.Now())
	if !ok {
		return "", false, nil
	}
	receipt, err = d.send(ctx, way.to, v, addIntroduction(parcels, way.line))
	var api *apiError
	return receipt, !errors.As(err, &api), err
}
