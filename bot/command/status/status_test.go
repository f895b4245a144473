package status_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// oneProject is a board of one project that is done, and of one that waits.
func oneProject() (short, long status.BoardFacts) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	rye := reports.ProjectStatus{Project: org.Project{ID: "p1", Title: "Rye market", State: org.ProjectCompleted}}
	waiting := rye
	waiting.Waiting = []string{"“Sum up” waits for “Find where rye is grown”"}
	short = status.BoardFacts{Report: reports.StatusReport{Projects: []reports.ProjectStatus{rye}, Workers: []reports.WorkerAge{{Owner: "worker-1", Seen: now}}}, Total: 1, Now: now}
	long = short
	long.Report.Projects = []reports.ProjectStatus{waiting}
	return short, long
}

// The list is worth a page of its own only where it says more than the board does.
func TestListTellsMore(t *testing.T) {
	short, long := oneProject()
	if short.ListTellsMore() || !long.ListTellsMore() {
		t.Errorf("the short one tells more: %v, the long one: %v", short.ListTellsMore(), long.ListTellsMore())
	}
}

// Where a worker leaves code to another process, the board says when that one is gone.
func TestNobodyChangesCode(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	process := func(role string, ago time.Duration) reports.WorkerAge {
		return reports.WorkerAge{Owner: "worker-" + role, Role: role, Seen: now.Add(-ago)}
	}
	for name, c := range map[string]struct {
		workers []reports.WorkerAge
		waits   bool
	}{
		"one for all":            {[]reports.WorkerAge{process(work.RoleWorker, 0)}, false},
		"both":                   {[]reports.WorkerAge{process(work.RoleWriter, 0), process(work.RoleCoder, 0)}, false},
		"only the one for words": {[]reports.WorkerAge{process(work.RoleWriter, 0)}, true},
		"the one for code died":  {[]reports.WorkerAge{process(work.RoleWriter, 0), process(work.RoleCoder, time.Hour)}, true},
		"nothing runs":           {[]reports.WorkerAge{process(work.RoleWriter, time.Hour)}, false},
	} {
		if line := status.CodeLine(c.workers, now); (line != "") != c.waits {
			t.Errorf("%s: %q; want that something waits: %v", name, line, c.waits)
		}
		if _, ok := status.WorkLine(c.workers, now); ok != (name != "nothing runs") {
			t.Errorf("%s: steps are worked on: %v", name, ok)
		}
	}
	if _, ok := status.WorkLine([]reports.WorkerAge{process(work.RoleCoder, 0)}, now); ok {
		t.Error("a process for code alone works on all steps")
	}
}
