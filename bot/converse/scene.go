package converse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/llm/prompt"
)

const (
	// The chief is shown so many past turns of a channel, within rememberedTokens of its prompt; the
	// oldest give way.
	remembered       = 40
	rememberedTokens = 4000
	// The classifier needs to know what a "yes" answers, no more.
	glanced = 6
	// So many memories are shown to the chief beside them.
	recalled = 8
)

// exchange is one message being answered.
type exchange struct {
	message   org.Message // with its text cleaned
	removed   int         // characters that cleaning took out
	secrets   []string    // kinds of secrets that were taken out before it was stored
	past      []org.PastTurn
	steps     []org.Step        // of these projects, without the assemblies
	projects  []prompt.Standing // open, or ended within a day, or whose thread this is
	here      org.ProjectID     // the project in whose thread it stands; empty for none
	decisions []org.Decision
	rules     []string
	code      []string // names of the repositories that work on code may be done in
	shut      []string // those of them in which nothing may be changed
	repos     []coding.Repository
	branches  []coding.Branch // on which an order may start
	class     org.Classification
	chief     chiefReply
	silent    error // why there is no reply of the chief's
	tag       org.Action
	known     findings
	replies   org.Decision // to whose card it replies; the zero value for none
	stages    stagelog.Log
}

func (x *exchange) endsInQuestion() bool { return len(x.past) > 0 && x.past[len(x.past)-1].Asked }

// smallTalk reports whether rules said that the message is nothing but greetings
// and thanks. It orders, decides and guides nothing, whatever a model makes of it.
func (x *exchange) smallTalk() bool { return x.class.Class == org.ClassCasual && x.class.Model == "" }

// findProject takes an id in any case.
func (x *exchange) findProject(id string) (prompt.Standing, bool) {
	i := slices.IndexFunc(x.projects, func(p prompt.Standing) bool { return strings.EqualFold(string(p.ID), strings.TrimSpace(id)) })
	if i < 0 {
		return prompt.Standing{}, false
	}
	return x.projects[i], true
}

// findDecision takes an id in any case.
func (x *exchange) findDecision(id string) (org.Decision, bool) {
	i := slices.IndexFunc(x.decisions, func(d org.Decision) bool { return strings.EqualFold(d.ID, strings.TrimSpace(id)) && d.Open() })
	if i < 0 {
		return org.Decision{}, false
	}
	return x.decisions[i], true
}

// mayAnswer reports whether the message may be the answer to a decision: it
// replies to its card, or stands in the thread of its project.
func (x *exchange) mayAnswer() bool {
	return x.replies.ID != "" || x.here != "" && slices.ContainsFunc(x.decisions, func(d org.Decision) bool { return d.Project == x.here && d.Open() })
}

func (x *exchange) listOpen() []org.Project {
	var out []org.Project
	for _, p := range x.projects {
		if !p.State.Ended() {
			out = append(out, findByName(p))
		}
	}
	return out
}

func findByName(p prompt.Standing) org.Project {
	return org.Project{ID: p.ID, Title: p.Title, State: p.State}
}

func (h *Handler) lookAround(ctx context.Context, x *exchange) (err error) {
	ch := x.message.Channel
	if x.past, err = h.Surroundings.History(ctx, ch, remembered); err != nil {
		return fmt.Errorf("read history: %w", err)
	}
	for i := range x.past {
		x.past[i].Message.Text, _ = safetext.Visible(x.past[i].Message.Text)
	}
	if x.here, err = h.Surroundings.ProjectOfThread(ctx, ch); err != nil && !errors.Is(err, org.ErrNotFound) {
		return fmt.Errorf("look whose thread it is: %w", err)
	}
	now := h.Now()
	status, err := h.Surroundings.Status(ctx, now)
	if err != nil {
		return fmt.Errorf("read how projects stand: %w", err)
	}
	list := status.Projects
	if x.here != "" && !slices.ContainsFunc(list, func(p reports.ProjectStatus) bool { return p.Project.ID == x.here }) {
		p, err := h.Surroundings.ProjectStatus(ctx, x.here, now)
		if err != nil {
			return fmt.Errorf("read how %s stands: %w", x.here, err)
		}
		list = append(list, p)
	}
	for _, p := range list {
		steps, err := h.Surroundings.Steps(ctx, p.Project.ID)
		if err != nil {
			return fmt.Errorf("read the steps of %s: %w", p.Project.ID, err)
		}
		steps = slices.DeleteFunc(steps, func(s org.Step) bool { return s.Kind == org.KindAssembly })
		x.steps = append(x.steps, steps...)
		stands := describeStanding(p, p.Project.ID == x.here)
		stands.Steps = listParts(steps)
		x.projects = append(x.projects, stands)
	}
	if x.decisions, err = h.Surroundings.Decisions(ctx); err != nil {
		return fmt.Errorf("read decisions: %w", err)
	}
	if x.rules, err = h.Surroundings.Directives(ctx); err != nil {
		return fmt.Errorf("read directives: %w", err)
	}
	repos, err := h.Surroundings.Repositories(ctx)
	if err != nil {
		return fmt.Errorf("read repositories: %w", err)
	}
	x.repos = repos
	if x.branches, err = h.Surroundings.Branches(ctx); err != nil {
		return fmt.Errorf("read branches: %w", err)
	}
	for _, r := range repos {
		x.code = append(x.code, r.Name)
		if r.ReadOnly() {
			x.shut = append(x.shut, r.Name)
		}
	}
	return nil
}

func describeStanding(p reports.ProjectStatus, here bool) prompt.Standing {
	all := 0
	for _, n := range p.Steps {
		all += n
	}
	out := prompt.Standing{
		ID: p.Project.ID, Title: p.Project.Title, State: p.Project.State, Outcome: p.Project.Outcome,
		Progress: "not planned yet", Spent: formatMoney(p.Spent.Cost), Waits: p.Waiting, Noticed: p.Project.Watched, Here: here,
	}
	if all > 0 {
		out.Progress = fmt.Sprintf("%d of %s done", p.Steps[org.StepCompleted], prose.Count(all, "step"))
	}
	return out
}

func formatMoney(n org.NanoUSD) string {
	const cent = org.Dollar / 100
	switch {
	case n == 0:
		return "nothing"
	case n < cent:
		return "less than 1 cent"
	}
	return fmt.Sprintf("$%.2f", n.USD())
}

// The part of a message's scene that models are shown.
type surroundings struct {
	History   []org.PastTurn
	Projects  []prompt.Standing
	Here      org.ProjectID
	Decisions []org.Decision
	Replies   org.Decision
	Rules     []string
	Code      []string
}

// It was searched for one message, beside its surroundings.
type findings struct {
	Memories  []org.Memory
	Delivered []prompt.Delivered
}

// chosen is the outcome of asking the chief.
type chosen struct {
	Reply chiefReply
	Class org.Classification
	None  bool // the chief gave no reply that can be used
}

// consultChief classifies a message and asks the chief, unless the message is an
// order that brings a plan of its own. What both go by and what they say is
// noted, so that either can be done again.
func (h *Handler) consultChief(ctx context.Context, x *exchange, planned bool) error {
	around, err := stagelog.Do(&x.stages, org.StageContext, 0, func() (surroundings, error) {
		return surroundings{History: x.past, Projects: x.projects, Here: x.here, Decisions: x.decisions, Replies: x.replies, Rules: x.rules, Code: x.code}, nil
	})
	if err != nil {
		return err
	}
	x.past, x.projects, x.here, x.decisions, x.replies, x.rules = around.History, around.Projects, around.Here, around.Decisions, around.Replies, around.Rules
	x.code = around.Code
	x.class, err = stagelog.Do(&x.stages, org.StageClassify, 0, func() (org.Classification, error) {
		return h.Classifier.Classify(ctx, x.message, classify.Scene{
			History: x.past[max(0, len(x.past)-glanced):], Open: x.listOpen(), Here: x.here, Waits: x.mayAnswer(),
		})
	})
	if err != nil || planned && x.class.Certain {
		return err
	}
	x.known, err = stagelog.Do(&x.stages, org.StageContext, 1, func() (findings, error) { return h.recallFor(ctx, x) })
	if err != nil {
		return err
	}
	got, err := stagelog.Do(&x.stages, org.StageChief, 0, func() (chosen, error) {
		err := h.askChief(ctx, x)
		return chosen{x.chief, x.class, x.silent != nil}, err
	})
	x.chief, x.class, x.tag = got.Reply, got.Class, got.Reply.findTag()
	if x.chief.hasAction(doNoRule) { // the chief has the last word on what the smaller model took for a standing order
		x.class.Directives = nil
	}
	return err
}

// Again does one stage of the answer to a message again, from what is kept of
// it and nothing else. Nothing is stored or said. The client must
// answer from its ledger alone for the bytes to be comparable. It returns
// org.ErrNoStage for a stage that is not kept.
func (h *Handler) Again(ctx context.Context, t org.Trace, name string) (stagelog.Replay, error) {
	log, err := stagelog.Retrace(t.Results, name)
	if err != nil {
		return stagelog.Replay{}, err
	}
	x := exchange{message: t.Message, stages: *log}
	x.message.Text, _ = safetext.Visible(x.message.Text)
	err = h.consultChief(ctx, &x, false)
	return x.stages.Replay(err)
}

// atOnce answers what needs no model: files that cannot be read and a secret,
// both without a word beside them, and a plan that was sent before.
func (h *Handler) atOnce(_ context.Context, x *exchange) (org.Turn, bool, error) {
	m := x.message
	var rest string
	x.secrets, rest = redact.Marked(m.Text)
	if m.Explicit {
		return org.Turn{}, false, nil
	}
	wordless := strings.TrimSpace(m.Text) == ""
	switch {
	case wordless && !slices.ContainsFunc(m.Attachments, func(a org.Attachment) bool { return strings.TrimSpace(a.Text) != "" }):
		x.class.Rules = []string{"no word, and no file that can be read"}
		return h.buildTurn(*x, org.ActionResponse, messages.ChatNothingRead, nil), true, nil
	case wordless && len(m.Attachments) > 0 && !slices.ContainsFunc(m.Attachments, func(a org.Attachment) bool { return !a.Quoted() && strings.TrimSpace(a.Text) != "" }):
		x.class.Rules = []string{"no word beside what others made"}
		return h.buildTurn(*x, org.ActionResponse, messages.ChatLooked(m.Attachments), nil), true, nil
	case len(x.secrets) > 0 && len(prose.Words(rest)) == 0 && !m.Brings():
		x.class.Rules = []string{"nothing but a secret"}
		return h.buildTurn(*x, org.ActionResponse, "", nil), true, nil
	case wordless && len(m.Attachments) == 1 && m.Attachments[0].Started != "":
		x.class = classify.Rules(m)
		x.class.Rules = append(x.class.Rules, "the same file as before")
		p, _ := x.findProject(string(m.Attachments[0].Started))
		return h.buildTurn(*x, org.ActionResponse, messages.ChatSameFile(m.Attachments[0], p.Title), nil), true, nil
	case h.Client.Offline():
		return h.wordsAlone(x)
	}
	return org.Turn{}, false, nil
}

// planOf returns the roadmap in a message. Without a model no words beside a list of items
// can be weighed against it, so any list in a file is the order.
func (h *Handler) planOf(m org.Message) (*org.Roadmap, *roadmap.Fault) {
	if plan, fault := plannedIn(m); plan != nil || fault != nil || !h.Client.Offline() {
		return plan, fault
	}
	for _, a := range m.Attachments {
		if _, items := roadmap.Counts(a.Text); items > 0 && classify.MayPlan(a) {
			return readRoadmap(a.Name, a.Text)
		}
	}
	return nil, nil
}

// plannedIn returns the roadmap in a message, nil when there is none. A
// roadmap that cannot be carried out is a fault whose text is for the founder.
func plannedIn(m org.Message) (*org.Roadmap, *roadmap.Fault) {
	for _, a := range m.Attachments {
		if !m.Explicit && !classify.MayPlan(a) {
			continue // a PDF with a list in it is something to read, no order
		}
		if headings, items := roadmap.Counts(a.Text); items > 0 && (m.Explicit || strings.TrimSpace(m.Text) == "" || headings >= org.RoadmapHeadings || items >= org.RoadmapItems) {
			return readRoadmap(a.Name, a.Text)
		}
	}
	if headings, items := roadmap.Counts(m.Text); items > 0 && (headings >= org.RoadmapHeadings || items >= org.RoadmapItems) {
		return readRoadmap(classify.Title(m), m.Text)
	}
	if names := classify.Patches(m); len(names) > 0 && strings.TrimSpace(m.Text) != "" {
		return buildAppliedPlan(m, names), nil
	}
	return nil, nil
}

// asksAboutList reports whether a message asks something about a list in it that would be
// a roadmap by its form: a pasted log or page is what the question is about, and no order.
func (x *exchange) asksAboutList() bool {
	return !x.message.Explicit && !x.class.Structural && roadmap.Asked(x.message.Text) != "" && (x.class.Question || x.class.Class != org.ClassFullProject)
}

// buildAppliedPlan makes the plan of a message that orders a change of code, and may bring it along: one
// item, in the founder's words.
func buildAppliedPlan(m org.Message, names []string) *org.Roadmap {
	title, text := classify.Title(m), strings.TrimSpace(m.Text)
	return &org.Roadmap{
		Title: title, Intro: prose.OneLine(text), Phases: []string{title}, Source: text,
		Items: []org.Item{{Key: "i1", Title: title, Detail: text, Code: true, Patches: names, Line: 1}},
	}
}

func readRoadmap(name, text string) (*org.Roadmap, *roadmap.Fault) {
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
