package discord

import (
	"context"
	"net/http"
	"sync"
	"time"
)

const (
	typeAfter = 3 * time.Second // an answer that comes sooner needs no sign of life
	typeEvery = 8 * time.Second // Discord shows it for 10 s
	typeMost  = 60 * time.Second
)

// typist shows in a channel that an answer is on its way, until it is there.
// The zero value is ready.
type typist struct {
	mu   sync.Mutex
	stop map[string]context.CancelFunc
	work sync.WaitGroup
}

// begin shows it in a channel after 3 s, every 8 s for at most a minute. What is shown
// already goes on.
func (t *typist) begin(ctx context.Context, r *rest, channel string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop == nil {
		t.stop = map[string]context.CancelFunc{}
	}
	if t.stop[channel] != nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, typeMost)
	t.stop[channel] = stop
	t.work.Go(func() {
		defer t.end(channel)
		tick := time.NewTicker(typeEvery)
		defer tick.Stop()
		sleep(ctx, typeAfter)
		for ctx.Err() == nil {
			if r.call(ctx, request{http.MethodPost, "/channels/" + channel + "/typing", nil, nil}, nil) != nil {
				return // it is a courtesy
			}
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
	})
}

// end stops it.
func (t *typist) end(channel string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if stop := t.stop[channel]; stop != nil {
		stop()
		delete(t.stop, channel)
	}
}
