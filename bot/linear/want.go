package linear

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	titleMost   = 255 // letters; Linear's schema names no limit, its pages name this one
	nameMost    = 80  // of milestones and labels
	goalMost    = 4000
	detailMost  = 2000
	resultMost  = 500 // of a result that its comment shows
	commentMost = 3000
)

// Want says how a project should look in Linear: its things in the order in which they are made. link is where the work is seen; empty for nowhere. It is a
// function of what it is given alone.
func Want(t reports.Ticket, answers []mirror.Answer, link string, shape Shape) []mirror.Object {
	w := &wanted{ticket: t, Shape: shape, project: mirror.ProjectKey(t.Project.ID), keys: IssueKeys(t)}
	if w.Coarse {
		for id := range w.keys {
			i := slices.IndexFunc(t.Steps, func(s org.Step) bool { return s.ID == id })
			w.keys[id] = w.part(t.Steps[i].Phase)
		}
	}
	if !t.Project.Single {
		w.add(w.project, mirror.Project, map[mirror.Field]string{
			mirror.Title: clip(t.Project.Title, titleMost), mirror.Summary: clip(oneLine(t.Project.Goal), titleMost), mirror.Body: tellProject(t, link), mirror.State: stateOfProject(t.Project.State),
		})
		if w.phased() {
			for _, p := range t.Project.Phases {
				w.add(w.phase(p.Index), mirror.Milestone, map[mirror.Field]string{mirror.Title: clip(cmp.Or(p.Label, fmt.Sprintf("Phase %d", p.Index+1)), nameMost), mirror.In: w.project, mirror.Place: fmt.Sprint(p.Index)})
			}
		}
	}
	if w.Coarse {
		w.addParts(link)
	} else {
		for _, s := range w.steps() {
			w.addIssue(s, link)
		}
	}
	for _, s := range w.steps() {
		w.addEdges(s)
	}
	for _, s := range w.steps() {
		w.addWords(s, link)
	}
	w.addDecisions()
	w.addAnswers(answers)
	if !t.Project.Single {
		w.addUpdates()
	}
	slices.SortStableFunc(w.all, func(a, b mirror.Object) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) })
	return w.all
}

// kinds in the order in which they are made: what one refers to comes before it.
var kinds = []mirror.Kind{mirror.Project, mirror.Milestone, mirror.Label, mirror.Issue, mirror.Relation, mirror.Comment, mirror.Attachment, mirror.Update} //nolint:gochecknoglobals // a table

// Shape says how a project stands there.
type Shape struct {
	Adopted bool // it was ordered there: its milestones and edges are the founder's, and stay as they are
	Coarse  bool // one issue stands for each part, since there is no room for one a step
}

type wanted struct {
	Shape

	ticket  reports.Ticket
	project string
	keys    map[org.StepID]string
	all     []mirror.Object
}

func (w *wanted) add(key string, kind mirror.Kind, fields map[mirror.Field]string) {
	if !slices.ContainsFunc(w.all, func(o mirror.Object) bool { return o.Key == key }) {
		w.all = append(w.all, mirror.Object{Key: key, Kind: kind, Fields: fields})
	}
}

// steps are those that are issues: an assembly only binds what the others made, except where it is all there is.
func (w *wanted) steps() []org.Step {
	out := slices.DeleteFunc(slices.Clone(w.ticket.Steps), func(s org.Step) bool { return s.Kind == org.KindAssembly })
	if w.ticket.Project.Single && len(out) > 1 {
		return out[:1]
	}
	return out
}

// IssueKeys names the issue of each step. What stands for an item of the founder's list keeps its issue whatever is planned anew.
func IssueKeys(t reports.Ticket) map[org.StepID]string {
	count := map[string]int{}
	for _, s := range t.Steps {
		if s.Kind != org.KindAssembly {
			count[s.Item]++
		}
	}
	out := map[org.StepID]string{}
	for _, s := range t.Steps {
		switch {
		case s.Kind == org.KindAssembly:
		case t.Project.Single && s.Item == "":
			out[s.ID] = mirror.ItemKey(t.Project.ID, "")
		case s.Item != "" && count[s.Item] == 1:
			out[s.ID] = mirror.ItemKey(t.Project.ID, s.Item)
		default:
			out[s.ID] = "step:" + string(s.ID)
		}
	}
	return out
}

// FindStep returns the step of an issue's key.
func FindStep(t reports.Ticket, key string) (org.Step, bool) {
	keys := IssueKeys(t)
	i := slices.IndexFunc(t.Steps, func(s org.Step) bool { return keys[s.ID] == key })
	if i < 0 {
		return org.Step{}, false
	}
	return t.Steps[i], true
}

// phased reports whether the project's parts are milestones.
func (w *wanted) phased() bool { return len(w.ticket.Project.Phases) > 1 && !w.Adopted && !w.Coarse }

func (w *wanted) phase(index int) string {
	return fmt.Sprintf("phase:%s:%d", w.ticket.Project.ID, index)
}

func (w *wanted) addIssue(s org.Step, link string) {
	var labels []string
	label := func(name string) {
		key := "label:" + name
		labels = append(labels, key)
		w.add(key, mirror.Label, map[mirror.Field]string{mirror.Title: clip(name, nameMost)})
	}
	if name := w.ticket.Names[s.Agent]; name != "" {
		label("agent: " + oneLine(name))
	}
	if s.State == org.StepPending {
		for _, why := range heldBy(s.Held) {
			label("held: " + why)
		}
	}
	slices.Sort(labels)
	fields := map[mirror.Field]string{
		mirror.Title: clip(s.Title, titleMost), mirror.Body: tellStep(w.ticket, s, link), mirror.State: stateOfStep(s.State), mirror.Labels: strings.Join(labels, "\n"),
	}
	if !w.ticket.Project.Single {
		fields[mirror.In] = w.project
		if w.phased() {
			fields[mirror.Phase] = w.phase(s.Phase)
		}
	}
	w.add(w.keys[s.ID], mirror.Issue, fields)
}

func (w *wanted) addEdges(s org.Step) {
	for _, on := range s.DependsOn {
		from, to := w.keys[on], w.keys[s.ID]
		if w.Adopted && strings.HasPrefix(from, "item:") && strings.HasPrefix(to, "item:") {
			continue
		}
		if from != "" && to != "" && from != to {
			w.add("edge:"+from+">"+to, mirror.Relation, map[mirror.Field]string{mirror.From: from, mirror.To: to})
		}
	}
}

func (w *wanted) comment(key, on, text string) {
	if on != "" && text != "" {
		w.add("comment:"+key, mirror.Comment, map[mirror.Field]string{mirror.In: on, mirror.Body: clip(text, commentMost)})
	}
}

// addWords says below a step's issue what happened to it.
func (w *wanted) addWords(s org.Step, link string) {
	on := w.keys[s.ID]
	for _, r := range w.ticket.Rejections[s.ID] {
		w.comment(fmt.Sprintf("reject:%s:%d:%s", s.ID, r.Round, short(strings.Join(r.Feedback, "\n"))), on, w.about(s)+tellRejection(r))
	}
	switch s.State { //nolint:exhaustive // of what goes on the state says enough
	case org.StepCompleted:
		w.comment(fmt.Sprintf("done:%s:%d", s.ID, s.Round()), on, w.about(s)+tellResult(s, link))
		if link != "" && !w.Coarse {
			w.add("link:"+string(s.ID), mirror.Attachment, map[mirror.Field]string{mirror.In: on, mirror.Title: "The result, in Frasier", mirror.Link: link})
		}
	case org.StepFailed, org.StepCancelled:
		if s.Cause != "" {
			w.comment(fmt.Sprintf("ended:%s:%d:%s", s.ID, s.Round(), s.State), on, w.about(s)+tellCause(s))
		}
	}
}

// addDecisions asks below the issue that a question is about, and says there what was answered.
func (w *wanted) addDecisions() {
	for _, d := range w.ticket.Decisions {
		on := w.keys[d.Step]
		w.comment("ask:"+d.ID, on, tellQuestion(d))
		if !d.Open() {
			w.comment("decided:"+d.ID, on, tellAnswer(d))
		}
	}
}

func (w *wanted) addAnswers(all []mirror.Answer) {
	for _, a := range all {
		w.comment("answer:"+short(a.Key), a.Object, a.Text)
	}
}

// addUpdates says how a project does when a part of it ends, and when it does itself.
func (w *wanted) addUpdates() {
	for _, m := range w.ticket.Missions {
		if body, health := tellMission(m); body != "" && len(w.ticket.Project.Phases) > 1 {
			w.add("update:"+string(m.ID), mirror.Update, map[mirror.Field]string{mirror.In: w.project, mirror.Body: body, mirror.Health: health})
		}
	}
	if body, health := tellEnd(w.ticket.Project); body != "" {
		w.add(fmt.Sprintf("update:end:%s:%d", w.ticket.Project.ID, w.ticket.Project.Reopened), mirror.Update, map[mirror.Field]string{mirror.In: w.project, mirror.Body: body, mirror.Health: health})
	}
}

func stateOfProject(s org.ProjectState) string {
	switch s {
	case org.ProjectPaused:
		return mirror.Paused
	case org.ProjectCompleted, org.ProjectPartial:
		return mirror.Completed
	case org.ProjectFailed, org.ProjectCancelled:
		return mirror.Canceled
	case org.ProjectActive:
	}
	return mirror.Started
}

func stateOfStep(s org.StepState) string {
	switch s {
	case org.StepInProgress:
		return mirror.Working
	case org.StepInReview:
		return mirror.Review
	case org.StepCompleted:
		return mirror.Done
	case org.StepFailed, org.StepCancelled:
		return mirror.Canceled
	case org.StepPending:
	}
	return mirror.Open
}

// short names a text in a few letters.
func short(text string) string {
	const letters = 12
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:letters]
}

func clip(text string, most int) string { return prose.Clip(strings.TrimSpace(text), most-1, "…") }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
