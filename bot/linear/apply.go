package linear

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// allowed are the commands that a comment carries out; of any other the chat asks first. What only shows something is answered where
// everybody of the workspace may read it, so nothing that is a founder's alone is among these.
var allowed = []string{ //nolint:gochecknoglobals // a table
	"status", "plan", "why", "costs", "inbox", "help",
	"steer", "drop", org.CommandFirst, org.CommandPause, org.CommandResume, org.CommandRedo, org.CommandChanges, org.CommandReplan, "approve", "deny", org.CommandDecide,
}

// apply carries out what a founder said or changed there, once: the command's own record knows its key.
func (m *Mirror) apply(ctx context.Context, c mirror.Change) error {
	t, err := m.Work.Ticket(ctx, c.Project, m.Now())
	if err != nil {
		return err
	}
	answer, err := m.answer(ctx, t, c)
	if err != nil {
		return err
	}
	return m.Records.EndChange(ctx, mirror.Linear, c, answer)
}

func (m *Mirror) answer(ctx context.Context, t reports.Ticket, c mirror.Change) (string, error) {
	step, onStep := FindStep(t, c.Object)
	p := string(c.Project)
	switch c.Kind {
	case mirror.Line:
		return m.carryOutLine(ctx, t, c, step, onStep)
	case mirror.Guide:
		on := p
		if onStep && !step.State.Ended() {
			on = string(step.ID)
		}
		return m.do(ctx, t, c, "steer "+on+" "+c.Text)
	case mirror.Drop:
		if !onStep {
			return tellPart(c.Object, "drop"), nil
		}
		return m.do(ctx, t, c, "drop "+string(step.ID)+" It was canceled in Linear")
	case mirror.Redo:
		if !onStep {
			return tellPart(c.Object, org.CommandRedo), nil
		}
		words, err := m.newestWords(ctx, c)
		if err != nil {
			return "", err
		}
		return m.do(ctx, t, c, strings.TrimSpace("redo "+string(step.ID)+" "+words))
	case mirror.Pause:
		return "", m.quietly(ctx, t, c, org.CommandPause+" "+p)
	case mirror.Resume:
		return "", m.ask(ctx, t, c, question{fmt.Sprintf("In Linear **%s** was set to go on. Linear doesn't say who did it, so I ask: shall it go on?", oneLine(t.Project.Title)), org.CommandResume + " " + p, "Go on"})
	case mirror.AskCancel:
		return "", m.ask(ctx, t, c, question{fmt.Sprintf("In Linear **%s** was canceled. Shall I cancel it here too? Until you say so it goes on.", oneLine(t.Project.Title)), org.CommandCancel + " " + p, "Cancel it"})
	case mirror.PutBack:
		return "It isn't done yet here, so I set it back. If you don't need it, cancel it and I leave it out.", nil
	case mirror.TellGone:
		return "", m.tellGone(ctx, t, c)
	case mirror.Ignored:
	}
	return "", nil
}

// tellPart says of an issue that stands for a whole part how one of its steps is named; nothing of any other.
func tellPart(object, word string) string {
	if !strings.HasPrefix(object, partPrefix) {
		return ""
	}
	return "This issue stands for several steps, and I don't know which you mean. Name one in a comment, such as `!" + word + " s4`."
}

// carryOutLine carries out a command that a comment gives. One that is not among the allowed becomes a question in the chat.
func (m *Mirror) carryOutLine(ctx context.Context, t reports.Ticket, c mirror.Change, step org.Step, onStep bool) (string, error) {
	word, rest := syntax.CutWord(c.Text)
	word = strings.ToLower(word)
	if !slices.Contains(allowed, word) {
		const most = 80
		line := clip(oneLine(c.Text), most)
		err := m.ask(ctx, t, c, question{fmt.Sprintf("A comment in Linear says: `%s`. I don't do that from there without asking. Shall I?", strings.ReplaceAll(line, "`", "'")), oneLine(c.Text), "Do it"})
		return "I don't do that from here without asking: I've asked in the chat.", err
	}
	if rest == "" && onStep && slices.Contains([]string{"why", "drop", org.CommandFirst, org.CommandRedo}, word) {
		rest = string(step.ID)
	}
	if rest == "" && slices.Contains([]string{"status", "plan", "costs", org.CommandPause, org.CommandResume}, word) {
		rest = string(c.Project)
	}
	return m.do(ctx, t, c, strings.TrimSpace(word+" "+rest))
}

func (m *Mirror) do(ctx context.Context, t reports.Ticket, c mirror.Change, line string) (string, error) {
	r, err := m.Do(ctx, org.Command{Origin: "linear:" + c.Key, Channel: t.Project.Channel, Author: author(c), Line: line})
	if err != nil {
		return "", err
	}
	return plainAnswer(r), nil
}

// quietly carries out what is seen there anyway; only a refusal is told, in the chat.
func (m *Mirror) quietly(ctx context.Context, t reports.Ticket, c mirror.Change, line string) error {
	r, err := m.Do(ctx, org.Command{Origin: "linear:" + c.Key, Channel: t.Project.Channel, Author: author(c), Line: line})
	if err != nil || !r.Refused {
		return err
	}
	return m.say(ctx, t, c, org.Reply{Text: "In Linear somebody changed **" + oneLine(t.Project.Title) + "**, and I couldn't follow: " + r.Text})
}

func author(c mirror.Change) string {
	if c.By == "" {
		return "linear"
	}
	return "linear:" + c.By
}

// What is asked, the command that a yes carries out, and what its button says.
type question struct{ text, line, label string }

// ask puts a question in the chat, with one button that does it.
func (m *Mirror) ask(ctx context.Context, t reports.Ticket, c mirror.Change, q question) error {
	r := org.Reply{Text: q.text}
	const most = 90 // bytes of a button's command
	if len(q.line) <= most {
		r.Card = org.Card{Ping: true, Buttons: []org.Button{{Label: q.label, Command: q.line, Style: org.StylePrimary}}}
	}
	return m.say(ctx, t, c, r)
}

func (m *Mirror) say(ctx context.Context, t reports.Ticket, c mirror.Change, r org.Reply) error {
	return m.Records.TellMirror(ctx, org.ProjectName{ID: t.Project.ID, Title: t.Project.Title}, t.Project.Channel, "linear:"+c.Key, r)
}

// tellGone says that something was taken away there, once. What is not there any more is not made again by itself.
func (m *Mirror) tellGone(ctx context.Context, t reports.Ticket, c mirror.Change) error {
	if c.Object == mirror.ProjectKey(c.Project) {
		return m.say(ctx, t, c, org.Reply{
			Text: fmt.Sprintf("**%s** doesn't stand in Linear any more: %s. The work goes on here, and I don't make it there again by myself.", oneLine(t.Project.Title), c.Text),
			Card: org.Card{Buttons: []org.Button{{Label: "Make it there again", Command: "linear " + string(c.Project) + " on"}}},
		})
	}
	what := "Something of it"
	if step, ok := FindStep(t, c.Object); ok {
		what = fmt.Sprintf("Its step %s (%s)", step.ID, oneLine(step.Title))
	}
	return m.say(ctx, t, c, org.Reply{Text: fmt.Sprintf("%s doesn't stand in Linear any more: %s. The work on it goes on here. To leave a step out, cancel its issue instead, or `!drop` it.", what, c.Text), Card: org.Card{Silent: true}})
}

// newestWords returns the last words of a founder's below an issue that was opened again: they say why.
func (m *Mirror) newestWords(ctx context.Context, c mirror.Change) (string, error) {
	setup, at, err := m.Records.Mirror(ctx, mirror.Linear)
	if err != nil {
		return "", err
	}
	if len(m.Founders) > 0 {
		setup.Founders = m.Founders
	}
	j, err := m.Records.MirrorJob(ctx, mirror.Linear, c.Project)
	if err != nil {
		return "", err
	}
	k, ok := j.Known[c.Object]
	if !ok {
		return "", nil
	}
	s, err := m.open(ctx, setup, at)
	if err != nil {
		return "", err
	}
	got, err := gql.IssueComments(ctx, s.client, k.ID)
	if err != nil {
		return "", err
	}
	all := got.Issue.Comments.Nodes
	slices.SortFunc(all, func(a, b gql.IssueCommentsIssueCommentsCommentConnectionNodesComment) int {
		return b.CreatedAt.Compare(a.CreatedAt)
	})
	v := view{founders: setup.Founders}
	for _, x := range all {
		if x.User == nil || !v.may(x.User.Id, x.User.App, x.User.Active, x.User.Guest) {
			continue
		}
		words, err := m.readWords(ctx, c.Project, x.Body)
		if err != nil {
			return "", err
		}
		if words.Text != "" {
			return words.Text, nil
		}
	}
	return "", nil
}
