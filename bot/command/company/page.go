package company

import (
	"context"
	_ "embed"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed company.html
var companyPage string

//go:embed part.html
var partPage string

const ordersPage = 10

// bookPage is the company as it stands. While it is off, it says what it is and how to turn it on.
type bookPage struct {
	page
	C         company.Book
	Questions []company.Memo
	Earlier   bool // the newest orders are on another page
}

// Taken returns how much of the week's budget is spent or may still be, in a hundred.
func (p bookPage) Taken() int {
	m := p.C.Money
	if p.C.Cap <= 0 {
		return 0
	}
	const all = 100
	return min(all, int(all*(m.Spent+m.Thinking+m.Bound)/p.C.Cap))
}

func (s records) buildCompany(ctx context.Context, q noun.PageRequest) (any, error) {
	before := org.MemoID(q.Query.Get("before"))
	book, err := s.CompanyBook(ctx, before, ordersPage)
	return bookPage{page{q.Base}, book, company.Questions(book.Open), before != ""}, err
}

// buildPart shows a department, or what belongs to a message, as "!company NAME" does.
func (s records) buildPart(ctx context.Context, q noun.PageRequest) (any, error) {
	p := struct {
		page
		D      *company.DepartmentBook // nil for a message
		T      company.Thread
		Order  *company.Memo // nil for a review
		Day    string        // of a review
		Opened map[org.MemoID][]company.Project
	}{page: page{q.Base}, Opened: map[org.MemoID][]company.Project{}}
	if id := org.Department(q.Path("id")); id.Valid() {
		book, err := s.CompanyDepartment(ctx, id)
		p.Title, p.D = id.Name(), &book
		return p, err
	}
	var err error
	if p.T, err = s.CompanyThread(ctx, org.MemoID(q.Path("id"))); err != nil {
		return nil, err
	}
	if order, ok := p.T.Order(); ok {
		p.Title, p.Order = order.Subject, &order
	} else if day, ok := p.T.Review(); ok {
		p.Day = day
	}
	for _, opened := range p.T.Projects {
		p.Opened[opened.For] = append(p.Opened[opened.For], opened)
	}
	return p, nil
}

// isOnPage reports whether what a line of the journal tells stands on the company's pages.
func isOnPage(e org.Event) bool {
	switch e.Kind { //nolint:exhaustive // all others are about the work inside of projects
	case org.EventCompanyOn, org.EventCompanyOff, org.EventMemoSent, org.EventMemoSettled, org.EventMemoStuck, org.EventSittingDone, org.EventSittingAborted, org.EventHealth,
		org.EventProjectCreated, org.EventProjectCompleted, org.EventProjectFailed, org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled, org.EventProjectReopened,
		org.EventStepCompleted, org.EventStepFailed, org.EventCapSet: // a step's end moves what is spent
		return true
	}
	return false
}
