package dashboard

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// ofProject is what each page of a project has.
type ofProject struct {
	view.Base
	T    org.Ticket
	Part string
	Done int
}

// part is one page of a project.
type part struct{ Name, Path string }

// Parts are the pages of a project.
func (ofProject) Parts() []part {
	return []part{{"Plan", ""}, {"Document", "/document"}, {"Sources", "/sources"}, {"Timeline", "/timeline"}, {"Costs", "/costs"}}
}

func (s *server) ofProject(q *request, part string) (ofProject, error) {
	t, err := s.Records.Ticket(q.Context(), org.ProjectID(q.PathValue("id")), s.Now())
	if err != nil {
		return ofProject{}, err
	}
	page := ofProject{Base: q.base, T: t, Part: part}
	page.Title, page.Tab = t.Project.Title, "Projects"
	for _, step := range t.Steps {
		if step.State == org.StepCompleted {
			page.Done++
		}
	}
	return page, nil
}

// stepLine is a step in the list of a project.
type stepLine struct {
	org.Step
	By    string
	Cost  org.NanoUSD
	Took  time.Duration
	Needs []org.StepID
}

// missionLine is one part of a project with its steps.
type missionLine struct {
	Label string
	Plan  template.HTML // its picture
	Steps []stepLine
}

func (s *server) project(q *request) error {
	base, err := s.ofProject(q, "Plan")
	if err != nil {
		return err
	}
	page := struct {
		ofProject
		Goal      string
		Missions  []missionLine
		Questions []org.Decision
		Controls  []view.Control
	}{ofProject: base, Missions: missions(base.T), Controls: controls(base)}
	if goal := base.T.Project.Goal; goal != base.T.Project.Title {
		page.Goal = goal
	}
	for _, d := range base.T.Decisions {
		if d.Open() {
			page.Questions = append(page.Questions, d)
		}
	}
	return s.show(q, "project", page)
}

func missions(t org.Ticket) []missionLine {
	var out []missionLine
	for _, m := range t.Missions {
		line := missionLine{Label: m.Label}
		var steps []org.Step
		for _, step := range t.Steps {
			if step.Mission != m.ID {
				continue
			}
			steps = append(steps, step)
			l := stepLine{Step: step, By: t.Names[step.Agent], Cost: t.Costs[step.ID], Needs: step.DependsOn}
			if !step.StartedAt.IsZero() {
				end := step.EndedAt
				if end.IsZero() {
					end = t.Now
				}
				l.Took = end.Sub(step.StartedAt)
			}
			line.Steps = append(line.Steps, l)
		}
		if line.Label == "" {
			line.Label = "Steps"
		}
		line.Plan = view.Plan(steps)
		out = append(out, line)
	}
	return out
}

// controls are what may be done with a project as it stands.
func controls(p ofProject) []view.Control {
	id := string(p.T.Project.ID)
	pause, cancel := p.Control("Pause", "pause "+id, ""), p.Control("Cancel project", "cancel "+id, "")
	cancel.Style = org.StyleDanger
	steer := p.Control("Tell the team something", "steer "+id, "What should they know?")
	switch p.T.Project.State {
	case org.ProjectActive:
		return []view.Control{pause, steer, p.Control("Plan again", "replan "+id, "What should be different?"), cancel}
	case org.ProjectPaused:
		resume := p.Control("Resume", "resume "+id, "")
		resume.Style = org.StylePrimary
		return []view.Control{resume, steer, cancel}
	case org.ProjectCompleted, org.ProjectPartial:
		return []view.Control{p.Control("Accept the document", "accept "+id, ""), p.Control("Ask for changes", "changes "+id, "What should change, and where?")}
	case org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}

func (s *server) document(q *request) error {
	base, err := s.ofProject(q, "Document")
	if err != nil {
		return err
	}
	base.Live = false // a frame that is read must not jump
	return s.show(q, "document", struct {
		ofProject
		Has bool
	}{base, base.T.Deliverable.Mission != ""})
}

// documentHTML is the document itself, for the frame of its page. It may run
// and load nothing, whatever stands in it.
func (s *server) documentHTML(q *request) error {
	d, err := s.Records.Deliverable(q.Context(), org.ProjectID(q.PathValue("id")))
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
	q.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = q.w.Write([]byte(d.HTML))
	return err
}

func (s *server) documentMarkdown(q *request) error {
	d, err := s.Records.Deliverable(q.Context(), org.ProjectID(q.PathValue("id")))
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
	q.w.Header().Set("Content-Disposition", `attachment; filename="`+string(d.Project)+`.md"`)
	_, err = q.w.Write([]byte(d.Markdown))
	return err
}

// around is how much of a text is shown on each side of a quote, in bytes.
const around = 500

// claim is one citation with its place in the text that was read.
type claim struct {
	N             int
	C             org.StepCitation
	Before, After string
	Stands        bool
	Link          string
}

func (s *server) sources(q *request) error {
	base, err := s.ofProject(q, "Sources")
	if err != nil {
		return err
	}
	all, err := s.Records.Citations(q.Context(), base.T.Project.ID)
	if err != nil {
		return err
	}
	docs, err := s.Records.DocumentsCited(q.Context(), base.T.Project.ID)
	if err != nil {
		return err
	}
	texts := map[org.DocumentID]string{}
	for _, d := range docs {
		texts[d.ID] = d.Text
	}
	page := struct {
		ofProject
		Claims []claim
	}{ofProject: base}
	for n, c := range all[:min(len(all), linesPage)] {
		page.Claims = append(page.Claims, placed(n+1, c, texts[c.Document]))
	}
	return s.show(q, "sources", page)
}

// placed finds a quote where the citation says that it stands.
func placed(n int, c org.StepCitation, text string) claim {
	out := claim{N: n, C: c}
	if c.Start >= 0 && c.Start <= c.End && c.End <= len(text) && text[c.Start:c.End] == c.Quote {
		out.Stands = true
		out.Before, out.After = text[edge(text, c.Start-around):c.Start], text[c.End:edge(text, c.End+around)]
	}
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		words := strings.Fields(c.Quote)
		u.Fragment = ""
		out.Link = u.String() + "#:~:text=" + url.PathEscape(strings.ReplaceAll(strings.Join(words[:min(len(words), 8)], " "), "-", "%2D"))
	}
	return out
}

// edge is the first beginning of a character at or after a place of a text.
func edge(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

func (s *server) timeline(q *request) error {
	base, err := s.ofProject(q, "Timeline")
	if err != nil {
		return err
	}
	events, err := s.Records.EventsOf(q.Context(), base.T.Project.ID)
	if err != nil {
		return err
	}
	page := struct {
		ofProject
		Chart  template.HTML
		Events []org.Event
		More   bool
	}{ofProject: base, Chart: view.Timeline(bars(base.T, events)), Events: events}
	if len(events) > linesPage {
		page.Events, page.More = events[len(events)-linesPage:], true
	}
	return s.show(q, "timeline", page)
}

// bars are the times during which each step was worked on: from each start to
// the line that ended it.
func bars(t org.Ticket, events []org.Event) []view.Bar {
	titles := map[org.StepID]string{}
	for _, s := range t.Steps {
		titles[s.ID] = s.Title
	}
	var out []view.Bar
	open := map[org.StepID]int{}
	for _, e := range events {
		if e.Step == "" {
			continue
		}
		switch e.Kind { //nolint:exhaustive // the others neither begin nor end work
		case org.EventStepStarted:
			open[e.Step] = len(out)
			out = append(out, view.Bar{Step: e.Step, Title: titles[e.Step], From: e.At, Till: t.Now, Fate: "goes on"})
		case org.EventStepCompleted, org.EventStepFailed, org.EventStepCancelled, org.EventStepRejected, org.EventStepReleased, org.EventStepHeld:
			if n, there := open[e.Step]; there {
				out[n].Till, out[n].Fate = e.At, e.Text
				delete(open, e.Step)
			}
		}
	}
	return out
}

func (s *server) projectCosts(q *request) error {
	base, err := s.ofProject(q, "Costs")
	if err != nil {
		return err
	}
	by, err := s.Records.StepSpending(q.Context(), base.T.Project.ID)
	if err != nil {
		return err
	}
	t := table{Title: "By step", Head: "Step", Link: "/steps/"}
	for _, step := range base.T.Steps {
		if line, there := by[step.ID]; there {
			line.Name = string(step.ID)
			t.Lines = append(t.Lines, line)
		}
	}
	return s.show(q, "money", struct {
		ofProject
		Table table
	}{base, t})
}

func (s *server) step(q *request) error {
	name := q.PathValue("id")
	if !strings.HasPrefix(name, "s") {
		return org.ErrNotFound
	}
	step, err := s.Records.Step(q.Context(), name)
	if err != nil {
		return err
	}
	why, err := s.Records.Why(q.Context(), string(step.ID))
	if err != nil {
		return err
	}
	drafts, err := s.Records.Drafts(q.Context(), step.Project)
	if err != nil {
		return err
	}
	team, err := s.Records.Roster(q.Context())
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		S        org.Step
		By       string
		Why      org.WhyReport
		Drafts   []org.Draft
		Controls []view.Control
	}{Base: q.base, S: step, Why: why, Drafts: drafts[step.ID]}
	page.Title, page.Tab = step.Title, "Projects"
	for _, a := range team {
		if a.ID == step.Agent {
			page.By = a.Name
		}
	}
	if step.State.Ended() {
		page.Controls = append(page.Controls, page.Control("Do it again", "redo "+string(step.ID), "What should be different?"))
	}
	return s.show(q, "step", page)
}

func readDir(f fs.FS) ([]string, error) {
	names, err := fs.Glob(f, "*.md")
	if err != nil {
		return nil, fmt.Errorf("list the pages: %w", err)
	}
	return names, nil
}

func readFile(f fs.FS, name string) ([]byte, error) {
	raw, err := fs.ReadFile(f, name)
	if err != nil {
		return nil, fmt.Errorf("read page %s: %w", name, err)
	}
	return raw, nil
}
