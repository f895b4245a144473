package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// What the founder says to the company.
func companyOrders() []order {
	told := func(line string) func(*front) (string, error) {
		return func(f *front) (string, error) {
			m, err := f.told()
			return strings.ReplaceAll(line, "%s", string(m.ID)), err
		}
	}
	return []order{
		{name: "company on", verbs: []string{"company-on"}, given: func(f *front) (string, error) {
			f.n++
			return fmt.Sprintf("!company on %d", 100+f.n), nil
		}, says: "a week", kind: org.EventCompanyOn},
		{name: "company off", verbs: []string{"company-off"}, given: told("!company off"), says: "Your departments rest", kind: org.EventCompanyOff},
		{name: "tell", verbs: []string{"tell-company"}, given: told("!company tell %s again"), says: "Business has it", kind: org.EventMemoSent},
		{name: "review", verbs: []string{"company-review"}, given: told("!company review"), says: "All five directors"},
		{name: "drop", verbs: []string{"drop-directive"}, given: told("!company drop %s"), says: "Dropped k", kind: org.EventMemoSettled},
		{name: "hold an order", verbs: []string{"hold-directive"}, given: told("!company hold %s"), says: "until you say so"},
		{name: "let an order go on", verbs: []string{"continue-directive"}, given: func(f *front) (string, error) {
			m, err := f.told()
			if err != nil {
				return "", err
			}
			_, err = f.db.HoldDirective(f.ctx, m.ID)
			return fmt.Sprintf("!company go %s", m.ID), err
		}, says: "goes on"},
		{name: "answer", verbs: []string{"answer-memo"}, given: func(f *front) (string, error) {
			k, err := f.wondered()
			return fmt.Sprintf("!company answer %s Nine euros", k), err
		}, says: "has your answer", kind: org.EventMemoSettled},
		{name: "delete", verbs: []string{"archive"}, given: about("!delete %s", ended), says: "out of your lists", kind: org.EventProjectArchived},
		{name: "undelete", verbs: []string{"unarchive"}, given: about("!undelete %s", func(f *front) (org.ProjectID, error) {
			p, err := ended(f)
			if err != nil {
				return p, err
			}
			return p, f.db.Archive(f.ctx, p)
		}), says: "back in your lists", kind: org.EventProjectRestored},
		{name: "drop a step", verbs: []string{"drop-step"}, given: firstStep("!drop ", nil), says: "is left out", kind: org.EventStepDropped},
		{name: "hold a step", verbs: []string{"hold-step"}, given: firstStep("!pause ", nil), says: "is on hold", kind: org.EventStepHeld},
		{name: "release a step", verbs: []string{"release-step"}, given: firstStep("!resume ", func(f *front, s org.StepID) error { return f.db.HoldStep(f.ctx, s) }), says: "may start now", kind: org.EventHoldLifted},
		{name: "put a step first", verbs: []string{"put-first"}, given: firstStep("!first ", nil), says: "comes first now"},
	}
}

// firstStep is a command about the first step of a plan, after what is done to it before.
func firstStep(command string, before func(*front, org.StepID) error) func(*front) (string, error) {
	return func(f *front) (string, error) {
		p, err := f.planned()
		if err != nil {
			return "", err
		}
		steps, err := f.db.Steps(f.ctx, p)
		if err != nil {
			return "", err
		}
		if before != nil {
			err = before(f, steps[0].ID)
		}
		return command + string(steps[0].ID), err
	}
}

// ended is a project that was cancelled.
func ended(f *front) (org.ProjectID, error) {
	p, err := f.project()
	if err != nil {
		return p, err
	}
	return p, f.db.Cancel(f.ctx, p)
}

// told is an order to a company that is on.
func (f *front) told() (company.Memo, error) {
	f.n++
	if err := f.db.CompanyOn(f.ctx, 20*org.Dollar, org.Channel{Transport: org.ThreadedTransport, ID: f.place.General}); err != nil { // its cards are no answers
		return company.Memo{}, err
	}
	return f.db.TellCompany(f.ctx, fmt.Sprint("chaos", f.n), "Sell field "+spelt(f.n))
}

// wondered is a question of Business's.
func (f *front) wondered() (org.MemoID, error) {
	m, err := f.told()
	if err != nil {
		return "", err
	}
	for {
		s, err := f.db.ClaimSitting(f.ctx, "chaos", time.Minute)
		if err != nil {
			return "", err
		}
		var all []company.DirectorAction
		for _, k := range s.Memos {
			all = append(all, company.DirectorAction{Op: company.OpDone, Message: string(k.ID), Body: "done"})
		}
		// A turn takes a few orders at a time, the oldest first: this one may be for a later turn.
		has := slices.ContainsFunc(s.Memos, func(k company.Memo) bool { return k.ID == m.ID })
		ask := has && s.Lease.Department == org.Business && s.Asked < org.AsksPerWeek
		if ask {
			all = append(all, company.DirectorAction{Op: company.OpAsk, Message: string(m.ID), Subject: "Which price for " + string(m.ID), Body: "Nine or twelve?"})
		}
		if err := f.db.SaveSitting(f.ctx, s, company.DirectorReply{Summary: "x", Actions: all}); err != nil {
			return "", err
		}
		if ask {
			under, err := f.db.MemosUnder(f.ctx, m.ID)
			if err != nil || len(under) == 0 {
				return "", fmt.Errorf("no question is there: %w", err)
			}
			return under[len(under)-1].ID, nil
		}
	}
}

// companyTasks lead a worker by the turns of directors.
func companyTasks() []task {
	after := func(reply *llmtest.Reply) func(*front) (org.ProjectID, error) {
		return func(f *front) (org.ProjectID, error) {
			if reply != nil {
				f.misbehave(func(r llmtest.Request) (llmtest.Reply, bool) {
					return *reply, r.Stage == org.StageCEO || r.Stage == org.StageRepair
				})
			}
			if _, err := f.told(); err != nil {
				return "", err
			}
			return f.project()
		}
	}
	return []task{
		{name: "a director's claim", verb: "claim-sitting", given: after(nil), ends: org.ProjectCompleted},
		{name: "a director's answer", verb: "save-sitting", given: after(nil), ends: org.ProjectCompleted},
		{name: "a director without sense", verb: "abort-sitting", given: after(&llmtest.Reply{Text: `{"summary":"x","actions":[]}`}), ends: org.ProjectCompleted},
		{name: "a director without a model", verb: "put-back-sitting", given: after(&llmtest.Reply{Fault: "400"}), ends: org.ProjectCompleted},
	}
}
