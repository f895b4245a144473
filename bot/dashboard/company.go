package dashboard

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// ordersPage is how many of the founder's orders the company's page lists.
const ordersPage = 30

// companyPage is how the company stands.
type companyPage struct {
	view.Base
	C         org.Company
	Questions []org.Memo // of directors, for the founder
	Orders    []org.Memo // the founder's, the newest first
}

// Tell is the control that gives an order.
func (p companyPage) Tell() view.Control {
	c := p.Control("Tell them", "company tell", "What do you want to achieve?")
	c.Style = org.StylePrimary
	return c
}

// Waits are the messages that a department has not settled.
func (p companyPage) Waits(d org.Department) []org.Memo {
	return slices.DeleteFunc(slices.Clone(p.C.Open), func(m org.Memo) bool { return m.To != d })
}

// Running are the projects of a department that have not ended.
func (p companyPage) Running(r org.DepartmentState) []org.CompanyProject {
	return slices.DeleteFunc(slices.Clone(r.Projects), func(c org.CompanyProject) bool { return c.State.Ended() })
}

// replies are the controls that answer a director's question.
func replies(b view.Base, m org.Memo) []view.Control {
	line := "company answer " + string(m.ID)
	var out []view.Control
	for _, o := range m.Data.Options {
		o = strings.Join(strings.Fields(o), " ")
		out = append(out, b.Control(o, line+" "+o, ""))
	}
	return append(out, b.Control("In my words", line, "Your answer"))
}

// Replies are the controls that answer a director's question.
func (p companyPage) Replies(m org.Memo) []view.Control { return replies(p.Base, m) }

func asks(m org.Memo) bool { return m.To == org.Founder && m.State == org.MemoOpen }

func (s *server) company(q *request) error {
	page := companyPage{Base: q.base}
	page.Title, page.Tab = "Company", "Company"
	var err error
	if page.C, err = s.Records.Company(q.Context()); err != nil {
		return err
	}
	if page.Orders, err = s.Records.CompanyOrders(q.Context(), ordersPage); err != nil {
		return err
	}
	for _, m := range page.C.Open {
		if asks(m) {
			page.Questions = append(page.Questions, m)
		}
	}
	return s.show(q, "company", page)
}

// messagePage is an order or a message of the company, with all that came of it.
type messagePage struct {
	view.Base
	org.Memo
	Controls []view.Control
	Thread   []said
}

// Order is the founder's order that the message came of; empty for the order itself and
// for what a weekly review brought.
func (p messagePage) Order() org.MemoID {
	if p.Root == p.ID || !strings.HasPrefix(string(p.Root), "k") {
		return ""
	}
	return p.Root
}

// said is a message with the projects that were opened for it.
type said struct {
	org.Memo
	Projects []org.CompanyProject
	Replies  []view.Control
}

func (s *server) companyMessage(q *request) error {
	m, err := s.Records.Memo(q.Context(), org.MemoID(q.PathValue("id")))
	if err != nil {
		return err
	}
	page := messagePage{Base: q.base, Memo: m}
	page.Title, page.Tab = "Company "+string(m.ID), "Company"
	under, err := s.Records.MemosUnder(q.Context(), m.Root)
	if err != nil {
		return err
	}
	firm, err := s.Records.Company(q.Context())
	if err != nil {
		return err
	}
	for _, u := range under {
		line := said{Memo: u}
		for _, r := range firm.Rooms {
			for _, p := range r.Projects {
				if p.For == u.ID {
					line.Projects = append(line.Projects, p)
				}
			}
		}
		if asks(u) {
			line.Replies = replies(page.Base, u)
		}
		page.Thread = append(page.Thread, line)
	}
	if m.Kind == org.MemoDirective && (m.State == org.MemoOpen || m.State == org.MemoDeferred) {
		drop := page.Control("Drop it", "company drop "+string(m.ID), "")
		drop.Style = org.StyleDanger
		page.Controls = []view.Control{
			page.Control("Hold", "company hold "+string(m.ID), ""), page.Control("Let it go on", "company go "+string(m.ID), ""),
			page.Control("Tell them more", "company tell", "What should they know about "+string(m.ID)+"?"), drop,
		}
	}
	return s.show(q, "message", page)
}
