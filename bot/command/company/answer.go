package company

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// What programs get. Its fields are a promise: none goes, none changes its meaning.
type (
	messagesAnswer struct {
		Messages []noun.Message `json:"messages"`
		Next     org.MemoID     `json:"next,omitempty"`
	}
	departmentAnswer struct {
		ID       org.Department  `json:"id"`
		Name     string          `json:"name"`
		Director string          `json:"director,omitempty"`
		Due      time.Time       `json:"thinks_at,omitzero"`
		Sat      time.Time       `json:"thought_at,omitzero"`
		Open     int             `json:"messages_waiting"`
		Last     string          `json:"last_said,omitempty"`
		Projects []org.ProjectID `json:"projects"`
	}
	departmentsAnswer struct {
		On          bool               `json:"on"`
		Departments []departmentAnswer `json:"departments"`
	}
)

var messageID = lazyregexp.New(`^k[0-9]{1,18}$`)

func (s records) giveMessages(ctx context.Context, q noun.AnswerRequest) (any, error) {
	n, err := noun.Limit(q.Query)
	if err != nil {
		return nil, err
	}
	after := q.Query.Get("after")
	if after != "" && !messageID.MatchString(after) {
		return nil, noun.Refuse(fmt.Sprintf("after is the id of a message, such as k12, not %.40q.", after))
	}
	found, err := s.CompanyMessages(ctx, org.MemoID(after), n+1)
	if err != nil {
		return nil, err
	}
	out := messagesAnswer{}
	if len(found) > n {
		found = found[:n]
		out.Next = found[n-1].ID
	}
	out.Messages = noun.Messages(found)
	return out, nil
}

func (s records) giveDepartments(ctx context.Context, _ noun.AnswerRequest) (any, error) {
	book, err := s.CompanyBook(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	out := departmentsAnswer{On: book.On, Departments: []departmentAnswer{}}
	for _, d := range org.Departments() {
		one := departmentAnswer{ID: d, Name: d.Name(), Projects: []org.ProjectID{}}
		for _, state := range book.Departments {
			if state.Department != d {
				continue
			}
			one.Director, one.Due, one.Sat, one.Open, one.Last = state.Director, state.Due, state.Sat, state.Open, state.Last
			for _, p := range state.Projects {
				one.Projects = append(one.Projects, p.ID)
			}
		}
		out.Departments = append(out.Departments, one)
	}
	return out, nil
}
