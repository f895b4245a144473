package view

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// ProjectPage has the data that all pages of a project share.
type ProjectPage struct {
	Base
	T    reports.Ticket
	Part string
	// Steps are those that somebody asked for, putting a document together is none; Done are complete.
	Steps, Done int
}

// NewProjectPage returns what a page of a project has; part is the name of that page.
func NewProjectPage(b Base, t reports.Ticket, part string) ProjectPage {
	b.Title, b.Tab = t.Project.Title, "Projects"
	page := ProjectPage{Base: b, T: t, Part: part}
	for _, step := range t.Steps {
		if step.Kind == org.KindAssembly {
			continue
		}
		page.Steps++
		if step.State == org.StepCompleted {
			page.Done++
		}
	}
	return page
}

// ProjectPart is one page of a project.
type ProjectPart struct {
	Name, Path string // below the project's own path
	Place      int    // among the others, the smallest first; 0 is behind all
}

// Parts are the pages of a project, in their order.
func (p ProjectPage) Parts() []ProjectPart { return p.parts }

// DocumentControls are those of a finished document.
func (p ProjectPage) DocumentControls() []Control {
	switch p.T.Project.State {
	case org.ProjectCompleted, org.ProjectPartial:
		id := string(p.T.Project.ID)
		return []Control{p.Control("Accept the document", "accept "+id, ""), p.Control("Ask for changes", "changes "+id, "What should change, and where?"), p.Control("Share it by a link", "share "+id, ""), p.Control("Publish it", "publish "+id, "")}
	case org.ProjectActive, org.ProjectPaused, org.ProjectFailed, org.ProjectCancelled:
	}
	return nil
}

// Has reports whether there is a document.
func (p ProjectPage) Has() bool { return p.T.Deliverable.Mission != "" }

// Questions are those of the project that wait for the founder.
func (p ProjectPage) Questions() []org.Decision {
	var out []org.Decision
	for _, d := range p.T.Decisions {
		if d.Open() {
			out = append(out, d)
		}
	}
	return out
}
