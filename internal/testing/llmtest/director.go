package llmtest

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// direct answers as a director who orders one piece of research for what the founder
// wants, or asks him first where his words say so, opens a project for what he is asked for, and closes what he only needs to know.
// When it is to reject, everything is declined.
func (s sheet) direct(v verdicts) any {
	c := contract[prompt.DirectorContract](s.brief)
	in := c.Sitting
	var actions []company.DirectorAction
	free := in.Open < org.CompanyProjects && c.Department != org.Management
	for _, m := range in.Memos {
		act := company.DirectorAction{Message: string(m.ID), Items: []string{}}
		switch {
		case len(actions) > org.SittingOps-2:
		case m.Kind == company.MemoDirective && len(in.Heard) == 0 && !v.reject:
			ask := act
			if strings.Contains(m.Body, "ask me first") {
				ask.Op, ask.Subject, ask.Body, ask.Items = company.OpAsk, "How far?", "Near or far?", []string{"Near", "Far"}
				actions = append(actions, ask)
				act.Op, act.After, act.Body = company.OpDefer, fmt.Sprintf("#%d", len(actions)), "the founder decides"
				break
			}
			ask.Op, ask.Kind, ask.To, ask.Subject, ask.Body = company.OpSend, company.MemoResearchRequest, string(org.Research), "Find out: "+short(m.Subject, 80), m.Body
			actions = append(actions, ask)
			act.Op, act.After, act.Body = company.OpDefer, fmt.Sprintf("#%d", len(actions)), "its answer decides"
		case v.reject && m.Kind != company.MemoDirective:
			act.Op, act.Body = company.OpDecline, "there is no use in it"
		case asks(m.Kind) && free:
			act.Op, act.Subject, act.Body, act.Cap = company.OpOpen, short(m.Subject, 100), m.Body, in.Money.OpenMost().USD()
			free = false
		case asks(m.Kind) && m.Defers < org.DefersMost:
			act.Op, act.After, act.Body = company.OpDefer, in.Day.AddDate(0, 0, 2).Format("2006-01-02"), "others come first"
		case asks(m.Kind):
			act.Op, act.Body = company.OpDecline, "there is no room for it"
		default:
			act.Op, act.Body = company.OpDone, "noted: "+short(m.Subject, 80)
		}
		actions = append(actions, act)
	}
	if actions == nil {
		actions = []company.DirectorAction{}
	}
	return company.DirectorReply{Summary: "One thing after the other.", Actions: actions}
}

// asks reports whether a kind of message asks for work.
func asks(k company.MemoKind) bool {
	switch k { //nolint:exhaustive // all others ask for none
	case company.MemoBrief, company.MemoResearchRequest, company.MemoBuildRequest, company.MemoCampaignRequest:
		return true
	}
	return false
}
