// Package project starts projects from words or a file, and limits what one may cost.
package project

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Names of the command's options.
const (
	optionGoal = "goal"
	optionCap  = "cap"
)

const example = "project Compare the three payroll tools for a team of 12"

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	SaveMessage(ctx context.Context, m org.Message) (org.MessageID, bool, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	SetCap(ctx context.Context, c org.Cap) error
}

type records struct{ Records }

// New returns the noun: the command project.
func New(r Records) noun.Noun {
	which := noun.ProjectOption()
	which.Named, which.Description = true, "with cap: which project; the one of the thread when left out"
	return noun.Noun{Commands: []noun.Command{{
		Name: "project", Summary: "start a project from words or a file, or limit what one may cost", Example: example, Aliases: []string{"new", "start"},
		Options: []syntax.Option{
			{Name: optionGoal, Kind: syntax.Text, Description: "what it should achieve"},
			noun.FileOption(),
			{Name: optionCap, Kind: syntax.Text, Named: true, Description: "the most it may cost in all, in dollars; off takes it away"},
			which,
		},
		Acts: true, Leaves: org.EventCapSet, Public: true,
		Read: readCap,
		Hear: func(args map[string]string) (string, bool, bool) {
			return args[optionGoal], true, args[optionCap] == "" && args[noun.OptionProject] == ""
		},
		Run: records{r}.startOrLimit,
	}}}
}

// startOrLimit hears its words, or the message that it was used on, as an order to start a project, or caps one.
func (s records) startOrLimit(ctx context.Context, in noun.Input) (noun.View, error) {
	m := in.Heard(strings.TrimSpace(in.Args[optionGoal]))
	starts := in.Args[optionGoal] != "" || len(m.Attachments) > 0
	if in.Args[noun.OptionProject] != "" || in.Args[optionCap] != "" && !starts {
		return s.limitProject(ctx, in, starts)
	}
	limit, isMoney := org.ParseLimit(strings.ToLower(strings.TrimSpace(in.Args[optionCap])))
	if in.Args[optionCap] != "" && !isMoney {
		return noun.View{}, noun.Refuse(NoAmount(in.Args[optionCap], true, ""))
	}
	if m.Text == "" {
		m.Text = strings.TrimSpace(in.Message)
	}
	if m.Text == "" && len(m.Attachments) == 0 {
		return noun.View{}, noun.Refuse(NeedsGoal(example))
	}
	if !starts && syntax.IsRule(m.Text) {
		return noun.View{}, noun.RefuseWith(wording.RuleOrProject(m.Text).Reply())
	}
	m.Explicit, m.Cap = true, limit
	if _, _, err := s.SaveMessage(ctx, m); err != nil {
		return noun.View{}, err
	}
	what := m.Text
	if what == "" {
		what = m.Attachments[0].Name
	}
	return noun.Say(Starting(what, limit))
}
