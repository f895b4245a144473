package messages_test

import (
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// companyExamples are the messages about the company.
func companyExamples() []example {
	k1 := company.Memo{ID: "k1", Kind: company.MemoDirective, From: org.Founder, To: org.Business, Root: "k1", Subject: "Get 30 paying roasters in Port Ellery by March", State: company.MemoDeferred, Waits: "k2"}
	card := func(f company.Facts) org.Reply { return messages.CompanyNews(f) }
	deeds := []company.Deed{
		{Op: company.OpSend, Kind: company.MemoResearchRequest, To: org.Research, Memo: "k2", About: "k1", Subject: "Who buys, at what price"},
		{Op: company.OpSend, Kind: company.MemoCampaignRequest, To: org.Marketing, Memo: "k3", About: "k1", Subject: "An outreach kit", Waits: "k2"},
		{Op: company.OpDefer, About: "k1", Waits: "k2", Why: "the kit needs its prices"},
	}
	return []example{
		{"OrderedBy", "", messages.OrderedBy(org.Project{OpenedBy: org.Research, ForMemo: "k2"})},
		{"OrderedBy", "a token", messages.OrderedBy(org.Project{OrderedBy: "wall"})},
		{"OrderedByToken", "", messages.OrderedByToken(reports.OrderedFacts{Token: "wall", Cap: 2 * org.Dollar}, org.Project{ID: "p12", Title: "Three payroll tools", Goal: "Compare three payroll tools for a team of 12.", State: org.ProjectActive})},
		{"OrderedByToken", "it has ended", messages.OrderedByToken(reports.OrderedFacts{Token: "wall", Cap: 2 * org.Dollar}, org.Project{ID: "p12", Title: "Three payroll tools", Goal: "Compare three payroll tools for a team of 12.", State: org.ProjectCancelled})},
		{"CompanyNews", "Business leads", card(company.Facts{What: company.NewsSitting, From: org.Business, Root: "k1", CEO: true, Title: "Research first, the kit after its findings.", Deeds: deeds, Left: 15 * org.Dollar, Cap: 20 * org.Dollar})},
		{"CompanyNews", "the order is done", card(company.Facts{What: company.NewsSitting, From: org.Business, Root: "k1", CEO: true, Title: "Answered.", Left: 15 * org.Dollar, Cap: 20 * org.Dollar, Deeds: []company.Deed{
			{Op: company.OpDone, About: "k4", Why: "read"},
			{Op: company.OpDone, About: "k1", Why: "Not yet. Nine of 26 would change for delivery within two days, but what a kilogram costs us landed is open. Get two offers first."},
		}})},
		{"CompanyNews", "the order is done, something goes on", card(company.Facts{
			What: company.NewsSitting, From: org.Business, Root: "k1", CEO: true, Title: "Answered.", Left: 15 * org.Dollar, Cap: 20 * org.Dollar,
			Running: []org.ProjectName{{ID: "p7", Title: "Buyers in Port Ellery"}}, Waiting: []company.Memo{{ID: "k3", To: org.Marketing, Subject: "An outreach kit"}},
			Deeds: []company.Deed{{Op: company.OpDone, About: "k1", Why: "Not yet. Get two offers first."}},
		})},
		{"CompanyNews", "a project is opened", card(company.Facts{What: company.NewsSitting, From: org.Research, Root: "k1", Title: "The buyers first.", Deeds: []company.Deed{
			{Op: company.OpOpen, About: "k2", Project: "p7", Subject: "Buyers in Port Ellery", Cap: 3 * org.Dollar}, {Op: company.OpSteer, Project: "p6", Why: "Leave Lisbon out."},
		}})},
		{"CompanyNews", "other decisions", card(company.Facts{What: company.NewsSitting, From: org.Management, Title: "A quiet week.", Deeds: []company.Deed{
			{Op: company.OpSend, Kind: company.MemoRisk, To: org.Business, Memo: "k9", Subject: "The kit is late"},
			{Op: company.OpAsk, Memo: "k10", Subject: "Which price?"},
			{Op: company.OpDefer, About: "k5", Until: "2026-11-16"},
			{Op: company.OpDecline, About: "k6", Why: "Nobody would use it."},
			{Op: company.OpDone, About: "k7", Why: "noted"},
		}})},
		{"CompanyNews", "paused", card(company.Facts{What: company.NewsPaused, From: org.Management, Memo: "k19", Project: "p8", Title: "Kit", Text: "The price decides what it should say."})},
		{"CompanyNews", "stuck", card(company.Facts{What: company.NewsStuck, From: org.Business, Memo: "k1", Title: k1.Subject, Text: "action 3: there is no project \"p99\" of the company"})},
		{"CompanyNews", "expired", card(company.Facts{What: company.NewsExpired, From: org.Tech, Memo: "k5", Title: "A landing page"})},
		{"CompanyNews", "a question", card(company.Facts{What: company.NewsQuestion, From: org.Business, Memo: "k12", Title: "Which price?", Text: "Both are in reach.", Options: []string{"9 euros", "12 euros"}})},
		{"CompanyNews", "of the week", card(company.Facts{What: company.NewsBrief, Cap: 20 * org.Dollar, Left: 12 * org.Dollar, Week: []company.DepartmentWeek{
			{Department: org.Business, Decided: 3, Last: "Research first, the kit after its findings."}, {Department: org.Research, Decided: 1, Ended: 2, Running: 1, Waiting: 1}, {Department: org.Tech},
		}})},
	}
}
