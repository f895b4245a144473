package dashboard

import (
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// ordersPage is how many orders are on one page.
const ordersPage = 10

// aboutCompany names the pages of the company to the stream of changes.
const aboutCompany = "company"

// companyPage is the company as it stands.
type companyPage struct {
	view.Base
	C         company.Book
	Questions []company.Memo
	Earlier   bool // the newest orders are on another page
}

// Taken is what of the week's budget is spent or may still be, in a hundred.
func (p companyPage) Taken() int {
	m := p.C.Money
	if p.C.Cap <= 0 {
		return 0
	}
	const all = 100
	return min(all, int(all*(m.Spent+m.Thinking+m.Bound)/p.C.Cap))
}

// company shows departments, orders and what waits for the founder. While it is off, it says
// what it is and how to turn it on.
func (s *server) company(q *request) error {
	before := org.MemoID(q.FormValue("before"))
	page := companyPage{Base: q.base, Earlier: before != ""}
	page.Title, page.Tab, page.About = "Company", "Company", aboutCompany
	var err error
	if page.C, err = s.Records.CompanyBook(q.Context(), before, ordersPage); err != nil {
		return err
	}
	page.Questions = company.Questions(page.C.Open)
	return s.show(q, "company", page)
}

// companyPart shows a department, or what belongs to a message, as "!company NAME" does.
func (s *server) companyPart(q *request) error {
	id := q.PathValue("id")
	if d := org.Department(id); d.Valid() {
		return s.department(q, d)
	}
	t, err := s.Records.CompanyThread(q.Context(), org.MemoID(id))
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		T      company.Thread
		Order  *company.Memo // nil for a review
		Day    string        // of a review
		Opened map[org.MemoID][]company.Project
	}{Base: q.base, T: t, Opened: map[org.MemoID][]company.Project{}}
	page.Title, page.Tab, page.About = "Weekly review", "Company", aboutCompany
	if order, ok := t.Order(); ok {
		page.Title, page.Order = order.Subject, &order
	} else if day, ok := t.Review(); ok {
		page.Day = day
	}
	for _, p := range t.Projects {
		page.Opened[p.For] = append(page.Opened[p.For], p)
	}
	return s.show(q, "message", page)
}

func (s *server) department(q *request, d org.Department) error {
	book, err := s.Records.CompanyDepartment(q.Context(), d)
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		D company.DepartmentBook
	}{q.base, book}
	page.Title, page.Tab, page.About = d.Name(), "Company", aboutCompany
	return s.show(q, "department", page)
}

// ordered are the messages that led to a project, the last one first; none when the founder
// asked for it himself.
func (s *server) ordered(q *request, p org.Project) ([]company.Memo, error) {
	if p.OpenedBy == "" {
		return nil, nil
	}
	return s.Records.CompanyReasons(q.Context(), p.ForMemo)
}

// touches reports whether what a line of the journal tells stands on pages of a kind. Pages
// of no kind show something of everything.
func touches(about string, e org.Event) bool {
	if about != aboutCompany {
		return true
	}
	switch e.Kind { //nolint:exhaustive // all others are about the work inside of projects
	case org.EventCompanyOn, org.EventCompanyOff, org.EventMemoSent, org.EventMemoSettled, org.EventMemoStuck, org.EventSittingDone, org.EventSittingAborted, org.EventHealth,
		org.EventProjectCreated, org.EventProjectCompleted, org.EventProjectFailed, org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled, org.EventProjectReopened,
		org.EventStepCompleted, org.EventStepFailed, org.EventCapSet: // a step's end moves what is spent
		return true
	}
	return false
}
