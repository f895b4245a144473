package health_test

import (
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/health"
)

// An address that another process has is got as soon as that one ends.
func TestServeTriesAgain(t *testing.T) {
	t.Parallel()
	first, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := first.Addr().String()
	if uid, known := health.ListenerUser(address); !known || uid != os.Geteuid() {
		t.Errorf("the listener's user is %d (%v), want %d", uid, known, os.Geteuid())
	}
	bound := make(chan string, 1)
	p := process(open(t), nil)
	p.Bound = func(at string) { bound <- at }
	stop := p.Serve(t.Context(), address)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, known := health.ListenerUser(address); known && len(bound) == 0 {
		t.Error("nobody listens, and a user is named")
	}
	if at := <-bound; at != address {
		t.Errorf("it serves at %s, want %s", at, address)
	}
	client := &http.Client{Timeout: time.Minute}
	resp, err := client.Get("http://" + address + "/healthz")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("healthz: %v", err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	stop()
	if _, err := client.Get("http://" + address + "/healthz"); err == nil { //nolint:bodyclose // it fails
		t.Error("it serves after it was stopped")
	}
	stop = process(open(t), nil).Serve(t.Context(), address)
	stop()
}
