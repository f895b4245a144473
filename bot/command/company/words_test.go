package company_test

import (
	"testing"
	"time"

	companynoun "github.com/frasier-cos/frasier/bot/command/company"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	at := time.Date(2026, 11, 9, 8, 0, 0, 0, time.UTC)
	k1 := company.Memo{ID: "k1", Kind: company.MemoDirective, From: org.Founder, To: org.Business, Root: "k1", Subject: "Get 30 paying roasters in Port Ellery by March", State: company.MemoDeferred, Waits: "k2"}
	k2 := company.Memo{ID: "k2", Kind: company.MemoResearchRequest, From: org.Business, To: org.Research, Root: "k1", ReplyTo: "k1", Subject: "Who buys, at what price", Body: "Name the buyers.", State: company.MemoSettled, Reason: "opened p7"}
	p7 := company.Project{ID: "p7", Title: "Buyers in Port Ellery", State: org.ProjectActive, OpenedBy: org.Research, For: "k2", Cap: 3 * org.Dollar, Spent: org.Dollar, Health: "at_risk"}
	departments := []company.DepartmentState{
		{Department: org.Business, Director: "Beatrice", Open: 1, Due: at.Add(6 * time.Minute)},
		{Department: org.Research, Director: "Rowan", Projects: []company.Project{p7}, Last: "The buyers first."},
		{Department: org.Tech, Director: "Tessa"},
	}
	c := company.State{On: true, Cap: 20 * org.Dollar, Next: at, Departments: departments, Open: []company.Memo{k1}, Money: company.WeekMoney{Cap: 20 * org.Dollar, Spent: org.Dollar, Bound: 2 * org.Dollar}}
	return []nountest.Example{
		{Name: "CompanyOn", Message: companynoun.On(c, false)},
		{Name: "CompanyOn: another budget", Message: companynoun.On(c, true)},
		{Name: "CompanyOff", Message: companynoun.Off()},
		{Name: "CompanyAsksCap", Message: companynoun.AsksCap()},
		{Name: "CompanyNeedsModel", Message: companynoun.NeedsModel()},
		{Name: "CompanyIsOff", Message: companynoun.IsOff()},
		{Name: "CompanyTellWhat", Message: companynoun.TellWhat()},
		{Name: "CompanyTold", Message: companynoun.Told(k1, 1)},
		{Name: "CompanyTold: others wait", Message: companynoun.Told(k1, 4)},
		{Name: "CompanyReviewing", Message: companynoun.Reviewing()},
		{Name: "CompanyDropped", Message: companynoun.Dropped("k1", 3)},
		{Name: "CompanyDropped: nothing waits", Message: companynoun.Dropped("k1", 0)},
		{Name: "CompanyHeld", Message: companynoun.Held("k1", 0)},
		{Name: "CompanyHeld: a project rests", Message: companynoun.Held("k1", 1)},
		{Name: "CompanyGoesOn", Message: companynoun.GoesOn("k1", 0)},
		{Name: "CompanyGoesOn: with projects", Message: companynoun.GoesOn("k1", 2)},
		{Name: "CompanyAnswered", Message: companynoun.Answered(company.Memo{ID: "k12", From: org.Management})},
		{Name: "CompanyAsksNothing", Message: companynoun.AsksNothing("k2")},
		{Name: "MemoUnknown", Message: companynoun.MemoUnknown("k99")},
		{Name: "Company", Message: companynoun.Company(c, at)},
		{Name: "Company: nothing left for thinking", Message: companynoun.Company(company.State{On: true, Cap: 20 * org.Dollar, Money: company.WeekMoney{Cap: 20 * org.Dollar, Thinking: 2 * org.Dollar}}, at)},
		{Name: "Company: off", Message: companynoun.Company(company.State{}, at)},
		{Name: "Department", Message: companynoun.Department(departments[1], []company.Memo{k2}, at)},
		{Name: "Memo", Message: companynoun.Memo(k2, []company.Memo{{ID: "k4", From: org.Research, To: org.Business, ReplyTo: "k2", Subject: "Buyers is completed", State: company.MemoSettled}}, []company.Project{p7})},
		{Name: "Memo: an order", Message: companynoun.Memo(k1, []company.Memo{k2}, nil)},
	}
}
