package status_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

// The list is worth a page of its own only where it says more than the board does.
func TestListTellsMore(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	rye := reports.ProjectStatus{Project: org.Project{ID: "p1", Title: "Rye market", State: org.ProjectCompleted}}
	waiting := rye
	waiting.Waiting = []string{"“Sum up” waits for “Find where rye is grown”"}
	short := status.BoardFacts{Report: reports.StatusReport{Projects: []reports.ProjectStatus{rye}, Workers: []reports.WorkerAge{{Owner: "worker-1", Seen: now}}}, Total: 1, Now: now}
	long := short
	long.Report.Projects = []reports.ProjectStatus{waiting}
	if short.ListTellsMore() || !long.ListTellsMore() {
		t.Errorf("the short one tells more: %v, the long one: %v", short.ListTellsMore(), long.ListTellsMore())
	}
	nountest.Golden(t, nountest.Example{Name: "one project, and its list", Message: status.BoardList(long)})
}
