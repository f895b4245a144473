package health_test

import (
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/health"
)

// No more connections than the limit are served at once: the next one waits until
// one of them ends, and is answered then.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	const most = 2
	var at string
	p := process(broken{}, nil)
	p.Bound = func(address string) { at = address }
	defer health.Crowded(p, most).Serve(t.Context(), "127.0.0.1:0")()
	dial := func() net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ask := func(c net.Conn) error {
		_, err := fmt.Fprintf(c, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", at)
		return err
	}
	heard := func(c net.Conn, within time.Duration) int {
		t.Helper()
		if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		head := make([]byte, len("HTTP/1.1 200"))
		n, _ := io.ReadFull(c, head) //nolint:errcheck // an answer that did not come is none
		return n
	}
	var busy []net.Conn
	for range most {
		c := dial()
		if err := ask(c); err != nil || heard(c, 10*time.Second) == 0 {
			t.Fatalf("within the limit: no answer, %v", err)
		}
		busy = append(busy, c)
	}
	next := dial()
	if err := ask(next); err != nil {
		t.Fatal(err)
	}
	if heard(next, 200*time.Millisecond) > 0 {
		t.Errorf("connection %d is served while %d are open", most+1, most)
	}
	if err := busy[0].Close(); err != nil {
		t.Fatal(err)
	}
	if heard(next, 10*time.Second) == 0 {
		t.Errorf("connection %d is not served after one has ended", most+1)
	}
	for _, c := range []net.Conn{busy[1], next} {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
