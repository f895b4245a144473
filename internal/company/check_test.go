package company_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

var day = time.Date(2026, 11, 9, 8, 0, 0, 0, time.UTC)

// before is a turn of a department with one message of each sort.
func before(d org.Department) company.Sitting {
	return company.Sitting{
		Lease: company.SittingLease{Department: d, N: 1}, Day: day,
		Memos: []company.Memo{{ID: "k2", Kind: company.MemoResearchRequest, From: org.Business, To: d, Root: "k1", Hops: 1}},
		Sent:  []company.Memo{{ID: "k8", Kind: company.MemoRisk, From: d, To: org.Management, Project: company.OpsReserved, Subject: "Late", Body: "It is late."}},
		Projects: []company.Project{
			{ID: "p1", OpenedBy: d, State: org.ProjectActive, Cap: org.Dollar},
			{ID: "p2", OpenedBy: org.Tech, State: org.ProjectActive, Cap: org.Dollar},
			{ID: "p3", OpenedBy: d, State: org.ProjectCompleted, Cap: org.Dollar},
			{ID: "p4", OpenedBy: d, State: org.ProjectPaused, Cap: org.Dollar},
			{ID: "p5", OpenedBy: d, State: org.ProjectActive, Cap: org.Dollar, Resumed: day.Add(-6 * 24 * time.Hour)},
		},
		Money: company.WeekMoney{Cap: 20 * org.Dollar}, Roots: map[org.MemoID]int{"k1": 2}, Open: 1,
	}
}

func opens() company.DirectorAction {
	return company.DirectorAction{Op: company.OpOpen, Message: "k2", Subject: "Buyers", Body: "Who buys.", Cap: 3}
}

func sends(kind company.MemoKind, to org.Department) company.DirectorAction {
	return company.DirectorAction{Op: company.OpSend, Message: "k2", Kind: kind, To: string(to), Subject: "Look", Body: "At this."}
}

func with[T any](v T, change func(*T)) T {
	change(&v)
	return v
}

// Each row is an answer and a word of its fault; none for one that may be carried out.
func TestCheck(t *testing.T) {
	research, management, business := before(org.Research), before(org.Management), before(org.Business)
	done := company.DirectorAction{Op: company.OpDone, Message: "k2", Body: "noted"}
	put := company.DirectorAction{Op: company.OpDefer, Message: "k2", After: "2026-11-12", Body: "others first"}
	status := func(status, project string) []company.DirectorAction {
		a := sends(company.MemoProgress, org.Business)
		a.Status, a.Project = status, project
		return []company.DirectorAction{a}
	}
	for _, row := range []struct {
		name    string
		s       company.Sitting
		actions []company.DirectorAction
		fault   string
	}{
		{"opens", research, []company.DirectorAction{opens()}, ""},
		{"says done", research, []company.DirectorAction{done}, ""},
		{"puts off", research, []company.DirectorAction{put}, ""},
		{"answers", research, []company.DirectorAction{sends(company.MemoRisk, org.Management)}, ""},
		{"does nothing", research, nil, "no action"},
		{"leaves one out", research, []company.DirectorAction{{Op: company.OpNote, Body: "x"}}, "no action settles k2"},
		{"settles twice", research, []company.DirectorAction{done, put}, "already settles k2"},
		{"nine", research, make([]company.DirectorAction, 9), "9 actions"},
		{"unknown action", research, []company.DirectorAction{done, {Op: "hire"}}, `no action "hire"`},
		{"unknown kind", research, []company.DirectorAction{sends("gossip", org.Tech)}, "cannot send"},
		{"to itself", research, []company.DirectorAction{sends(company.MemoRisk, org.Research)}, "cannot send"},
		{"what code writes", research, []company.DirectorAction{sends(company.MemoFindings, org.Business)}, "cannot send"},
		{"to the founder", business, []company.DirectorAction{sends(company.MemoEscalation, org.Founder)}, "ask_founder"},
		{"no such message", research, []company.DirectorAction{with(done, func(a *company.DirectorAction) { a.Message = "k99" })}, "no message that waits"},
		{"no such project", research, []company.DirectorAction{with(sends(company.MemoRisk, org.Management), func(a *company.DirectorAction) { a.Project = "p99" })}, `no project "p99"`},
		{"the same again", research, []company.DirectorAction{with(sends(company.MemoRisk, org.Management), func(a *company.DirectorAction) { a.Subject, a.Body = "late", "it is  late." })}, "k8 says the same"},
		{"too far", with(research, func(s *company.Sitting) {
			s.Memos = []company.Memo{{ID: "k2", Kind: company.MemoRisk, Root: "k1", Hops: 6}}
		}), []company.DirectorAction{sends(company.MemoRisk, org.Management)}, "passed on 6 times"},
		{"too many", with(research, func(s *company.Sitting) { s.Roots = map[org.MemoID]int{"k1": 40} }), []company.DirectorAction{sends(company.MemoRisk, org.Management)}, "40 messages"},
		{
			"two projects", with(research, func(s *company.Sitting) {
				s.Memos = append(s.Memos, company.Memo{ID: "k3", Kind: company.MemoBrief, Root: "k1"})
			}),
			[]company.DirectorAction{opens(), with(opens(), func(a *company.DirectorAction) { a.Message = "k3" })},
			"one project at a time",
		},
		{"three are open", with(research, func(s *company.Sitting) { s.Open = 3 }), []company.DirectorAction{opens()}, "3 projects"},
		{"too dear", research, []company.DirectorAction{with(opens(), func(a *company.DirectorAction) { a.Cap = 9.01 })}, "at the most"},
		{"NaN", research, []company.DirectorAction{with(opens(), func(a *company.DirectorAction) { a.Cap = math.NaN() })}, "how many dollars"},
		{"1e308", research, []company.DirectorAction{with(opens(), func(a *company.DirectorAction) { a.Cap = 1e308 })}, "how many dollars"},
		{"from nothing", with(research, func(s *company.Sitting) { s.Memos = []company.Memo{{ID: "k2", Kind: company.MemoBrief}} }), []company.DirectorAction{opens()}, "comes of nothing"},
		{"Management opens", management, []company.DirectorAction{opens()}, "opens no projects"},
		{"13 items", research, []company.DirectorAction{with(opens(), func(a *company.DirectorAction) { a.Items = make([]string, 13) })}, "13 items"},
		{"steers another's", research, []company.DirectorAction{done, {Op: company.OpSteer, Project: "p2", Body: "Hurry"}}, "no project that research opened"},
		{"steers", research, []company.DirectorAction{done, {Op: company.OpSteer, Project: "p1", Body: "Hurry"}}, ""},
		{"asks", research, []company.DirectorAction{done, {Op: company.OpAsk, Subject: "Price", Body: "Which?"}}, "only Business and Management"},
		{"asks a third time", with(business, func(s *company.Sitting) { s.Asked = 2 }), []company.DirectorAction{done, {Op: company.OpAsk, Subject: "Price", Body: "Which?"}}, "2 questions"},
		{"third deferral", with(research, func(s *company.Sitting) {
			s.Memos = []company.Memo{{ID: "k2", Kind: company.MemoBrief, Root: "k1", Defers: 2}}
		}), []company.DirectorAction{put}, "put off 2 times"},
		{"put off too long", research, []company.DirectorAction{with(put, func(a *company.DirectorAction) { a.After = "2027-01-01" })}, "within the next 14 days"},
		{"put off to the past", research, []company.DirectorAction{with(put, func(a *company.DirectorAction) { a.After = "2026-11-08" })}, "within the next 14 days"},
		{"waits for nobody", research, []company.DirectorAction{with(put, func(a *company.DirectorAction) { a.After = "k77" })}, "cannot wait"},
		{"waits for itself", research, []company.DirectorAction{with(sends(company.MemoRisk, org.Management), func(a *company.DirectorAction) { a.After = "#1" })}, "no earlier action"},
		{"declines the founder", with(business, func(s *company.Sitting) {
			s.Memos = []company.Memo{{ID: "k2", Kind: company.MemoDirective, Root: "k2"}}
		}), []company.DirectorAction{{Op: company.OpDecline, Message: "k2", Body: "no"}}, "only he drops it"},
		{"three notes", research, []company.DirectorAction{done, {Op: company.OpNote, Body: "a"}, {Op: company.OpNote, Body: "b"}, {Op: company.OpNote, Body: "c"}}, "2 notes"},
		{"long body", research, []company.DirectorAction{with(done, func(a *company.DirectorAction) { a.Body = strings.Repeat("x", 2001) })}, "2001 characters"},
		{"holds", management, status("paused", "p1"), ""},
		{"lets go", with(management, func(s *company.Sitting) {
			s.Projects = []company.Project{{ID: "p4", State: org.ProjectPaused, PausedBy: "k5"}}
		}), status("in_progress", "p4"), ""},
		{"says how it fares", management, status("at_risk", "p1"), ""},
		{"against the founder's go", management, status("paused", "p5"), "his word stands"},
		{"against the founder's pause", management, status("in_progress", "p4"), "the founder paused p4"},
		{"holds what has ended", management, status("paused", "p3"), "has ended"},
		{"finishes it", management, status("completed", "p1"), "the status is"},
		{"research holds", research, []company.DirectorAction{with(sends(company.MemoProgress, org.Management), func(a *company.DirectorAction) { a.Status, a.Project = "paused", "p1" })}, "only Management"},
		{"more than is left", business, []company.DirectorAction{with(sends(company.MemoDecision, org.Tech), func(a *company.DirectorAction) { a.Status, a.Project, a.Cap = "yes", "p2", 20 })}, "not left"},
		{"gives some", business, []company.DirectorAction{with(sends(company.MemoDecision, org.Tech), func(a *company.DirectorAction) { a.Status, a.Project, a.Cap = "yes", "p2", 5 })}, ""},
	} {
		got := strings.Join(company.Check(row.s, company.DirectorReply{Summary: "x", Actions: row.actions}), "; ")
		if row.fault == "" && got != "" || !strings.Contains(got, row.fault) {
			t.Errorf("%s: %q, want %q", row.name, got, row.fault)
		}
	}
}

// The weekly review may do nothing, and may send what no message asked for.
func TestCheckReview(t *testing.T) {
	s := before(org.Management)
	s.Memos, s.Review = nil, true
	if got := company.Check(s, company.DirectorReply{}); len(got) > 0 {
		t.Errorf("nothing: %q", got)
	}
	a := sends(company.MemoRisk, org.Business)
	a.Message = ""
	if got := company.Check(s, company.DirectorReply{Actions: []company.DirectorAction{a}}); len(got) > 0 {
		t.Errorf("a risk: %q", got)
	}
	s.Review = false
	if got := company.Check(s, company.DirectorReply{Actions: []company.DirectorAction{a}}); len(got) == 0 {
		t.Error("a message that is about nothing is sent outside the review")
	}
}
