package app_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The keepalive of a quiet connection is no reason to write to the disk each
// heartbeat: it is stored with the next request, when there is much of it, or
// after an hour. A request is stored with the next heartbeat.
func TestKeepaliveWaits(t *testing.T) {
	t.Parallel()
	const moment = org.HeartbeatTick + time.Second
	synctest.Test(t, func(t *testing.T) {
		s, err := settings.Load([]string{"FRASIER_HOME=" + filepath.Join(t.TempDir(), "home")}, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		o, err := app.Open(t.Context(), "test", s, app.Hooks{}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go o.KeepTraffic(ctx)
		here, there := net.Pipe()
		c := o.MeteredConn(reports.TrafficChat)(here)
		say := func(n int) {
			t.Helper()
			go func() {
				if _, err := io.CopyN(io.Discard, there, int64(n)); err != nil {
					t.Error(err)
				}
			}()
			if _, err := io.WriteString(c, strings.Repeat("a", n)); err != nil {
				t.Fatal(err)
			}
		}
		chat := &http.Client{Transport: o.Metered(reports.TrafficChat)(answering{})}
		for _, step := range []struct {
			what string
			do   func()
			wait time.Duration
			want []reports.Traffic
		}{
			{"ten bytes of a connection", func() { say(10) }, 50 * time.Minute, nil},
			{"an hour", func() {}, 11 * time.Minute, []reports.Traffic{{Kind: reports.TrafficChat, Sent: 10}}},
			{"ten more", func() { say(10) }, moment, []reports.Traffic{{Kind: reports.TrafficChat, Sent: 10}}},
			{"a request", func() { ask(t, chat) }, moment, []reports.Traffic{{Kind: reports.TrafficChat, Requests: 1, Sent: 20}}},
			{"many bytes of a connection", func() { say(1 << 16) }, moment, []reports.Traffic{{Kind: reports.TrafficChat, Requests: 1, Sent: 20 + 1<<16}}},
		} {
			step.do()
			time.Sleep(step.wait) //nolint:forbidigo // the bubble's clock, on which nobody waits
			synctest.Wait()
			costs, err := o.Store.Costs(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			var got []reports.Traffic
			got = append(got, costs[0].Traffic...)
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("stored after %s (-want +got):\n%s", step.what, diff)
			}
		}
		stop()
		if err := errors.Join(c.Close(), there.Close(), o.Close(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// answering answers every request at once, without a network.
type answering struct{}

func (answering) RoundTrip(*http.Request) (*http.Response, error) {
	return httptest.NewRecorder().Result(), nil
}

func ask(t *testing.T, c *http.Client) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://chat.test", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Error(err)
	}
}
