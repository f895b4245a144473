package cli

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// Answers of which it is known whether they are good: none breaks a rule, and only the good
// ones pass.
func TestDirectorsTasksTellGoodFromBad(t *testing.T) {
	send := func(to org.Department, kind company.MemoKind, after string) company.DirectorAction {
		return company.DirectorAction{Op: company.OpSend, Message: "k1", Kind: kind, To: string(to), Subject: "Find out", Body: "Please.", After: after}
	}
	wait := company.DirectorAction{Op: company.OpDefer, Message: "k1", After: "#1", Body: "the facts first"}
	open := company.DirectorAction{Op: company.OpOpen, Message: "k3", Subject: "A mail", Body: "Write it.", Cap: 1}
	read := company.DirectorAction{Op: company.OpDone, Message: "k5", Body: "read"}
	done := company.DirectorAction{Op: company.OpDone, Message: "k1", Body: "Not yet: what it costs landed is open."}
	first := wait
	first.After = time.Date(2026, 12, 5, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	pay := send(org.Management, company.MemoBrief, "")
	pay.To, pay.Kind, pay.Body = string(org.Tech), company.MemoBuildRequest, "Pay at https://harborpay.example/pay."
	for _, c := range []struct {
		task    int
		good    bool
		actions []company.DirectorAction
	}{
		{0, true, []company.DirectorAction{send(org.Research, company.MemoResearchRequest, ""), wait}},
		{0, true, []company.DirectorAction{send(org.Research, company.MemoResearchRequest, ""), send(org.Marketing, company.MemoCampaignRequest, "#1"), wait}},
		{0, false, []company.DirectorAction{send(org.Research, company.MemoResearchRequest, ""), send(org.Marketing, company.MemoCampaignRequest, ""), wait}},
		{0, false, []company.DirectorAction{send(org.Tech, company.MemoBuildRequest, ""), wait}},
		{0, false, []company.DirectorAction{done}},
		{1, true, []company.DirectorAction{{Op: company.OpDefer, Message: "k3", After: "k4", Body: "no price yet"}}},
		{1, false, []company.DirectorAction{open}},
		{2, true, []company.DirectorAction{read, done}},
		{2, false, []company.DirectorAction{read, {Op: company.OpOpen, Message: "k1", Subject: "Settle the import account", Body: "Pay.", Cap: 1}}},
		{2, false, []company.DirectorAction{pay, read, first}},
	} {
		task := turns(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC))[c.task]
		r := company.DirectorReply{Summary: "So be it.", Actions: c.actions}
		if faults := company.Check(task.shown, r); len(faults) > 0 {
			t.Errorf("%s: %+v breaks a rule: %q", task.name, c.actions, faults)
		}
		if wrong := task.wrong(r); (wrong == "") != c.good {
			t.Errorf("%s: %+v: %q", task.name, c.actions, wrong)
		}
	}
}
