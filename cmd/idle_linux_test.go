package cmd_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestIdleWithEveryConnection connects all that can be connected and has nobody want anything: each service is asked once a minute at most, and the
// shipped bot and worker have less than 40 MB of memory of their own.
func TestIdleWithEveryConnection(t *testing.T) {
	testlevel.Need(t) // it takes two minutes
	t.Parallel()
	p := scripts(t, "testdata/idle", "two")
	p.Cmds["discord"], p.Cmds["idle"], p.Cmds["weigh"] = inDiscord, letTimePass, weighShipped
	build := sync.OnceValue(func() string { return built(t) })
	plain := p.Setup
	p.Setup = func(e *testscript.Env) error {
		e.Setenv("SHIPPED", build())
		return plain(e)
	}
	testscript.Run(t, p)
}

// listAsked says how often each service was asked so far.
func listAsked(ts *testscript.TestScript) map[string]int64 {
	out := map[string]int64{}
	for name, n := range sceneOf(ts).asked {
		out[name] = n()
	}
	for _, name := range []string{"linear", "notion", "google", "calendar", "mail", "forge", "webhook", "tools"} {
		if out[name] == 0 {
			ts.Fatalf("%s was never asked for anything, so that nothing is counted of it", name)
		}
	}
	return out
}

// checkAskedSince looks that no service was asked more than once a minute since.
func checkAskedSince(ts *testscript.TestScript, before map[string]int64, passed time.Duration) {
	most := int64(passed/time.Minute) + 1 // of what happens once a minute an interval has one more at its edge
	after := listAsked(ts)
	var names []string
	for name := range after {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := after[name] - before[name]
		ts.Logf("%s: %d requests in %s", name, n, passed.Round(time.Second))
		if n > most {
			ts.Fatalf("%s was asked %d times in %s, want once a minute at most", name, n, passed.Round(time.Second))
		}
	}
}

// letTimePass lets minutes pass on the clock of the story, ten seconds at a time, in which nobody wants anything: idle MINUTES.
func letTimePass(ts *testscript.TestScript, neg bool, args []string) {
	minutes, err := strconv.Atoi(args[0])
	ts.Check(err)
	const leap, turn = 10 * time.Second, 200 * time.Millisecond // a turn of all loops, which look each 100 ms
	first, err := time.ParseDuration(strings.TrimSpace(ts.ReadFile("ahead")))
	ts.Check(err)
	setClock(ts, false, []string{(first + 2*time.Minute).String()}) // what the last deed leaves to do is done
	<-time.After(5 * time.Second)
	first += 2 * time.Minute
	before, begun := listAsked(ts), time.Now()
	leaps := minutes * int(time.Minute/leap)
	for n := range leaps {
		setClock(ts, false, []string{(first + time.Duration(n+1)*leap).String()})
		<-time.After(turn)
	}
	checkAskedSince(ts, before, time.Since(begun)+time.Duration(leaps)*leap)
	if n := sceneOf(ts).asked["linear"]() - before["linear"]; n < int64(minutes)/2 {
		ts.Fatalf("Linear was asked %d times in %d minutes: the clock of the story does not reach what looks there", n, minutes)
	}
}

// weighShipped starts the shipped bot and worker where the story's were, and looks half a minute later what both have of memory that the system cannot
// drop: weigh MEGABYTES.
func weighShipped(ts *testscript.TestScript, neg bool, args []string) {
	most, err := strconv.ParseFloat(args[0], 64)
	ts.Check(err)
	ts.Setenv("STORY_AHEAD", "")
	ts.Setenv("FRASIER_POLL", "") // as often as where nothing is set
	begun, own := time.Now(), 0.0
	var both []*child
	for _, role := range []string{"bot", "worker"} {
		cmd := prepare(ts, role)
		ts.Setenv("FRASIER_LISTEN", "") // of the bot alone, as where nothing is set
		cmd.Path = filepath.Join(ts.Getenv("SHIPPED"), role)
		cmd.Stderr = visitOf(ts).log
		ts.Check(cmd.Start())
		endWith(ts, cmd)
		both = append(both, &child{Cmd: cmd})
	}
	<-time.After(30 * time.Second)
	for _, p := range both {
		raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Process.Pid), "status"))
		ts.Check(err)
		_, rest, found := strings.Cut(string(raw), "RssAnon:")
		kib, err := strconv.ParseFloat(strings.Fields(rest + " 0")[0], 64)
		ts.Check(err)
		if !found || kib == 0 {
			ts.Fatalf("%s ended, or the system does not say what it has", p.Path)
		}
		ts.Logf("%s: %.1f MB of its own", filepath.Base(p.Path), kib/1024)
		own += kib / 1024
	}
	ts.Logf("%.1f MB of their own after %s", own, time.Since(begun).Round(time.Second))
	if own > most {
		ts.Fatalf("both have %.1f MB of their own, want less than %g", own, most)
	}
	for _, p := range both {
		ts.Check(p.Process.Signal(syscall.SIGTERM))
		ts.Check(p.Wait())
	}
}
