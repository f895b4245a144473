package org

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// NothingToDo is the outcome of a project whose roadmap has no open item.
const NothingToDo = "every item of the roadmap is ticked already, so there is nothing to do"

// ReceivedText is the journal's line about a message that came in.
func ReceivedText(m Message) string {
	switch n := len(m.Attachments); n {
	case 0:
		return "Message from " + m.Author
	case 1:
		return fmt.Sprintf("Message from %s with %s", m.Author, m.Attachments[0].Name)
	default:
		return fmt.Sprintf("Message from %s with %d attachments", m.Author, n)
	}
}

// HandledText is the journal's line about a message that was answered.
func HandledText(t Turn) string {
	class := string(t.Classification.Class)
	if class == "" {
		class = "not classified"
	}
	return fmt.Sprintf("Handled as %s (%s, confidence %.2f)", t.Route, class, t.Classification.Confidence)
}

// CascadeCause says why a step fails together with one that it needs.
func CascadeCause(title, cause string) string {
	return fmt.Sprintf("needs %q, which failed: %s", title, strings.TrimSuffix(cause, "."))
}

// MissionVerdict says in a sentence how a mission ended and what is missing.
func MissionVerdict(state MissionState, steps []Step, deliverable bool) string {
	var missing []Step
	done, others := 0, 0
	for _, s := range steps {
		if s.State != StepCompleted {
			missing = append(missing, s)
		}
		if s.Final || s.Kind == KindAssembly {
			continue
		}
		others++
		if s.State == StepCompleted {
			done++
		}
	}
	switch {
	case state == MissionCompleted:
		return fmt.Sprintf("all of %s done", prose.Count(len(steps), "step"))
	case state == MissionFailed && !deliverable && len(missing) == 0:
		return "the document was not assembled"
	default:
		return fmt.Sprintf("%d of %s done; missing: %s", done, prose.Count(others, "step"), missingList(missing))
	}
}

// missingList names steps that did not complete, roots of failures first with
// their causes, at most five.
func missingList(missing []Step) string {
	const atMost = 5
	var roots, rest []string
	for _, s := range missing {
		if s.CauseStep == "" {
			roots = append(roots, fmt.Sprintf("%q (%s)", s.Title, strings.TrimSuffix(s.Cause, ".")))
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

// MissionEndText is the journal's line about the end of a mission.
func MissionEndText(label string, state MissionState, outcome string) string {
	return fmt.Sprintf("%s: %s, %s", label, state, outcome)
}

// ProjectVerdict is the outcome of a project that has its document, given the
// steps that did not complete.
func ProjectVerdict(missing []Step) string {
	if len(missing) == 0 {
		return "every step is done"
	}
	return "missing: " + missingList(missing)
}

// ProjectEndText is the journal's line about the end of a project.
func ProjectEndText(p Project) string {
	return fmt.Sprintf("Project %s: %s, %s", p.Title, p.State, p.Outcome)
}

// CrashCause is why a step fails whose workers die.
func CrashCause(times int) string {
	return fmt.Sprintf("the worker died %s while working on it", prose.Count(times, "time"))
}

// UncheckableNote begins the lint's note on a step whose acceptance is for
// judges only.
const UncheckableNote = "no acceptance criterion of "

// ParkedCause is why a message was put aside.
func ParkedCause(times int) string {
	return fmt.Sprintf("the bot died %s while answering it", prose.Count(times, "time"))
}

// HiredText says who joined Frasier and what for.
func HiredText(name, role, why string) string {
	text := fmt.Sprintf("Hired: %s, %s", name, role)
	if why = strings.TrimSuffix(strings.TrimSpace(why), "."); why != "" {
		text += ". " + why
	}
	return text + "."
}

// TrainedText says that an agent was taught.
func TrainedText(name string, rejections int) string {
	return fmt.Sprintf("%s's work was sent back %s, so the reviewers' points are part of the persona now.", name, prose.Count(rejections, "time"))
}
