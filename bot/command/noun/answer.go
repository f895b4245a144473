package noun

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// ErrNothingYet is for a page that has nothing to show before the first project:
// the dashboard shows how to begin instead.
var ErrNothingYet = errors.New("nothing to show before the first project")

// Spending is money in an answer to programs.
type Spending struct {
	Cost    org.NanoUSD `json:"cost_nano_usd"`
	Calls   int         `json:"calls"`
	Unknown int         `json:"calls_of_unknown_cost"`
}

// SpendingOf takes what programs get out of a line of costs.
func SpendingOf(c org.CostLine) Spending { return Spending{c.Cost, c.Calls, c.Unknown} }

// Decision is a question for the founder, in an answer to programs.
type Decision struct {
	ID       string        `json:"id"`
	Project  org.ProjectID `json:"project"`
	Step     org.StepID    `json:"step,omitempty"`
	Question string        `json:"question"`
	Options  []Option      `json:"options"`
	Safe     string        `json:"safe,omitempty"` // the option that stands until it is answered
	At       time.Time     `json:"at"`
}

// Option is one answer that a question takes.
type Option struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Effect string `json:"effect"`
}

// Decisions are those that are open.
func Decisions(all []org.Decision) []Decision {
	out := []Decision{}
	for _, d := range all {
		if !d.Open() {
			continue
		}
		one := Decision{ID: d.ID, Project: d.Project, Step: d.Step, Question: d.Question, Options: []Option{}, Safe: d.Safe, At: d.At}
		for _, o := range d.Options {
			one.Options = append(one.Options, Option{o.ID, o.Label, o.Effect})
		}
		out = append(out, one)
	}
	return out
}

// Message goes from one department to another; programs get it so.
type Message struct {
	ID      org.MemoID        `json:"id"`
	Kind    company.MemoKind  `json:"kind"`
	From    org.Department    `json:"from"`
	To      org.Department    `json:"to"`
	Project org.ProjectID     `json:"project"`
	Root    org.MemoID        `json:"root"`
	ReplyTo org.MemoID        `json:"reply_to,omitempty"`
	Subject string            `json:"subject"`
	Body    string            `json:"body"`
	State   company.MemoState `json:"state"`
	Reason  string            `json:"reason,omitempty"`
	At      time.Time         `json:"at"`
	Ended   time.Time         `json:"ended_at,omitzero"`
}

// Messages are several of them.
func Messages(memos []company.Memo) []Message {
	out := []Message{}
	for _, m := range memos {
		out = append(out, Message{m.ID, m.Kind, m.From, m.To, m.Project, m.Root, m.ReplyTo, m.Subject, m.Body, m.State, m.Reason, m.At, m.Ended})
	}
	return out
}

const (
	listUsual = 50
	listMost  = 200
)

// Limit reads from the parameter limit how many entries a list is to have.
func Limit(q url.Values) (int, error) {
	text := q.Get("limit")
	if text == "" {
		return listUsual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > listMost {
		return 0, Refuse(fmt.Sprintf("limit is a number from 1 to %d, not %q.", listMost, text))
	}
	return n, nil
}

// Step is a step in an answer to programs, in short.
type Step struct {
	ID        org.StepID    `json:"id"`
	Title     string        `json:"title"`
	State     org.StepState `json:"state"`
	Kind      org.StepKind  `json:"kind"`
	Agent     org.AgentID   `json:"agent,omitempty"`
	DependsOn []org.StepID  `json:"depends_on"`
	Started   time.Time     `json:"started_at,omitzero"`
	Ended     time.Time     `json:"ended_at,omitzero"`
}

// StepOf shortens a step for programs.
func StepOf(s org.Step) Step {
	return Step{s.ID, s.Title, s.State, s.Kind, s.Agent, ListOf(s.DependsOn), s.StartedAt, s.EndedAt}
}

// ListOf is a list that is never null in JSON.
func ListOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
