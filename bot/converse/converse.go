// Package converse answers the messages of founders.
//
// What comes in is a stored message, claimed with a lease; what goes out is one
// turn, saved whole in one transaction: the classification, the reply (queued
// for the outbox) and what it starts. A crash between claiming and saving
// answers late rather than never, and a message is answered once.
//
// Code decides what is certain: commands, buttons, files and replies to a
// decision. For everything else a small model says what the message is, and
// the chief, a larger one, answers it and names what is to happen. Code checks
// that and carries it out. Nothing here fetches what a message links to or
// works on steps.
package converse

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Records hands out messages and saves turns.
type Records interface {
	// ClaimMessage claims the oldest unanswered message of a channel; org.ErrNoWork when there is none.
	ClaimMessage(ctx context.Context, owner string, term time.Duration) (org.Message, error)
	SaveTurn(ctx context.Context, t org.Turn) (org.ProjectID, error)
	IgnoreMessage(ctx context.Context, id org.MessageID, reason string) error
	// PostponeMessage gives a claimed message back, not to be claimed before a time, and
	// tells its channel why unless that is empty.
	PostponeMessage(ctx context.Context, id org.MessageID, until time.Time, tells string) error
}

// Surroundings reads what stands around a message.
type Surroundings interface {
	History(ctx context.Context, ch org.Channel, n int) ([]org.PastTurn, error)
	Directives(ctx context.Context) ([]string, error)
	Status(ctx context.Context, now time.Time) (reports.StatusReport, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	// Steps lists the steps of a project in plan order.
	Steps(ctx context.Context, id org.ProjectID) ([]org.Step, error)
	// ProjectOfThread returns the project whose thread a channel is, or org.ErrNotFound.
	ProjectOfThread(ctx context.Context, ch org.Channel) (org.ProjectID, error)
	// Decisions lists what waits for a founder's answer.
	Decisions(ctx context.Context) ([]org.Decision, error)
	// Repositories lists those that work on code may be done in.
	Repositories(ctx context.Context) ([]coding.Repository, error)
	// Branches lists what projects left in them, on which an order may start.
	Branches(ctx context.Context) ([]coding.Branch, error)
}

// Memory finds what was said, learnt and delivered before.
type Memory interface {
	// Recall returns at most n memories that hold words of the question, the nearest first.
	Recall(ctx context.Context, words string, n int) ([]org.Memory, error)
	// Reports returns the documents of the last n projects that delivered one
	// and of the projects given, the newest first.
	Reports(ctx context.Context, n int, besides []org.ProjectID) ([]org.Report, error)
}

// Commands carries out lines of the command language.
type Commands interface {
	// Do carries out a command, once for each of its origins.
	Do(ctx context.Context, c org.Command) (org.Reply, error)
}

// Handler answers messages. All fields but Tier and Crash must be set. It may
// be used by several goroutines.
type Handler struct {
	Records      Records
	Surroundings Surroundings
	Memory       Memory
	Commands     Commands
	Questions    Questions
	Classifier   *classify.Classifier
	Client       *llm.Client
	Prompts      *prompt.Set
	Team         []org.Agent
	Tier         org.Tier // the chief's; empty means T2
	Owner        string
	Secret       string // of this database: marks the message in the prompt, see prompt.Nonce
	Now          func() time.Time
	Log          *slog.Logger
	Crash        func(point string) // test hook; nil in shipped commands

	away    sync.Map // channels that were told of the present outage of the model
	once    sync.Once
	slots   chan struct{}
	running sync.WaitGroup
}

const (
	// answerMost limits an answer with all tries of its model calls. A message is claimed for term,
	// which is longer, or a second process would make, and pay, the answer again. What a process
	// claimed that died is given back as soon as that is known.
	answerMost = 10 * time.Minute
	term       = answerMost + 5*time.Minute
	// Messages answered side by side are of different channels, and more than a few founders never
	// write in the same seconds.
	atOnce = 8
)

// Dispatch claims the next message and answers it on a goroutine of its own,
// at most 8 at once. Messages of one channel are answered one after the other
// in their order, because the store gives out the oldest unanswered one only.
// It returns org.ErrNoWork when no message waits, and waits itself while all
// goroutines are busy.
func (h *Handler) Dispatch(ctx context.Context) error {
	h.once.Do(func() { h.slots = make(chan struct{}, atOnce) })
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	m, err := h.Records.ClaimMessage(ctx, h.Owner, term)
	if err != nil {
		<-h.slots
		return err
	}
	h.running.Go(func() {
		defer func() { <-h.slots }()
		defer func() {
			if r := recover(); r != nil { // one bad message must not end the process
				h.Log.ErrorContext(ctx, "answer message", "message", m.ID, "panic", r, "stack", string(debug.Stack()))
			}
		}()
		if err := h.respondTo(ctx, m); err != nil && ctx.Err() == nil {
			h.Log.ErrorContext(ctx, "answer message", "message", m.ID, "err", err)
		}
	})
	return nil
}

// Wait returns when no message is being answered. Nobody may call Dispatch any
// more.
func (h *Handler) Wait() { h.running.Wait() }

// Next answers one message. It returns org.ErrNoWork when none waits.
func (h *Handler) Next(ctx context.Context) error {
	m, err := h.Records.ClaimMessage(ctx, h.Owner, term)
	if err != nil {
		return err
	}
	return h.respondTo(ctx, m)
}

func (h *Handler) respondTo(ctx context.Context, m org.Message) error {
	m = unpackPaste(m)
	m, heard := withoutHeard(m)
	text, removed := safetext.Visible(m.Text)
	if m.Text = text; strings.TrimSpace(m.Text) == "" && len(m.Attachments) == 0 {
		return h.Records.IgnoreMessage(ctx, m.ID, "nothing in it that can be read")
	}
	// The claim lasts long, and nobody else could store an answer.
	return retry.WhileDisk(ctx, func(ctx context.Context) error { return h.finishTurn(ctx, m, heard, removed) }, func(a retry.Attempt) {
		h.Log.ErrorContext(ctx, "answer message", "message", m.ID, "err", a.Err, "again_in", a.Wait)
	})
}

func (h *Handler) finishTurn(ctx context.Context, m org.Message, heard string, removed int) error {
	limited, stop := context.WithTimeout(ctx, answerMost)
	defer stop()
	turn, err := h.answerMessage(limited, m, removed)
	if later := new(laterError); errors.As(err, &later) {
		return h.Records.PostponeMessage(ctx, m.ID, later.until, later.tells)
	}
	if errors.Is(err, errAnswered) {
		return h.Records.IgnoreMessage(ctx, m.ID, errAnswered.Error())
	}
	if err != nil {
		return fmt.Errorf("answer message %s: %w", m.ID, err)
	}
	if heard != "" {
		turn.Reply = strings.TrimSpace(messages.ChatHeard(heard) + "\n\n" + turn.Reply)
		turn.Card.Buttons = append(turn.Card.Buttons, org.Button{Label: messages.ChatForget(), Command: "forget " + string(m.ID)})
	}
	if h.Crash != nil {
		h.Crash("answered")
	}
	if _, err := h.Records.SaveTurn(ctx, turn); err != nil {
		return fmt.Errorf("save turn of message %s: %w", m.ID, err)
	}
	return nil
}

// answerMessage decides what becomes of a message: what is certain first, then what
// the models say.
func (h *Handler) answerMessage(ctx context.Context, m org.Message, removed int) (org.Turn, error) {
	if class := classify.Rules(m); class.Command != "" && !m.Explicit {
		return h.obeyCommand(ctx, m, class)
	}
	x := exchange{message: m, removed: removed}
	if err := h.lookAround(ctx, &x); err != nil {
		return org.Turn{}, err
	}
	switch begins, err := isLooping(x.past, m, h.Now()); {
	case err != nil:
		return org.Turn{}, err
	case begins:
		x.class.Rules = []string{"answers to answers, as programs give"}
		return h.buildTurn(x, org.ActionResponse, messages.ChatLoop, nil), nil
	}
	for _, certain := range []func(context.Context, *exchange) (org.Turn, bool, error){h.takeReminder, h.takeOrderAgain, h.takeMeetings, h.takeMail, h.inThread, h.takeIssueLink, h.takeNamedAnswer, h.atOnce} {
		if t, done, err := certain(ctx, &x); done || err != nil {
			return t, err
		}
	}
	plan, fault := h.planOf(m)
	if err := h.consultChief(ctx, &x, plan != nil || fault != nil); err != nil {
		return org.Turn{}, err
	}
	if x.asksAboutList() {
		plan, fault = nil, nil
	}
	if fault != nil {
		return h.buildTurn(x, org.ActionResponse, fault.Error(), nil), nil
	}
	return h.decideTurn(ctx, x, plan)
}

// obeyCommand hands a message that is a command to the command handler, without a model.
// What it does is keyed by the message, so that a crash before the turn is
// saved does it once.
func (h *Handler) obeyCommand(ctx context.Context, m org.Message, class org.Classification) (org.Turn, error) {
	r, err := h.Commands.Do(ctx, org.Command{
		Origin: m.Origin, Channel: m.Channel, Author: m.Author, Line: m.Text, Attachments: org.Theirs(m.Attachments),
	})
	if err != nil {
		return org.Turn{}, err
	}
	class.Rules = append(class.Rules, "a command")
	if r.Fleeting != "" {
		return org.Turn{Message: m.ID, Classification: class, Route: org.ActionResponse, Fleeting: r.Fleeting, Day: r.Day}, nil
	}
	return org.Turn{Message: m.ID, Classification: class, Route: org.ActionResponse, Reply: r.Text, Card: r.Card, Files: r.Files}, nil
}

func (h *Handler) buildTurn(x exchange, route org.Action, reply string, p *org.NewProject) org.Turn {
	_, text := redact.Marked(x.message.Text)
	if h.Client.Offline() {
		x.class.Directives = Directives(text)
	}
	t := org.Turn{
		Message: x.message.ID, Classification: x.class, Tag: x.tag, Route: route, Project: p,
		Reply: withFiles(reply, x.message.Attachments), Tags: prose.Tags(text), Directives: x.class.Directives, Stages: x.stages.Results,
	}
	if strings.HasSuffix(strings.TrimSpace(reply), "?") && p == nil {
		t.Classification.Rules = append(t.Classification.Rules, org.RuleAsked)
	}
	if x.removed > 0 {
		t.Reply = strings.TrimSpace(t.Reply + "\n\n" + messages.ChatInvisible(x.removed))
	}
	if said := messages.SecretRemoved(x.secrets); said != "" {
		t.Reply = strings.TrimSpace(said + "\n\n" + t.Reply)
	}
	if len(t.Directives) > 0 {
		t.Reply = strings.TrimSpace(t.Reply + "\n\n" + messages.ChatRulesKept(t.Directives))
	}
	return t
}
