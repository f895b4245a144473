package app_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What goes over the network is counted by kind as far as it is read, and kept
// beyond the end of the process, also over several.
func TestTraffic(t *testing.T) {
	t.Parallel()
	answer := strings.Repeat("a", 5000)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err1 := io.Copy(io.Discard, r.Body)
		_, err2 := io.WriteString(w, answer)
		if err := errors.Join(err1, err2); err != nil {
			t.Error(err)
		}
	}))
	defer web.Close()
	s, err := settings.Load([]string{"FRASIER_HOME=" + filepath.Join(t.TempDir(), "home")}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(c *http.Client, body string, read int64) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, io.LimitReader(res.Body, read)); err != nil {
			t.Error(err)
		}
		if err := errors.Join(res.Body.Close(), res.Body.Close()); err != nil {
			t.Error(err)
		}
	}
	var got []reports.Traffic
	for range 2 {
		var log bytes.Buffer
		o, err := app.Open(t.Context(), "test", s, app.Hooks{}, &log)
		if err != nil {
			t.Fatal(err)
		}
		chat, page := &http.Client{Transport: o.Metered(reports.TrafficChat)(nil)}, &http.Client{Transport: o.Metered(reports.TrafficWeb)(&http.Transport{})}
		ask(chat, "four", 1<<20)
		ask(chat, "", 1<<20)
		ask(page, "", 1000)
		page.CloseIdleConnections()
		costs, err := o.Store.Costs(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		got = costs[0].Traffic // what earlier processes stored
		if err := o.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	want := []reports.Traffic{{Kind: reports.TrafficChat, Requests: 2, Sent: 4, Received: 10_000}, {Kind: reports.TrafficWeb, Requests: 1, Received: 1000}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("traffic of the first process (-want +got):\n%s", diff)
	}
	o, err := app.Open(t.Context(), "test", s, app.Hooks{}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	costs, err := o.Store.Costs(t.Context(), 30)
	if err != nil {
		t.Fatal(err)
	}
	if len(costs[0].Traffic) != 2 || costs[0].Traffic[0] != (reports.Traffic{Kind: reports.TrafficChat, Requests: 4, Sent: 8, Received: 20_000}) {
		t.Errorf("traffic of both: %+v, want twice that of one", costs[0].Traffic)
	}
}

// A request for a project is counted for it, and a connection byte by byte in
// both directions.
func TestTrafficOfAProjectAndAConnection(t *testing.T) {
	t.Parallel()
	s, err := settings.Load([]string{"FRASIER_HOME=" + filepath.Join(t.TempDir(), "home")}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := io.WriteString(w, "twelve bytes"); err != nil {
			t.Error(err)
		}
	}))
	defer web.Close()
	o, err := app.Open(t.Context(), "test", s, app.Hooks{}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(reports.ForProject(t.Context(), "p7"), http.MethodGet, web.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := (&http.Client{Transport: o.Metered(reports.TrafficWeb)(nil)}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Error(err)
	}
	here, there := net.Pipe()
	c := o.MeteredConn(reports.TrafficChat)(here)
	go func() {
		_, err1 := io.ReadFull(there, make([]byte, 4))
		_, err2 := io.WriteString(there, "seven..")
		if err := errors.Join(err1, err2, there.Close()); err != nil {
			t.Error(err)
		}
	}()
	if _, err := io.WriteString(c, "four"); err != nil {
		t.Error(err)
	}
	if _, err := io.Copy(io.Discard, c); err != nil {
		t.Error(err)
	}
	if err := errors.Join(res.Body.Close(), c.Close(), o.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	if o, err = app.Open(t.Context(), "test", s, app.Hooks{}, io.Discard); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	got, err := o.Store.ProjectTraffic(t.Context(), "p7")
	if want := []reports.Traffic{{Kind: reports.TrafficWeb, Requests: 1, Received: 12}}; err != nil || !cmp.Equal(want, got) {
		t.Errorf("for the project: %+v, %v, want %+v", got, err, want)
	}
	costs, err := o.Store.Costs(t.Context(), 1)
	if err != nil || len(costs[0].Traffic) != 2 || costs[0].Traffic[1] != (reports.Traffic{Kind: reports.TrafficChat, Sent: 4, Received: 7}) {
		t.Errorf("of all: %+v, %v, want the connection's bytes too", costs, err)
	}
}
