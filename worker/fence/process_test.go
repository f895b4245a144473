package fence_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/fence"
)

// A program behind walls is talked to, line by line, and ends when nobody says more.
func TestStartTalks(t *testing.T) {
	t.Parallel()
	p, err := open(t).Start(t.Context(), fence.Box{Work: t.TempDir()}, "/bin/sh", "-c", `while read -r l; do echo "heard $l"; done; echo bye >&2; exit 3`)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewScanner(p.Out)
	for _, word := range []string{"one", "two"} {
		if _, err := fmt.Fprintln(p.In, word); err != nil {
			t.Fatal(err)
		}
		if !out.Scan() || out.Text() != "heard "+word {
			t.Errorf("it answers %q to %q", out.Text(), word)
		}
	}
	if err := p.In.Close(); err != nil {
		t.Fatal(err)
	}
	if out.Scan() {
		t.Errorf("it says %q more", out.Text())
	}
	if e, err := p.Wait(); err != nil || e.Code != 3 || e.Reason != "" || string(e.Output) != "bye\n" {
		t.Errorf("Wait: %+v %s, %v", e, e.Output, err)
	}
}

// It ends with its context, with its limit, and when it is stopped, with all that it started.
func TestStartEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit time.Duration
		end   func(*fence.Process, context.CancelFunc)
		want  string
	}{
		"stopped":   {0, func(p *fence.Process, _ context.CancelFunc) { p.Stop() }, "it was stopped"},
		"cancelled": {0, func(_ *fence.Process, cancel context.CancelFunc) { cancel() }, "context canceled"},
		"too long":  {5 * time.Second, func(*fence.Process, context.CancelFunc) {}, "it took longer than 5s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			long := fmt.Sprintf("6543.%d%d", os.Getpid(), len(name))
			p, err := open(t).Start(ctx, fence.Box{Work: t.TempDir(), Limit: c.limit}, "/bin/sh", "-c", "echo up; sleep "+long+" & sleep "+long)
			if err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(p.Out).ReadString('\n'); line != "up\n" {
				t.Fatalf("it says %q, %v", line, err)
			}
			c.end(p, cancel)
			e, err := p.Wait()
			if err != nil || e.Reason != c.want {
				t.Errorf("Wait: %+v, %v, want %q", e, err, c.want)
			}
			await(t, "all of it has ended", func() bool { return sleepers(t, long) == 0 })
		})
	}
}

// A program that cannot be started, or walls that cannot be built, are an error of Wait, and whoever reads hears the end.
func TestStartSaysWhatFailed(t *testing.T) {
	t.Parallel()
	p, err := open(t).Start(t.Context(), fence.Box{Work: t.TempDir(), Layers: []fence.Layer{{Host: t.TempDir(), Inside: "/x"}}}, "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(p.Out); err != nil || len(raw) > 0 {
		t.Errorf("it says %q, %v", raw, err)
	}
	if _, err := p.Wait(); err == nil || !strings.Contains(err.Error(), "needs a folder of its own") {
		t.Errorf("Wait: %v", err)
	}
}

// The port of a socket leads there and nowhere else, with a command's own end.
func TestASocketIsTheOnlyWayOut(t *testing.T) {
	t.Parallel()
	b := fill(t, fence.Box{Work: t.TempDir()})
	b.Sockets = append(b.Sockets, fence.Socket{Host: openSocket(t), Port: 18081}, fence.Socket{Host: filepath.Join(t.TempDir(), "gone"), Port: 18082})
	if err := os.WriteFile(b.Sockets[2].Host, nil, 0o600); err != nil { // nobody listens there
		t.Fatal(err)
	}
	e, err := open(t).Run(t.Context(), b, "/bin/bash", "-c", `
ask() { exec 3<>/dev/tcp/$1/$2 || { echo "no $1:$2"; return; }; echo hello >&3; cat <&3; exec 3<&- 3>&-; }
ask 127.0.0.1 18080; ask 127.0.0.1 18081; ask localhost 18080; for n in 1 2 3; do ask 127.0.0.1 18080 & wait $!; done
{ ask 127.0.0.1 18082; ask 127.0.0.1 18083; ask 127.0.0.1 22; ask 1.1.1.1 443; ask 192.168.0.1 80; ask example.com 443; ask ::1 18080; } 2>/dev/null
echo x > /sockets/18080 && echo written; rm -f /sockets/18080 2>/dev/null && echo removed; exit 7`)
	if err != nil || e.Code != 7 {
		t.Fatalf("%+v %s, %v", e, e.Output, err)
	}
	got := string(e.Output)
	if n := strings.Count(got, "heard hello"); n != 6 {
		t.Errorf("%d of 6 are answered:\n%s", n, got)
	}
	for _, no := range []string{"no 127.0.0.1:18083", "no 127.0.0.1:22", "no 1.1.1.1:443", "no 192.168.0.1:80", "no example.com:443", "no ::1:18080"} {
		if !strings.Contains(got, no+"\n") {
			t.Errorf("%q is missing:\n%s", no, got)
		}
	}
	if strings.Contains(got, "written") || strings.Contains(got, "removed") {
		t.Errorf("it could change the socket:\n%s", got)
	}
}

// A command ends inside as it would have without ways out.
func TestACommandEndsAsItself(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]int{"exit 0": 0, "exit 9": 9, "kill -9 $$": 137, "kill -TERM $$": 143, "exec /nowhere 2>/dev/null": 127, "sleep 3210 & exit 4": 4} {
		e, err := open(t).Run(t.Context(), fill(t, fence.Box{Work: t.TempDir()}), "/bin/sh", "-c", script)
		if err != nil || e.Code != want || e.Reason != "" {
			t.Errorf("%s: %+v, %v, want %d", script, e, err, want)
		}
	}
	e, err := open(t).Run(t.Context(), fill(t, fence.Box{Work: t.TempDir()}), "/nowhere")
	if err != nil || e.Code != 127 || !strings.Contains(string(e.Output), "/nowhere") {
		t.Errorf("a program that is not there: %+v %s, %v", e, e.Output, err)
	}
}
