package converse

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// decide makes a turn of what the models said. Nothing that costs money starts
// from a question, from what was hardly understood, from small talk or from a
// reply that could not be read.
func (h *Handler) decide(ctx context.Context, x exchange, plan *org.Roadmap) (org.Turn, error) {
	m := x.message
	ordered := m.Explicit || x.class.Certain
	if x.silent != nil && !ordered {
		return h.unanswered(ctx, x)
	}
	route := Route(x.class, m.Explicit, x.tag)
	if route == org.ActionResponse {
		return h.act(ctx, x)
	}
	switch {
	case ordered:
	case x.smallTalk():
		return h.turn(x, org.ActionResponse, strings.TrimSpace(x.chief.Message+"\n\n"+messages.ChatNotStarted), nil), nil
	case !mayStart(x.class, false), unclear(x.class) && !x.asked():
		return h.hold(x), nil
	}
	project, reply := h.project(x, route, plan)
	if project == nil {
		route = org.ActionResponse
	}
	return h.turn(x, route, reply, project), nil
}

// unanswered is the turn of a message whose chief could not be read or reached.
// A plain answer to a decision's card is taken all the same.
func (h *Handler) unanswered(ctx context.Context, x exchange) (org.Turn, error) {
	if t, done, err := h.plainly(ctx, &x); done || err != nil {
		return t, err
	}
	return h.turn(x, org.ActionResponse, unread(x.silent, x.class.Class), nil), nil
}

// hold starts nothing and asks once what is meant. What was asked already is
// not asked again.
func (h *Handler) hold(x exchange) org.Turn {
	reply := messages.ChatHold(x.class, x.chief.title(), x.asked())
	return h.turn(x, org.ActionResponse, reply, nil)
}

// act carries out what the chief's reply wants beside its words. Each action is
// checked: against the projects and decisions that there are, and against what
// the message was read as.
func (h *Handler) act(ctx context.Context, x exchange) (org.Turn, error) {
	t := h.turn(x, org.ActionResponse, "", nil)
	said := []string{x.chief.Message}
	if x.refused() {
		said = nil // the words announce what is not done
	}
	if x.class.Structural && len(x.message.Attachments) > 0 && !x.chief.asks() {
		said = []string{messages.ChatNotStarted, x.chief.Message}
	}
	done := map[string]bool{}
	for n, a := range x.chief.Actions {
		key := a.Do + " " + strings.ToLower(a.Target)
		if done[key] {
			continue
		}
		done[key] = true
		line, err := h.one(ctx, &x, &t, n, a)
		if err != nil {
			return org.Turn{}, err
		}
		said = append(said, line)
	}
	said = slices.DeleteFunc(said, func(s string) bool { return strings.TrimSpace(s) == "" })
	whole := h.turn(x, org.ActionResponse, strings.Join(said, "\n\n"), nil)
	if x.chief.asks() && !slices.Contains(whole.Classification.Rules, org.RuleAsked) {
		whole.Classification.Rules = append(whole.Classification.Rules, org.RuleAsked)
	}
	whole.Steering, whole.Card, whole.Files = t.Steering, t.Card, t.Files
	return whole, nil
}

// one carries out one action, the n-th of its reply, and returns the line that
// says so. What cannot be done is said and is no error.
func (h *Handler) one(ctx context.Context, x *exchange, t *org.Turn, n int, a action) (string, error) {
	p, found := x.project(a.Target)
	if x.smallTalk() && slices.Contains([]string{doSteer, doChange, doAnswer, doPause, doResume}, a.Do) {
		return "", nil
	}
	if no := x.refusal(a); no != "" {
		return no, nil
	}
	switch a.Do {
	case doSteer, doChange:
		if !p.State.Ended() {
			t.Steering = p.ID
			return messages.ChatPassedOn(named(p)), nil
		}
		if !mayStart(x.class, x.message.Explicit) {
			return messages.ChatChangeFirst(named(p)), nil
		}
		return h.command(ctx, x, t, n, org.CommandChanges+" "+string(p.ID)+" "+strings.Join(strings.Fields(said(x.message)), " "))
	case doAnswer:
		return h.answerFor(ctx, x, t, n, a)
	case doPause, doResume:
		switch {
		case a.Do == doResume && x.class.Question:
			return messages.ChatResumeFirst(named(p)), nil
		case a.Do == doPause && x.class.Question:
			return messages.ChatPauseFirst(named(p)), nil
		}
		name := map[string]string{doPause: org.CommandPause, doResume: org.CommandResume}[a.Do]
		return h.command(ctx, x, t, n, name+" "+strings.ToLower(a.Target))
	case doStatus, doCosts, doInbox:
		target := ""
		if found {
			target = string(p.ID)
		}
		return h.command(ctx, x, t, n, strings.TrimSpace(a.Do+" "+target))
	case doCite:
		for _, d := range x.known.Delivered {
			if strings.EqualFold(string(d.Project), a.Target) {
				t.Card.Refers = append(t.Card.Refers, d.Delivery)
				t.Card.Buttons = append(t.Card.Buttons, org.Button{Label: messages.ChatReadLabel(d.Title), Command: "read " + string(d.Project)})
				return messages.ChatCited(d.Project, d.Title, d.At), nil
			}
		}
	}
	return "", nil
}

// refusal says why an action cannot be carried out: the project or the question
// that it is about is not there. Empty when it can.
func (x *exchange) refusal(a action) string {
	_, found := x.project(a.Target)
	switch a.Do {
	case doSteer, doChange:
	case doPause, doResume:
		found = found || strings.EqualFold(a.Target, "all")
	case doAnswer:
		if _, found = x.waiting(a.Target); !found {
			return messages.ChatNoDecision(a.Target)
		}
	default:
		return ""
	}
	if found {
		return ""
	}
	return messages.ChatNoProject(a.Target, x.open())
}

// refused reports whether the chief's reply has actions and none of them can be
// carried out.
func (x *exchange) refused() bool {
	return len(x.chief.Actions) > 0 && !slices.ContainsFunc(x.chief.Actions, func(a action) bool { return x.refusal(a) == "" })
}

// command gives a line of the command language for a message. What it does is
// keyed by the message and the action's place, so that a crash before the turn
// is saved does it once.
func (h *Handler) command(ctx context.Context, x *exchange, t *org.Turn, n int, line string) (string, error) {
	origin := x.message.Origin
	if n > 0 {
		origin = fmt.Sprintf("%s-%d", origin, n+1)
	}
	r, err := h.Commands.Do(ctx, org.Command{Origin: origin, Channel: x.message.Channel, Author: x.message.Author, Line: "!" + line})
	if err != nil {
		return "", err
	}
	refers := t.Card.Refers
	buttons := slices.Concat(t.Card.Buttons, r.Card.Buttons)
	t.Card = r.Card
	t.Card.Refers, t.Card.Buttons, t.Card.Private = append(refers, r.Card.Refers...), buttons, false
	t.Files = append(t.Files, r.Files...)
	return r.Text, nil
}
