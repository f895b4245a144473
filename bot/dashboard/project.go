package dashboard

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func (s *server) ofProject(q *request, part string) (view.ProjectPage, error) {
	t, err := s.Records.Ticket(q.Context(), org.ProjectID(q.PathValue("id")), s.Now())
	if err != nil {
		return view.ProjectPage{}, err
	}
	return view.NewProjectPage(q.base, t, part), nil
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

// project opens a project: on its document when it has ended with one, else on its plan.
func (s *server) project(q *request) error {
	base, err := s.ofProject(q, "")
	if err != nil {
		return err
	}
	if base.Has() && base.T.Project.State.Ended() {
		return s.showDocument(q, base)
	}
	return s.showPlan(q, base)
}

func (s *server) plan(q *request) error {
	base, err := s.ofProject(q, "")
	if err != nil {
		return err
	}
	return s.showPlan(q, base)
}

func (s *server) showPlan(q *request, base view.ProjectPage) error {
	base.Part = "Plan"
	page := struct {
		view.ProjectPage
		Goal     string
		Ordered  []company.Memo
		Missions []missionLine
		Controls []view.Control
	}{ProjectPage: base, Missions: missions(base.T), Controls: controls(base)}
	if p := base.T.Project; p.OpenedBy != "" { // the messages that led to it, the last one first
		var err error
		if page.Ordered, err = s.Records.CompanyReasons(q.Context(), p.ForMemo); err != nil {
			return err
		}
	}
	if goal := base.T.Project.Goal; goal != base.T.Project.Title {
		page.Goal = goal
	}
	return s.show(q, "project", page)
}

func missions(t reports.Ticket) []missionLine {
	var out []missionLine
	for _, m := range t.Missions {
		line := missionLine{Label: m.Label}
		var boxes []view.Box
		for _, step := range t.Steps {
			if step.Mission != m.ID {
				continue
			}
			l := stepLine{Step: step, By: t.Names[step.Agent], Cost: t.Costs[step.ID], Needs: step.DependsOn}
			if !step.StartedAt.IsZero() {
				end := step.EndedAt
				if end.IsZero() {
					end = t.Now
				}
				l.Took = end.Sub(step.StartedAt)
			}
			line.Steps = append(line.Steps, l)
			boxes = append(boxes, view.Box{Step: step, By: l.By, Took: l.Took, Cost: l.Cost})
		}
		if line.Label == "" {
			line.Label = "Steps"
		}
		line.Plan = view.Plan(boxes)
		out = append(out, line)
	}
	return out
}

// A project's state decides which of them it has.
func controls(p view.ProjectPage) []view.Control {
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
		return onDocument(p)
	case org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}

// version is one of a project's documents in the list of them.
type version struct {
	N     int
	At    time.Time
	Words int
	Open  bool // it is the one that is compared
}

func (s *server) document(q *request) error {
	base, err := s.ofProject(q, "")
	if err != nil {
		return err
	}
	return s.showDocument(q, base)
}

// showDocument shows the newest document, or with "version" what changed from the
// version before to that one.
func (s *server) showDocument(q *request, base view.ProjectPage) error {
	base.Part = "Document"
	base.Live = false // a frame that is read must not jump
	all, err := s.Records.Versions(q.Context(), base.T.Project.ID)
	if err != nil {
		return err
	}
	page := struct {
		view.ProjectPage
		Versions []version
		Compared int
		Changes  []view.Passage
		Controls []view.Control
	}{ProjectPage: base, Controls: onDocument(base)}
	if n, err := strconv.Atoi(q.FormValue("version")); err == nil && n > 1 && n <= len(all) {
		page.Compared, page.Changes = n, view.Compare(all[n-2].Markdown, all[n-1].Markdown)
	}
	for n, d := range slices.Backward(all) {
		page.Versions = append(page.Versions, version{N: n + 1, At: d.At, Words: len(strings.Fields(d.Markdown)), Open: n+1 == page.Compared})
	}
	return s.show(q, "document", page)
}

// A finished document has controls of its own.
func onDocument(p view.ProjectPage) []view.Control {
	switch p.T.Project.State {
	case org.ProjectCompleted, org.ProjectPartial:
		id := string(p.T.Project.ID)
		return []view.Control{p.Control("Accept the document", "accept "+id, ""), p.Control("Ask for changes", "changes "+id, "What should change, and where?"), p.Control("Share it by a link", "share "+id, "")}
	case org.ProjectActive, org.ProjectPaused, org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
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

// The bytes of text that are shown on each side of a quote.
const around = 400

const claimsPage = 20

// claim is one citation with its place in the text that was read.
type claim struct {
	N             int
	C             reports.StepCitation
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
		view.ProjectPage
		Of      org.StepID // only this step's claims; empty for all
		Claims  []claim
		All     int
		Fallen  []claim // those that do not stand
		Next    int     // where the next page begins; 0 for none
		Earlier bool
	}{ProjectPage: base, Of: org.StepID(q.FormValue("step"))}
	from, err := strconv.Atoi(q.FormValue("from"))
	if err != nil || from < 0 {
		from = 0
	}
	page.Earlier = from > 0
	for n, c := range all {
		if page.Of != "" && c.Step != page.Of {
			continue
		}
		x := placeQuote(n+1, c, texts[c.Document])
		if !x.Stands {
			page.Fallen = append(page.Fallen, x)
		}
		if page.All >= from && page.All < from+claimsPage {
			page.Claims = append(page.Claims, x)
		}
		page.All++
	}
	if from+claimsPage < page.All {
		page.Next = from + claimsPage
	}
	return s.show(q, "sources", page)
}

// placeQuote finds a quote where the citation says that it stands.
func placeQuote(n int, c reports.StepCitation, text string) claim {
	out := claim{N: n, C: c}
	if c.Start >= 0 && c.Start <= c.End && c.End <= len(text) && text[c.Start:c.End] == c.Quote {
		out.Stands = true
		out.Before, out.After = text[runeStartAfter(text, c.Start-around):c.Start], text[c.End:runeStartAfter(text, c.End+around)]
	}
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		words := strings.Fields(c.Quote)
		u.Fragment = ""
		out.Link = u.String() + "#:~:text=" + url.PathEscape(strings.ReplaceAll(strings.Join(words[:min(len(words), 8)], " "), "-", "%2D"))
	}
	return out
}

// runeStartAfter returns the first beginning of a character at or after a place of a text.
func runeStartAfter(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
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
