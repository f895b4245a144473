package cli_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/org"
)

// Of processes that were killed, status names the last of a role that nobody
// has now; commands and those that another has replaced go.
func TestStatusNamesTheProcessesThatCount(t *testing.T) {
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	ago := func(holder string, d time.Duration) org.WorkerAge {
		return org.WorkerAge{Owner: holder, Seen: now.Add(-d)}
	}
	for name, c := range map[string]struct {
		all  []org.WorkerAge
		want string
	}{
		"all alive":         {[]org.WorkerAge{ago("worker-2", time.Second), ago("worker-1", 2*time.Second), ago("tool-3", time.Second)}, "worker-2 worker-1 tool-3"},
		"replaced":          {[]org.WorkerAge{ago("worker-2", time.Second), ago("bot-9", time.Second), ago("worker-1", time.Hour)}, "worker-2 bot-9"},
		"none is left":      {[]org.WorkerAge{ago("bot-9", time.Second), ago("worker-1", time.Hour), ago("worker-2", time.Minute+org.LeaseTerm)}, "bot-9 worker-2"},
		"a command that is": {[]org.WorkerAge{ago("tool-3", time.Hour)}, ""},
	} {
		text := cli.StatusText(org.StatusReport{Workers: c.all}, nil, now)
		var got []string
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(line, "process "); ok {
				holder, _, _ := strings.Cut(rest, ":")
				got = append(got, holder)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: status names %q, want %q", name, got, c.want)
		}
	}
}

// One is told from many.
func TestStatusCountsCalls(t *testing.T) {
	for n, want := range map[int]string{0: "spent $0 in 0 calls", 1: "spent $0 in 1 call\n", 2: "spent $0 in 2 calls"} {
		p := org.ProjectStatus{Spent: org.CostLine{Calls: n}}
		if got := cli.StatusText(org.StatusReport{Projects: []org.ProjectStatus{p}}, nil, time.Now()); !strings.Contains(got, want) {
			t.Errorf("%d calls: %q, want %q in it", n, got, want)
		}
	}
}
