// Package converse hears messages and answers them.
//
// What comes in is a stored message, claimed with a lease; what goes out is one
// turn, saved whole in one transaction: the classification, the reply (queued
// for the outbox) and what it starts. A crash between hearing and answering
// answers late rather than never, and a message is answered once. The handler
// never fetches what a message links to and runs no work; it hands both on.
package converse

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Records is what the handler reads and writes.
type Records interface {
	// ClaimMessage claims the oldest unanswered message of a channel; org.ErrNoWork when there is none.
	ClaimMessage(ctx context.Context, holder string, term time.Duration) (org.Message, error)
	History(ctx context.Context, ch org.Channel, n int) ([]org.PastTurn, error)
	Directives(ctx context.Context) ([]string, error)
	OpenProjects(ctx context.Context, ch org.Channel) ([]org.Project, error)
	SaveTurn(ctx context.Context, t org.Turn) (org.ProjectID, error)
	IgnoreMessage(ctx context.Context, id org.MessageID, reason string) error
}

// Memory is what was said, learnt and delivered before.
type Memory interface {
	// Recall returns at most n memories that hold words of the question, the nearest first.
	Recall(ctx context.Context, words string, n int) ([]org.Memory, error)
}

// Commands carries out lines of the command language.
type Commands interface {
	// Do carries out a command, once for each of its origins.
	Do(ctx context.Context, c org.Command) (org.Reply, error)
}

// Handler answers messages. All fields but Crash must be set.
type Handler struct {
	Records    Records
	Memory     Memory
	Commands   Commands
	Questions  Questions
	Classifier *classify.Classifier
	Client     *llm.Client
	Prompts    *prompt.Set
	Team       []org.Agent
	Owner      string
	Secret     string // of this database: marks the message in the prompt, see prompt.Nonce
	Now        func() time.Time
	Log        *slog.Logger
	Crash      func(point string) // test hook; nil in shipped commands
}

// term is how long a message is claimed: longer than its two model calls.
const term = 3 * time.Minute

// remembered is how many past turns the chief is shown.
const remembered = 3

// recalled is how many memories the chief is shown beside them (F-017; the
// predecessor showed 15 of a topic, whole; a phone reads less into a reply).
const recalled = 8

// Next answers one message. It returns org.ErrNoWork when none waits.
func (d *Handler) Next(ctx context.Context) error {
	m, err := d.Records.ClaimMessage(ctx, d.Owner, term)
	if err != nil {
		return err
	}
	text, removed := org.Visible(m.Text)
	if m.Text = text; strings.TrimSpace(m.Text) == "" && len(m.Attachments) == 0 {
		if err := d.Records.IgnoreMessage(ctx, m.ID, "nothing in it that can be read"); err != nil {
			return fmt.Errorf("ignore message %s: %w", m.ID, err)
		}
		return nil
	}
	err = d.finish(ctx, m, removed)
	for errors.Is(err, org.ErrDisk) && ctx.Err() == nil { // the claim lasts long, and nobody else could store an answer
		d.Log.ErrorContext(ctx, "answer message", "message", m.ID, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
			err = d.finish(ctx, m, removed)
		}
	}
	return err
}

// errMuted is why a message in a channel that was left alone is not answered.
var errMuted = errors.New("this channel is left alone for a while: two programs seem to talk to each other")

// finish answers a claimed message and stores the turn.
func (d *Handler) finish(ctx context.Context, m org.Message, removed int) error {
	turn, err := d.answer(ctx, m, removed)
	if errors.Is(err, errMuted) {
		return d.Records.IgnoreMessage(ctx, m.ID, errMuted.Error())
	}
	if err != nil {
		return fmt.Errorf("answer message %s: %w", m.ID, err)
	}
	if d.Crash != nil {
		d.Crash("answered")
	}
	if _, err := d.Records.SaveTurn(ctx, turn); err != nil {
		return fmt.Errorf("save turn of message %s: %w", m.ID, err)
	}
	return nil
}

// exchange is one message being answered.
type exchange struct {
	message org.Message // with its text cleaned
	removed int         // characters that cleaning took out
	secrets []string    // kinds of secrets that were taken out before it was stored
	scene   classify.Scene
	past    []org.PastTurn // more of the channel than the scene shows
	rules   []string
	class   org.Classification
	chief   chiefReply
	silent  error // why there is no reply of the chief's
	tag     org.Action
	waits   int // decisions that wait in the project whose thread it stands in
	stages  org.StageLog
}

func (d *Handler) answer(ctx context.Context, m org.Message, removed int) (org.Turn, error) {
	if class := classify.Rules(m); class.Command != "" && !m.Explicit {
		return d.obey(ctx, m, class)
	}
	h := exchange{message: m, removed: removed}
	if err := d.look(ctx, &h); err != nil {
		return org.Turn{}, err
	}
	switch org.Looping(h.past, m, d.Now()) {
	case org.LoopBegins:
		h.class.Rules = []string{"answers to answers, as programs give"}
		return d.turn(h, org.ActionResponse, org.LoopText, nil), nil
	case org.LoopGoesOn:
		return org.Turn{}, errMuted
	case org.NoLoop:
	}
	if t, done, err := d.inThread(ctx, h); done || err != nil {
		return t, err
	}
	if t, done, err := d.answered(ctx, &h); done || err != nil {
		return t, err
	}
	if t, done := d.atOnce(&h); done {
		return t, nil
	}
	plan, fault := plannedIn(m)
	if err := d.consult(ctx, &h, fault != nil || m.Explicit && plan != nil); err != nil {
		return org.Turn{}, err
	}
	if fault != nil {
		return d.turn(h, org.ActionResponse, fault.Error(), nil), nil
	}
	route := org.Route(h.class, m.Explicit, h.tag)
	if h.silent != nil {
		h.chief.Message = unread(h.silent, route)
	}
	if route == org.ActionResponse {
		return d.turn(h, route, h.chief.Message, nil), nil
	}
	project, reply := d.project(h, route, plan)
	if project == nil {
		route = org.ActionResponse
	}
	return d.turn(h, route, reply, project), nil
}

// obey hands a message that is a command to the command handler, without a model.
// What it does is keyed by the message, so that a crash before the turn is
// saved does it once.
func (d *Handler) obey(ctx context.Context, m org.Message, class org.Classification) (org.Turn, error) {
	r, err := d.Commands.Do(ctx, org.Command{
		Origin: m.Origin, Channel: m.Channel, Author: m.Author, Line: m.Text, Attachments: m.Attachments,
	})
	if err != nil {
		return org.Turn{}, err
	}
	class.Rules = append(class.Rules, "a command")
	return org.Turn{Message: m.ID, Classification: class, Route: org.ActionResponse, Reply: r.Text, Card: r.Card, Files: r.Files}, nil
}

// look reads what stands around a message.
func (d *Handler) look(ctx context.Context, h *exchange) (err error) {
	ch := h.message.Channel
	if h.past, err = d.Records.History(ctx, ch, max(remembered, org.LoopReplies)); err != nil {
		return fmt.Errorf("read history: %w", err)
	}
	h.scene.History = slices.Clone(h.past[max(0, len(h.past)-remembered):])
	for i := range h.scene.History {
		h.scene.History[i].Message.Text, _ = org.Visible(h.scene.History[i].Message.Text)
	}
	if h.scene.Open, err = d.Records.OpenProjects(ctx, ch); err != nil {
		return fmt.Errorf("read open projects: %w", err)
	}
	if h.rules, err = d.Records.Directives(ctx); err != nil {
		return fmt.Errorf("read directives: %w", err)
	}
	return nil
}

// atOnce answers what needs no model: files that cannot be read and a secret,
// both without a word beside them, and a message that steers an open project.
func (d *Handler) atOnce(h *exchange) (org.Turn, bool) {
	m := h.message
	var rest string
	h.secrets, rest = org.RemovedSecrets(m.Text)
	if m.Explicit {
		return org.Turn{}, false
	}
	if strings.TrimSpace(m.Text) == "" && !slices.ContainsFunc(m.Attachments, func(a org.Attachment) bool { return strings.TrimSpace(a.Text) != "" }) {
		h.class.Rules = []string{"no word, and no file that can be read"}
		return d.turn(*h, org.ActionResponse, "There is nothing in this that I can read, so I started nothing. Say in words what you need.", nil), true
	}
	if len(h.secrets) > 0 && len(org.Words(rest)) == 0 && len(m.Attachments) == 0 {
		h.class.Rules = []string{"nothing but a secret"}
		return d.turn(*h, org.ActionResponse, "", nil), true
	}
	p, named, ok := steered(m.Text, h.scene.Open)
	if ok {
		h.class.Rules = []string{"names an open project"}
		t := d.turn(*h, org.ActionResponse, noted(p), nil)
		t.Steering = p.ID
		return t, true
	}
	// "P1: ..." in capitals is a priority as often as a project.
	if strings.HasPrefix(named, "p") {
		h.class.Rules = []string{"names no open project"}
		return d.turn(*h, org.ActionResponse, unknown(named, h.scene.Open), nil), true
	}
	if p, ok := steeredHere(m, h.scene.Open); ok {
		h.class.Rules = []string{"in a project's thread"}
		t := d.turn(*h, org.ActionResponse, noted(p)+waiting(h.waits), nil)
		t.Steering = p.ID
		return t, true
	}
	if rules := Directives(m.Text); len(rules) > 0 && len(m.Attachments) == 0 && len(org.Words(strings.Join(rules, " "))) == len(org.Words(m.Text)) {
		h.class.Rules = []string{"nothing but standing rules"}
		return d.turn(*h, org.ActionResponse, "", nil), true
	}
	return org.Turn{}, false
}

// plannedIn returns the roadmap in a message, nil when there is none. A
// roadmap that cannot be carried out is a fault whose text is for the founder.
func plannedIn(m org.Message) (*org.Roadmap, *roadmap.Fault) {
	for _, a := range m.Attachments {
		if !m.Explicit && !classify.MayPlan(a.Name) {
			continue // a PDF with a list in it is something to read, no order
		}
		if headings, items := roadmap.Counts(a.Text); items > 0 && (m.Explicit || strings.TrimSpace(m.Text) == "" || headings >= org.RoadmapHeadings || items >= org.RoadmapItems) {
			return read(a.Name, a.Text)
		}
	}
	if headings, items := roadmap.Counts(m.Text); items > 0 && (headings >= org.RoadmapHeadings || items >= org.RoadmapItems) {
		return read(classify.Title(m), m.Text)
	}
	return nil, nil
}

func read(name, text string) (*org.Roadmap, *roadmap.Fault) {
	r, err := roadmap.Parse(name, text)
	if err == nil {
		return &r, nil
	}
	var f *roadmap.Fault
	if errors.As(err, &f) {
		return nil, f
	}
	return nil, &roadmap.Fault{Sentence: err.Error()}
}

// turn puts together what is stored about the message.
func (d *Handler) turn(h exchange, route org.Action, reply string, p *org.NewProject) org.Turn {
	_, text := org.RemovedSecrets(h.message.Text)
	t := org.Turn{
		Message: h.message.ID, Classification: h.class, Tag: h.tag, Route: route, Project: p,
		Reply: withFiles(reply, h.message.Attachments), Tags: org.Tags(text), Directives: Directives(text), Stages: h.stages.Results,
	}
	if h.removed > 0 {
		t.Reply = strings.TrimSpace(t.Reply + "\n\nI removed " + org.Count(h.removed, "invisible character") + " from your message.")
	}
	if said := org.SecretText(h.secrets); said != "" {
		t.Reply = strings.TrimSpace(said + "\n\n" + t.Reply)
	}
	if len(t.Directives) > 0 {
		t.Reply = strings.TrimSpace(t.Reply + "\n\nI will keep to this from now on: " + strings.Join(t.Directives, " "))
	}
	return t
}
