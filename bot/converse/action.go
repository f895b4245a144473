package converse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// decideTurn makes a turn of what the models said. Nothing that costs money starts
// from a question, from what was hardly understood, from small talk or from a
// reply that could not be read.
func (h *Handler) decideTurn(ctx context.Context, x exchange, plan *org.Roadmap) (org.Turn, error) {
	m := x.message
	ordered := m.Explicit || x.class.Certain
	if x.silent != nil && !ordered {
		return h.sayUnanswered(ctx, x)
	}
	if !ordered && x.replies.Open() && x.replies.ID != "" {
		x.chief = toQuestion(x.replies, x.chief)
		return h.carryOut(ctx, x)
	}
	route := Route(x.class, m.Explicit, x.tag)
	if route == org.ActionResponse {
		return h.carryOut(ctx, x)
	}
	switch {
	case ordered:
	case x.smallTalk():
		return h.buildTurn(x, org.ActionResponse, strings.TrimSpace(x.chief.Message+"\n\n"+messages.ChatNotStarted), nil), nil
	case !mayStart(x.class, false), (isUnclear(x.class) || x.hasNoObject()) && !x.endsInQuestion():
		return h.askWhatIsMeant(x), nil
	}
	project, reply := h.startProject(x, route, plan)
	if project == nil {
		route = org.ActionResponse
	}
	return h.buildTurn(x, route, reply, project), nil
}

// hasNoObject reports whether an order says nothing of what it is about, and neither does what
// was said here lately: then the chief could only guess.
func (x *exchange) hasNoObject() bool {
	const lately = 30 * time.Minute
	unsure := x.class.Class != org.ClassNone && x.class.Confidence < org.ConfidenceFloor
	if unsure && classify.Subjects(x.message.Text) < 2 && !x.message.Brings() && x.message.RepliesTo == "" {
		return true
	}
	if !classify.Vague(x.message) {
		return false
	}
	return unsure || !slices.ContainsFunc(x.past, func(t org.PastTurn) bool {
		return x.message.SaidAt.Sub(t.Message.SaidAt) < lately && classify.Subjects(t.Message.Text) > 1
	})
}

// toQuestion keeps what the chief's reply may do where the founder replies to an open
// question: answer that one, or talk. What else it wants, which would be about other
// work than the founder points at, becomes an answer that code takes or asks about.
func toQuestion(q org.Decision, r chiefReply) chiefReply {
	out, answers := chiefReply{Message: r.Message}, false
	for _, a := range r.Actions {
		switch a.Do {
		case doReply, doAsk, doCite, doStatus, doCosts, doInbox, doNoRule:
			out.Actions = append(out.Actions, a)
			continue
		case doAnswer:
			if a.Target != "" && !strings.EqualFold(a.Target, q.ID) {
				a.Choice = ""
			}
		default:
			a.Choice = buildHint(q)
		}
		if !answers {
			answers = true
			out.Actions = append(out.Actions, action{Do: doAnswer, Target: q.ID, Choice: a.Choice})
		}
	}
	if answers {
		out.Message = "" // it announces what the chief wanted; the line of the answer says what was done
	}
	return out
}

// buildHint is the option by which words guide one more try of a step that failed; empty
// when a question has none.
func buildHint(q org.Decision) string {
	i := slices.IndexFunc(q.Options, func(o org.Option) bool { return q.Step != "" && o.Ask != "" && o.Style == org.StylePrimary })
	if i < 0 {
		return ""
	}
	return q.Options[i].ID
}

// sayUnanswered makes the turn of a message whose chief could not be read or reached.
// A plain answer to a decision's card is taken all the same.
func (h *Handler) sayUnanswered(ctx context.Context, x exchange) (org.Turn, error) {
	if t, done, err := h.takePlainAnswer(ctx, &x); done || err != nil {
		return t, err
	}
	reply := explainUnread(x.silent, x.class.Class)
	if reply == messages.ChatUnreachable {
		return org.Turn{}, h.postpone(x)
	}
	return h.buildTurn(x, org.ActionResponse, reply, nil), nil
}

// postpone puts a message off until the model may answer again. Its channel is told once in an outage.
func (h *Handler) postpone(x exchange) error {
	later := &laterError{until: h.Now().Add(awayRest), why: "the model does not answer"}
	if _, told := h.away.LoadOrStore(x.message.Channel, true); !told {
		later.tells = messages.ChatUnreachable
	}
	return later
}

// quoteOrder is the order itself where no title says more than it: one that is taken from its
// words, or names nothing; else empty.
func (x *exchange) quoteOrder() string {
	const most = 100
	what := cmp.Or(x.class.Title, x.chief.findTitle())
	order := prose.OneLine(classify.Own(x.message.Text))
	if !classify.Vague(x.message) && what != "" && classify.Subjects(what) > 0 && !strings.HasPrefix(prose.Fold(order), prose.Fold(what)) {
		return ""
	}
	return wording.Clip(strings.TrimRight(order, ".!"), most)
}

func (h *Handler) askWhatIsMeant(x exchange) org.Turn {
	reply := messages.ChatHold(x.class, x.chief.findTitle(), x.quoteOrder(), x.endsInQuestion())
	return h.buildTurn(x, org.ActionResponse, reply, nil)
}

// carryOut carries out what the chief's reply wants beside its words. Each action is
// checked: against the projects and decisions that there are, and against what
// the message was read as.
func (h *Handler) carryOut(ctx context.Context, x exchange) (org.Turn, error) {
	t := h.buildTurn(x, org.ActionResponse, "", nil)
	said := []string{x.chief.Message}
	if x.class.Structural && x.message.Brings() && !x.chief.asksFirst() {
		said = []string{messages.ChatNotStarted, x.chief.Message}
	}
	done, kept := map[string]bool{}, true
	for n, a := range x.chief.Actions {
		key := a.Do + " " + strings.ToLower(a.Target)
		if done[key] {
			continue
		}
		done[key] = true
		line, ok, err := h.carryOutOne(ctx, &x, &t, n, a)
		if err != nil {
			return org.Turn{}, err
		}
		said, kept = append(said, line), kept && ok
	}
	if !kept {
		said = slices.DeleteFunc(said, func(s string) bool { return s == x.chief.Message }) // it announces what is not done
	}
	said = slices.DeleteFunc(said, func(s string) bool { return strings.TrimSpace(s) == "" })
	if !x.chief.asksFirst() && kept {
		if left := leftOpen(x.message.Text, strings.Join(said, "\n")); len(left) > 0 {
			open := messages.ChatLeftOpen(left)
			said = append(said, open.Text)
			t.Card.Buttons = append(t.Card.Buttons, open.Buttons...)
		}
	}
	whole := h.buildTurn(x, org.ActionResponse, strings.Join(said, "\n\n"), nil)
	if x.chief.asksFirst() && !slices.Contains(whole.Classification.Rules, org.RuleAsked) {
		whole.Classification.Rules = append(whole.Classification.Rules, org.RuleAsked)
	}
	whole.Steering, whole.Card, whole.Files = t.Steering, t.Card, t.Files
	return whole, nil
}

// carryOutOne carries out one action, the n-th of its reply, and returns the line that
// says so, and whether it was done. What cannot be done is said and is no error.
func (h *Handler) carryOutOne(ctx context.Context, x *exchange, t *org.Turn, n int, a action) (line string, ok bool, err error) {
	p, found := x.findProject(a.Target)
	if x.smallTalk() && (a.onSteps() || slices.Contains([]string{doSteer, doChange, doAnswer, doPause, doResume}, a.Do)) {
		return "", true, nil
	}
	if no := x.refuseAction(a); no != "" {
		return no, false, nil
	}
	switch a.Do {
	case doHold, doSkip, doFirst, doRedo:
		return h.onStep(ctx, x, t, n, a)
	case doSteer, doChange:
		return h.guideProject(ctx, x, t, n, a)
	case doAnswer:
		return h.answerFor(ctx, x, t, n, a)
	case doPause, doResume:
		switch {
		case a.Do == doResume && x.class.Question:
			return messages.ChatResumeFirst(findByName(p)), false, nil
		case a.Do == doPause && x.class.Question:
			return messages.ChatPauseFirst(findByName(p)), false, nil
		}
		name := map[string]string{doPause: org.CommandPause, doResume: org.CommandResume}[a.Do]
		return h.buildCommand(ctx, x, t, n, name+" "+strings.ToLower(a.Target))
	case doStatus, doCosts, doInbox:
		target := ""
		if found {
			target = string(p.ID)
		}
		return h.buildCommand(ctx, x, t, n, strings.TrimSpace(a.Do+" "+target))
	case doCite:
		for _, d := range x.known.Delivered {
			if strings.EqualFold(string(d.Project), a.Target) {
				t.Card.Refers = append(t.Card.Refers, d.Delivery)
				t.Card.Buttons = append(t.Card.Buttons, org.Button{Label: messages.ChatReadLabel(d.Title), Command: "read " + string(d.Project)})
				return messages.ChatCited(d.Project, d.Title, d.At), true, nil
			}
		}
	}
	return "", true, nil
}

// guideProject passes a founder's words on to an open project, or has what a document says
// changed: by the step that he or the chief names where there is one.
func (h *Handler) guideProject(ctx context.Context, x *exchange, t *org.Turn, n int, a action) (string, bool, error) {
	p, _ := x.findProject(a.Target)
	s, exact := x.findStep(a.Target)
	if exact {
		p, _ = x.findProject(string(s.Project))
	}
	words := prose.OneLine(joinText(x.message))
	switch {
	case a.Do == doChange && exact && s.State.Ended():
		if !mayStart(x.class, x.message.Explicit) {
			return messages.ChatChangeFirst(findByName(p)), false, nil
		}
		return h.buildCommand(ctx, x, t, n, org.CommandRedo+" "+string(s.ID)+" "+words)
	case !p.State.Ended():
		t.Steering = p.ID
		return messages.ChatPassedOn(findByName(p)), true, nil
	case !mayStart(x.class, x.message.Explicit):
		return messages.ChatChangeFirst(findByName(p)), false, nil
	}
	return h.buildCommand(ctx, x, t, n, org.CommandChanges+" "+string(p.ID)+" "+words)
}

func (h *Handler) onStep(ctx context.Context, x *exchange, t *org.Turn, n int, a action) (string, bool, error) {
	s, found := x.findStep(a.Target)
	if !found {
		return messages.ChatWhichStep(x.steps), false, nil
	}
	if x.class.Question {
		return messages.ChatStepFirst(a.Do, s.Title), false, nil
	}
	id := string(s.ID)
	switch a.Do {
	case doHold:
		return h.buildCommand(ctx, x, t, n, org.CommandPause+" "+id)
	case doSkip:
		return h.buildCommand(ctx, x, t, n, org.CommandDrop+" "+id)
	case doFirst:
		return h.buildCommand(ctx, x, t, n, org.CommandFirst+" "+id)
	}
	return h.buildCommand(ctx, x, t, n, org.CommandRedo+" "+id+" "+prose.OneLine(joinText(x.message)))
}

// refuseAction says why an action cannot be carried out: the project or the question
// that it is about is not there. Empty when it can.
func (x *exchange) refuseAction(a action) string {
	_, found := x.findProject(a.Target)
	switch a.Do {
	case doSteer, doChange:
		_, step := x.findStep(a.Target)
		found = found || step
	case doPause, doResume:
		found = found || strings.EqualFold(a.Target, "all")
	case doAnswer:
		if _, found = x.findDecision(a.Target); !found {
			return messages.ChatNoDecision(a.Target)
		}
	default:
		return ""
	}
	if found {
		return ""
	}
	return messages.ChatNoProject(a.Target, x.listOpen())
}

// buildCommand gives a line of the command language for a message. What it does is
// keyed by the message and the action's place, so that a crash before the turn
// is saved does it once.
func (h *Handler) buildCommand(ctx context.Context, x *exchange, t *org.Turn, n int, line string) (said string, done bool, err error) {
	r, err := h.Commands.Do(ctx, org.Command{Origin: actionOrigin(x.message.Origin, n), Channel: x.message.Channel, Author: x.message.Author, Line: "!" + line})
	if err != nil {
		return "", false, err
	}
	refers := t.Card.Refers
	buttons := slices.Concat(t.Card.Buttons, r.Card.Buttons)
	t.Card = r.Card
	t.Card.Refers, t.Card.Buttons, t.Card.Private = append(refers, r.Card.Refers...), buttons, false
	t.Files = append(t.Files, r.Files...)
	return r.Text, !r.Refused, nil
}

const actionsMost = 3

func actionOrigin(message string, n int) string {
	if n == 0 {
		return message
	}
	return fmt.Sprintf("%s-%d", message, n+1)
}
