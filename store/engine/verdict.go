package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// MissionOutcome decides how a mission ends, given its steps, all ended, and
// whether its deliverable has text. Completed needs every step completed and
// a deliverable; partial needs one, PartialShare percent of the other steps
// (neither final nor assembly) completed and no critical step failed.
func MissionOutcome(steps []org.Step, deliverable bool) org.MissionState {
	if !deliverable {
		return org.MissionFailed
	}
	all, others, done := true, 0, 0
	for _, s := range steps {
		ok := s.State == org.StepCompleted
		all = all && ok
		if s.Critical && !ok {
			return org.MissionFailed
		}
		if s.Final || s.Kind == org.KindAssembly {
			continue
		}
		others++
		if ok {
			done++
		}
	}
	switch {
	case all:
		return org.MissionCompleted
	case others > 0 && done*100 >= PartialShare*others:
		return org.MissionPartial
	default:
		return org.MissionFailed
	}
}

// Renamed returns the plan with agents under the ids they got.
func Renamed(p work.Plan, ids map[org.AgentID]org.AgentID) work.Plan {
	if len(ids) == 0 {
		return p
	}
	p.Steps, p.Roles = slices.Clone(p.Steps), slices.Clone(p.Roles)
	for i, s := range p.Steps {
		if id, ok := ids[s.Agent]; ok {
			p.Steps[i].Agent = id
		}
	}
	for i, r := range p.Roles {
		if id, ok := ids[r.Agent]; ok {
			p.Roles[i].Agent = id
		}
	}
	return p
}

// MayReplan reports whether a mission that cannot reach its end as planned is
// planned again by itself: not for a single task or without a model, at most
// MaxReplans times a project, and never while a question to the founder is
// open.
func MayReplan(p org.Project, replans, questions int) bool {
	return !p.Single && !p.Offline && replans < MaxReplans && questions == 0
}

// Due reports whether an agent whose work was rejected so often since is to
// be taught. Nobody is ever let go for it.
func Due(rejections int) bool { return rejections >= org.UpskillAt }

// NothingToDo is the outcome of a project whose roadmap has no open item.
const NothingToDo = "every item of the roadmap is ticked already, so there is nothing to do"

// ReceivedText returns the journal's line about a message that came in.
func ReceivedText(m org.Message) string {
	with := org.Theirs(m.Attachments)
	switch n := len(with); n {
	case 0:
		return "Message from " + m.Author
	case 1:
		return fmt.Sprintf("Message from %s with %s", m.Author, with[0].Name)
	default:
		return fmt.Sprintf("Message from %s with %d attachments", m.Author, n)
	}
}

// CascadeCause says why a step fails together with one that it needs.
func CascadeCause(title, cause string) string {
	return fmt.Sprintf("needs %q, which failed: %s", title, strings.TrimSuffix(cause, "."))
}

// MissionVerdict says in a sentence how a mission ended and what is missing.
func MissionVerdict(state org.MissionState, steps []org.Step, deliverable bool) string {
	var missing []org.Step
	done, others := 0, 0
	for _, s := range steps {
		if s.State != org.StepCompleted {
			missing = append(missing, s)
		}
		if s.Final || s.Kind == org.KindAssembly {
			continue
		}
		others++
		if s.State == org.StepCompleted {
			done++
		}
	}
	switch {
	case state == org.MissionCompleted:
		return fmt.Sprintf("all of %s done", prose.Count(len(steps), "step"))
	case state == org.MissionFailed && !deliverable && len(missing) == 0:
		return "the document was not assembled"
	default:
		return fmt.Sprintf("%d of %s done; missing: %s", done, prose.Count(others, "step"), formatMissing(missing))
	}
}

// formatMissing names steps that did not complete, roots of failures first with
// their causes, at most five.
func formatMissing(missing []org.Step) string {
	const atMost = 5
	var roots, rest []string
	for _, s := range missing {
		if s.CauseStep == "" {
			cause, _, _ := strings.Cut(s.Cause, ", last because") // the reason stands with the step
			roots = append(roots, fmt.Sprintf("%q (%s)", s.Title, strings.TrimSuffix(cause, ".")))
		} else {
			rest = append(rest, fmt.Sprintf("%q", s.Title))
		}
	}
	all := append(roots, rest...)
	if len(all) > atMost {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:atMost], ", "), len(all)-atMost)
	}
	return strings.Join(all, ", ")
}

// MissionEndText returns the journal's line about the end of a mission.
func MissionEndText(label string, state org.MissionState, outcome string) string {
	return fmt.Sprintf("%s: %s, %s", label, state, outcome)
}

// ProjectVerdict is the outcome of a project that has its document, given the
// steps that did not complete.
func ProjectVerdict(missing []org.Step) string {
	if len(missing) == 0 {
		return "every step is done"
	}
	return "missing: " + formatMissing(missing)
}

// ProjectEndText returns the journal's line about the end of a project.
func ProjectEndText(p org.Project) string {
	return fmt.Sprintf("Project %s: %s, %s", p.Title, p.State, p.Outcome)
}

// CrashCause says why a step fails whose workers died so many times.
func CrashCause(times int) string {
	return fmt.Sprintf("the worker died %s while working on it", prose.Count(times, "time"))
}

func describeParking(times int) string {
	return fmt.Sprintf("the bot died %s while answering it", prose.Count(times, "time"))
}

// DropCause says why a step is left out.
func DropCause(why string) string {
	if why = strings.TrimSpace(why); why != "" {
		return "the founder left it out: " + why
	}
	return "the founder left it out"
}
